//! Words that show the role of a sentence or a clause.
//!
//! Every list is in lower case, with entries separated by `|`. Of a word with two uses, only the unambiguous use is listed:
//! «since» after a comma introduces a reason, without a comma it may introduce a time.

/// Connects a sentence to the one before, without another role.
pub(super) const JOINING: &str = "and |but |yet |or |besides, |moreover, |furthermore, |however, |still, |also, |indeed, |\
    in short, |until then, |until then |even so, |nevertheless, |first, |second, |third, |finally, ";
/// Introduces an opinion of the author.
pub(super) const OPINION: &str = "i say that |i think that |i believe that |i hold that |i maintain that |i am convinced that |in my view |\
    in my view, |in my opinion, |to my mind, |note that |remember that |bear in mind that |keep in mind that ";
/// Verbs after «I» with which authors take a position. With any other verb the sentence is about the author.
pub(super) const OPINION_VERBS: &str = "think|believe|hold|maintain|doubt|deny|reject|prefer|expect|trust|distrust|would|insist|\
    do not think|do not believe|do not see|do not accept|do not trust|cannot";
/// Introduces what the author asks of the reader, which is no position.
pub(super) const ADDRESSES: &str = "people ask |take what |take this |take it |take my |let me |let us |let the |\
    show me |give me |tell me |consider |imagine |look at |suppose |assume |for suppose |for assume |for imagine ";
/// First words of a sentence that says when or where its author did something: «For eight years I stood at the door.»
pub(super) const BEFORE_A_TIME: &str =
    "for|in|on|at|during|after|before|since|every|each|once|last|when|from";
/// Introduces a concession.
pub(super) const CONCEDES: &str = "admittedly, |admittedly |granted, |i grant |i concede |i admit |i accept |i agree |i do not deny |\
    i do not doubt |i will not deny |i would not deny |nor do i deny |nor will i deny |nor would i deny |it is true |it may be that |\
    i will admit |i must admit |i have to admit |i must concede |i would concede |it must be conceded |it must be admitted |\
    fair enough, |fair enough; |it may well be that |it might be that |it could be that |true, |to be fair, |there is no denying |it cannot be denied |\
    it has to be said ";
/// Says after a sentence, or within it, that it is a concession.
pub(super) const CONCEDES_AFTER: &str = ", i grant that|, i grant you|, i grant|, i agree with him|, i agree with her|\
    , i agree with them|, i agree with you|, i agree|, it must be conceded|, it must be admitted|, i admit|, i concede|, admittedly|, granted|, to be fair|, it is true";
/// Introduces a concession if «but» follows.
pub(super) const CONCEDES_IF_BUT_FOLLOWS: &str = "of course, |of course |no doubt |certainly, |certainly |naturally, |perhaps |maybe |\
    to be sure, |yes, ";
/// Introduces a concession that ends with the next comma.
pub(super) const CONCEDES_UP_TO_COMMA: &str = "although |even though |though ";
/// Separates a concession from the claim.
pub(super) const TURNS: &str = ", but |; but | — but | – but |, yet |; yet |, and yet |; still, ";
/// Introduces a sentence that turns against the concession before it.
pub(super) const TURNS_BACK: &str = "but |yet |however, |still, |even so, |nevertheless, ";
/// Introduces a sentence that asserts nothing.
pub(super) const HEDGES: &str = "perhaps |maybe |possibly, |possibly |yes, ";

/// People whose claims an author reports in order to answer them.
pub(super) const OTHERS: &str = "they |some |some people |somebody |someone |people |many |many people |critics |opponents |my opponents |others |\
    everybody |everyone |sceptics |the other side |my neighbour |my neighbours |my colleagues |my friends ";
/// First words of a sentence that are no names of people, although one says or argues something.
pub(super) const NO_PEOPLE: &str = "research|science|experience|history|theory|evidence|nature|law|reason|everything|nothing|nobody|it|\
    this|that|he|she|which|what|who|whoever|all|each|one|everyone|everybody|none|no|i|we|you|they|a|an|study|studies|report|reports|data|\
    census|survey|statistics|figures|numbers|book|text|passage|story|sentence|word|words|record|records|register|paper|papers|rule|rules|\
    constitution|contract|treaty|economists|experts|researchers|scientists|doctors|engineers|historians|auditors";
/// First words of a phrase for a person.
pub(super) const PERSON_PHRASES: &str = "the|my|our|his|her|their|your";
/// The verbs of people whose claim an author reports.
pub(super) const REPORTS: &str = "says that |said that |writes that |wrote that |says, |writes, |say that |write that |say, |write, |\
    promise that |promises that ";
