//! The command line and the static site of Faultline.
