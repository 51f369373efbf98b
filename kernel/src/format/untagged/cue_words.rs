//! The words by which a writer shows what a sentence is for.
//!
//! Every list is in lower case, its entries parted by `|`. Where a word has two uses, only the surer one is listed: «since»
//! after a comma gives a reason, without one it may give a time.

/// Words that only join a sentence to the one before.
pub(super) const JOINING: &str = "and |but |yet |or |besides, |moreover, |furthermore, |however, |still, |also, |indeed, |\
    in short, |even so, |nevertheless, |first, |second, |third, |finally, ";
/// Words that only say whose thought follows.
pub(super) const OWN: &str = "i think that |i believe that |i hold that |i maintain that |i am convinced that |in my view |\
    in my view, |in my opinion, |to my mind, ";
/// What a writer does who takes a position by «I»; any other «I» tells of the writer.
pub(super) const OPINES: &str = "think|believe|hold|maintain|doubt|deny|reject|prefer|expect|trust|distrust|would|insist|\
    do not think|do not believe|do not see|do not accept|do not trust|cannot";
/// Begins what is granted.
pub(super) const GRANTS: &str = "admittedly, |admittedly |granted, |i grant |i concede |i admit |i accept |i agree |i do not deny |\
    it is true |true, |to be fair, |there is no denying |it cannot be denied |it has to be said ";
/// Begins what is granted, but only where «but» follows.
pub(super) const GRANTS_BEFORE_BUT: &str = "of course, |of course |no doubt |certainly, |certainly |naturally, |perhaps |maybe |\
    to be sure, ";
/// Begins what is granted up to the next comma.
pub(super) const GRANTS_BEFORE_COMMA: &str = "although |even though |though ";
/// SentenceAnalysis what is granted from what is held.
pub(super) const TURNS: &str = ", but |; but | — but | – but |, yet |; yet |, and yet |; still, ";
/// Begins the sentence that turns against what was granted before it.
pub(super) const TURNS_BACK: &str = "but |yet |however, |still, |even so, |nevertheless, ";
/// Begins what is not asserted.
pub(super) const HEDGES: &str = "perhaps |maybe |possibly, |possibly ";

/// Those whose thoughts are told in order to answer them.
pub(super) const OTHERS: &str = "they |some |some people |people |many |many people |critics |opponents |my opponents |others |\
    everybody |everyone |sceptics |the other side ";
/// May stand between them and their verb.
pub(super) const MANNERS: &str = "often |sometimes |usually |always |will |may |like to ";
/// What they do.
pub(super) const SAYING: &str = "say |says |argue |argues |claim |claims |think |thinks |believe |believes |assume |assumes |\
    imagine |object |objects |insist |insists |reply |tell me |tell us ";
/// Begins what is heard from nobody in particular.
pub(super) const HEARD: &str = "i am told |i am often told |we are told |we are often told |one hears |one often hears |i hear |\
    you will hear ";
/// Follows «it is», perhaps after an adverb, and is followed by «that».
pub(super) const PASSIVES: &str =
    "said |argued |claimed |assumed |objected |supposed |feared |thought ";
/// A sentence «the … is that …» which names its subject so tells what others think.
pub(super) const OBJECTIONS: &str =
    "objection|counter-argument|reply|retort|fear|worry|argument against";

/// Begins a sentence that is a reason for the one before.
pub(super) const REASONS: &str = "after all, |the reason is that |one reason is that |another reason is that |that is because |\
    this is because |for one thing, |for example, |for instance, ";
/// Begins a sentence for which the one before is a reason.
pub(super) const CONCLUDES: &str = "therefore, |therefore |hence, |hence |thus, |thus |consequently, |as a result, |that is why |\
    this is why |it follows that |this means that |that means that |so, |so ";
/// SentenceAnalysis a reason from what follows from it.
pub(super) const SO: &str = ", and therefore |, therefore |; therefore |, hence |, and so |, so |; so |, which means that |\
    , which means |, which is why |, and that is why ";
/// After «so» these do not conclude anything.
pub(super) const SO_NOT: &str = "that|far|much|many|long|to|called";
/// Before «because» these say that the reason is told otherwise, or is denied.
pub(super) const BECAUSE_NOT: &str =
    "not|only|just|simply|merely|partly|mainly|largely|is|was|are|were|and|or";
/// A claim that begins so may deny its reason along with itself, where no comma parts them.
pub(super) const NOBODY: &str = "nobody |no one |nothing |no ";

/// Begins what would change the writer's mind.
pub(super) const FLIPS: &str = "i would change my mind if |i will change my mind if |i would think again if |\
    i would reconsider if |i would be persuaded if |i would give way if |i would move if |i would be wrong if ";
/// Stands before what would turn out, and goes.
pub(super) const TURNED_OUT: &str = "it turned out that |it turns out that |it were shown that |it was shown that |\
    you showed me that |somebody showed that ";
/// Begins what is taken for granted.
pub(super) const ASSUMES: &str =
    "assuming that |assuming |provided that |supposing that |supposing |if we assume that ";

/// A sentence that begins so leans on the one before it and cannot stand alone.
pub(super) const LEANING: &str =
    "this|that|these|those|it|they|he|she|such|both|neither|nor|its|their|his|her|none|one";
/// «It» before these, with «to» or «that» behind, leans on nothing: «it is enough to …».
pub(super) const EMPTY_IT: &str =
    "it is |it was |it would be |it may be |it takes |it costs |it seems |it has ";
/// A conclusion with one of these in it cannot stand without its reason.
pub(super) const POINTING: &str = "it|they|he|she|this|them|him|its|their|one|those";

/// With a figure these make a sentence a citation.
pub(super) const SOURCES: &str = "according to|found that|found a |survey|study|studies|reported|census|statistics|estimate|\
    figures from|paper by|records|register|measured|counted";

/// Whether a list has an entry.
pub(super) fn has(list: &str, word: &str) -> bool {
    list.split('|').any(|entry| entry == word)
}