/// Such verbs with which an author does not share what is said.
pub(super) const CONTENDS: &str = "argues that |claims that |thinks that |believes that |assumes that |insists that |objects that |\
    maintains that |tells me that |tells us that |assures me that |assures us that |warns that |argue that |claim that |think that |believe that |\
    assume that |insist that |object that |maintain that |tell me that |tell us that |assure me that |assure us that |warn that |\
    argued that |claimed that |thought that |believed that |assumed that |insisted that |objected that |maintained that |\
    told me that |told us that |assured me that |assured us that |warned that |holds that |hold that |held that |fears that |\
    fear that |feared that |submits that |submit that |points out that |point out that |replies that |reply that ";
/// Verbs of speech with a word or two before «that»: «Tom wrote in this paper that it is late.»
pub(super) const SPEAKS: &str = "says|said|writes|wrote|argues|argued|claims|claimed|warns|warned|insists|insisted|tells|told|assures|\
    assured|say|write|argue|claim|warn|insist|tell|assure|point|points|pointed|reply|replies|replied";
/// Verbs before or after what somebody says word for word.
pub(super) const SPEECH: &str = "say|says|said|write|writes|wrote|claim|claims|tell|tells|told|ask|asks|asked|reply|replies|replied|\
    argue|argues|insist|insists|object|objects";
/// Says that the author does not share what was reported before, without another word on it.
pub(super) const REJECTS: &str = "i do not believe that|i don't believe that|i do not believe it|i doubt that|i doubt it|i disagree|\
    i do not agree|i do not think so|that is not true|that is not so|that is wrong|that is false|this is not true|this is wrong|not so|\
    that misses the point|this misses the point|that is beside the point|this is beside the point|that is not the point|\
    that does not follow|that is no argument|that settles nothing";
/// Says that the author takes no position, or that its answer would stay the same without what it says.
pub(super) const ABSTAINS: &str = "i cannot judge|i can't judge|i cannot say|i can't say|i do not know|i don't know|i am not sure|\
    i have no view|i have no opinion|i leave open|i take no position|would never decide|would not decide it|would not decide the question|\
    does not decide it|does not decide the question|is not what decides|is not what settles|mention it only|mention this only|\
    express no opinion|expresses no opinion|carries no weight|carry no weight|\
    even if i|i would still|i should still";
/// Says the answer to the topic's question and nothing else.
pub(super) const BARE_ANSWERS: &str =
    "i say yes|i say no|i vote yes|i vote no|my answer is yes|my answer is no|yes|no";
/// Introduces an answer to the topic's question.
pub(super) const ANSWERS: &str = "my answer is yes|my answer is no|my answer: yes|my answer: no";
/// Adverbs between these people and their verb.
pub(super) const ADVERBS: &str = "often |sometimes |usually |always |easily |commonly |widely |frequently |now |also |will |may |might |could |would |like to ";
/// The verbs of these people.
pub(super) const REPORTING_VERBS: &str = "say |says |argue |argues |claim |claims |think |thinks |believe |believes |assume |assumes |\
    imagine |object |objects |insist |insists |reply |tell me |tell us ";
/// What others imagine is not what the author thinks, even where it is only a thing: «People imagine policemen.»
pub(super) const IMAGINE: &str = "imagine ";
/// Introduces hearsay.
pub(super) const HEARSAY: &str = "it may be objected |it might be objected |it will be objected |it may be said |\
    it will be said |the other thing i hear is |another thing i hear is |i am told |i am often told |we are told |we are often told |\
    one hears |one often hears |i hear |you will hear |we are promised |we are assured |there is the promise |then there is the promise |\
    there is the claim |then there is the claim |there is the argument |then there is the argument |there is the hope |then there is the hope ";
/// Says within a sentence that others say it.
pub(super) const THEY_SAY: &str =
    ", so they say,|, they say,|, so they say.|, they say.|, so we are told,|, we are told,";
/// Verbs between «it is», perhaps with an adverb, and «that».
pub(super) const REPORTING_PASSIVES: &str =
    "said |argued |claimed |assumed |objected |supposed |feared |thought ";
/// Nouns with which a sentence reports what others think: in the subject of «the … is that …», or before a colon at its start.
pub(super) const OBJECTIONS: &str =
    "objection|counter-argument|reply|retort|fear|worry|argument against";

/// Introduces a sentence that is a reason for the one before.
pub(super) const REASONS: &str = "after all, |the reason is that |one reason is that |another reason is that |that is because |\
    this is because |for one thing, |for example, |for instance, ";
/// Says that a list of reasons follows its colon.
pub(super) const ANNOUNCES: &str =
    "rests on|rest on|reasons|grounds|findings|arguments|considerations";
/// Introduces a sentence for which the one before is a reason.
pub(super) const CONCLUDES: &str = "therefore, |therefore |hence, |hence |thus, |thus |consequently, |as a result, |that is why |\
    this is why |it follows that |this means that |that means that |so, |so ";
/// Separates a reason from its conclusion.
pub(super) const SO: &str = ", and therefore |, therefore |; therefore |, hence |, and so |, so |; so |, which means that |\
    , which means |, which is why |, and that is why ";
