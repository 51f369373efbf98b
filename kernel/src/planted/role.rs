//! The roles that an issue can have in a debate.

/// What an issue is in a debate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Both sides take opposite positions, and the cases of both rest on it: a true crux.
    LoadBearing,
    /// Both sides take opposite positions, but only the case of one side rests on it.
    Leaning,
    /// Both sides take opposite positions, and no persona's case rests on it.
    Idle,
    /// Both sides give the same answer in different words.
    Agreed,
    /// One side grants the other's answer.
    Conceded,
    /// Only one persona speaks about it.
    OneSided,
    /// Both sides file the same point under opposite answers.
    Verbal,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 7] = [
        Self::LoadBearing,
        Self::Leaning,
        Self::Idle,
        Self::Agreed,
        Self::Conceded,
        Self::OneSided,
        Self::Verbal,
    ];

    /// The name, as tables write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::LoadBearing => "load-bearing",
            Self::Leaning => "leaning",
            Self::Idle => "idle",
            Self::Agreed => "agreed",
            Self::Conceded => "conceded",
            Self::OneSided => "one-sided",
            Self::Verbal => "verbal",
        }
    }

    /// Whether two personas take opposite positions on the issue.
    pub fn is_disputed(self) -> bool {
        match self {
            Self::LoadBearing | Self::Leaning | Self::Idle => true,
            Self::Agreed | Self::Conceded | Self::OneSided | Self::Verbal => false,
        }
    }
}