/// Words after «so» with which it introduces no conclusion.
pub(super) const NOT_AFTER_SO: &str = "that|far|much|many|long|to|called|do|does|did|is|are|was|were|has|have|had|can|could|would|will|should|must";
/// Words before «because» with which it does not introduce the reason of the claim.
pub(super) const NOT_BEFORE_BECAUSE: &str =
    "not|only|just|simply|merely|partly|mainly|largely|is|was|are|were|and|or";
/// Subjects with which a claim may deny its reason too, unless a comma separates them.
pub(super) const NEGATIVE_SUBJECTS: &str = "nobody |no one |nothing |no ";

/// Verbs with which a claim may deny its reason, unless a comma separates them: «It does not die because somebody else holds it.»
pub(super) const NEGATIVE_VERBS: &str = " does not | do not | did not ";

/// Introduces what would change the author's mind.
pub(super) const CHANGES_MIND: &str = "i would change my mind if |i will change my mind if |i would think again if |\
    i would reconsider if |i would be persuaded if |i would give way if |i would move if |i would be wrong if ";
/// Asks, in a question of the author, what would change its mind: the next sentence says it.
pub(super) const ASKS_ITS_MIND: &str =
    "change my mind|convince me|persuade me|prove me wrong|make me change|make me reconsider";
/// What an author would do whose mind has changed.
pub(super) const GIVES_WAY: &str =
    "change my mind|think again|reconsider|reassess|withdraw|revise|give way|be persuaded|be wrong";
/// Introduces what would turn out to be true. It is removed.
pub(super) const IT_TURNS_OUT: &str = "it turned out that |it turns out that |it were shown that |it was shown that |\
    you showed me that |somebody showed that ";
/// Introduces an assumption.
pub(super) const ASSUMES: &str =
    "assuming that |assuming |provided that |supposing that |supposing |if we assume that ";
/// Introduces an assumption after the claim.
pub(super) const ASSUMES_AFTER: &str =
    "but only if |only if |but only on condition that |on condition that ";

/// Words that begin a subordinate clause.
pub(super) const SUBORDINATES: &str =
    "when|if|because|although|though|while|as|unless|after|before|until|once|where|whether";
/// Words between «has» or «have» and a participle, besides those in «-ly».
pub(super) const BETWEEN_PERFECT: &str =
    "not|never|always|also|long|ever|since|all|both|already|again|just|only";
/// Participles that end neither in «-ed» nor in «-en».
pub(super) const PARTICIPLES: &str = "been|become|come|gone|had|made|done|grown|lost|left|kept|paid|run|shut|cut|sold|spent|built|\
    held|met|found|won|put|gotten|got|shrunk|begun|stood|brought|bought|thought|taught|sent|led|read|seen|known|shown|sunk";
/// First words that refer to the sentence before.
pub(super) const REFERS_BACK: &str = "this|that|these|those|it|they|he|she|such|both|neither|nor|its|their|his|her|none|one|ours|theirs|others|then";
/// Words before the beginning of a clause, besides those of a subordinate one.
pub(super) const BEFORE_A_CLAUSE: &str =
    "that|and|but|or|so|since|than|for|nor|yet|which|who|then|here";
/// Pronouns after a preposition at the start of a sentence that refer to the one before.
pub(super) const OBJECTS: &str = "others|them|it|him|her";
/// Words after «there» with which it refers to no place named before.
pub(super) const EXISTENTIAL: &str = "is|are|was|were|be|will|would|may|might|must|can|could|should|ought|exists|exist|remains|remain|\
    seems|seem|isn't|aren't|wasn't|weren't|never|always|also|still|no";
/// Words after «there» with which it refers to no place only where it begins a clause: «there has been» against «the shops there have».
pub(super) const EXISTENTIAL_AT_FIRST: &str = "has|have|had|comes|goes|needs";
/// Pronouns at the end of a clause that refer to the sentence before: «One could live with that.»
pub(super) const AT_THE_END: &str = " that.| that,| that;| this.| this,| this;";
/// Verbs after an impersonal «one».
pub(super) const AUXILIARIES: &str = "can|cannot|may|might|must|could|should|would|does|has";
/// Beginnings in which «it» refers to nothing if «to» or «that» follows: «it is enough to …».
pub(super) const IMPERSONAL_IT: &str =
    "it is |it was |it would be |it may be |it takes |it costs |it seems |it has ";
/// Pronouns with which a conclusion cannot be understood without its reason.
pub(super) const PRONOUNS: &str = "it|they|he|she|this|them|him|its|their|one|those";

/// Words that make a sentence with a figure a citation.
pub(super) const SOURCES: &str = "according to|found that|found a |survey|study|studies|reported|census|statistics|estimate|\
    figures from|paper by|records|register|measured|counted";

/// Whether a list contains an entry.
pub(super) fn has(list: &str, word: &str) -> bool {
    list.split('|').any(|entry| entry == word)
}
