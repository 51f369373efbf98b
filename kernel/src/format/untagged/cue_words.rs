//! Words that show the role of a sentence or a clause.
//!
//! Every list is in lower case, with entries separated by `|`. Of a word with two uses, only the
//! unambiguous use is listed: «since» after a comma introduces a reason, without a comma it may
//! introduce a time.

pub(super) use crate::text::is_listed as has;

/// Connects a sentence to the one before, without another role.
pub(super) const JOINING: &str = "and |but |yet |or |besides, |moreover, |furthermore, |however, |still, |also, |indeed, |\
    in short, |until then, |until then |even so, |nevertheless, |first, |second, |third, |finally, ";
/// Introduces an opinion of the author.
pub(super) const OPINION: &str = "i say that |i think that |i believe that |i hold that |i maintain that |i am convinced that |in my view |\
    in my view, |in my opinion, |to my mind, |note that |remember that |bear in mind that |keep in mind that ";
/// Introduces how an author came by an opinion.
pub(super) const I_HAVE_COME: &str =
    "i have come |i've come |i came |i have slowly come |i have been brought ";
/// Introduces the opinion to which an author came.
pub(super) const TO_THE_VIEW: &str = "to the view that |to the conclusion that |to the opinion that |to the belief that |\
    to believe that |to think that |to see that ";
/// Introduces what an author is going to do in the text.
pub(super) const SETS_OUT: &str = "i would like to explain |i'd like to explain |i should like to explain |i would like to set out |\
    i would like to begin |i would like to start |i would like to say |i would like to add ";
/// Says after a claim that a later part of the text is about it.
pub(super) const SHOWN_LATER: &str = ", as i shall explain|, as i will explain|, as i shall show|, as i will show|, as i hope to show|\
    , as we shall see|, as we will see";
/// Verbs after «I» with which authors take a position. With any other verb the sentence is about
/// the author.
pub(super) const OPINION_VERBS: &str = "think|believe|hold|maintain|doubt|deny|reject|prefer|expect|trust|distrust|would|insist|\
    do not think|do not believe|do not see|do not accept|do not trust|cannot";
/// Introduces what the author asks of the reader, which is no position.
pub(super) const ADDRESSES: &str = "people ask |take what |take this |take it |take my |let me |let us |let the |let her |let him |let them |let it |begin with |start with |think of |ask |\
    show me |give me |tell me |consider |imagine |look at |suppose |assume |for suppose |for assume |for imagine ";
/// First words of a sentence that says when or where its author did something: «For eight years I
/// stood at the door.»
pub(super) const BEFORE_A_TIME: &str =
    "for|in|on|at|during|after|before|since|every|each|once|last|when|from";
/// Introduces a concession.
pub(super) const CONCEDES: &str = "admittedly, |admittedly |granted, |i grant one thing: |i grant one thing freely: |i concede one thing: |i grant |i concede |i admit |i accept |i agree |i do not deny |\
    i do not doubt |i will not deny |i would not deny |nor do i deny |nor will i deny |nor would i deny |it is true |it may be that |\
    i will admit |i must admit |i have to admit |i must concede |i would concede |it must be conceded |it must be admitted |\
    fair enough, |fair enough; |it has to be acknowledged |it must be acknowledged |it should be acknowledged |\
    it is acknowledged |it is accepted |it has to be admitted |it has to be conceded |we acknowledge |we accept |we concede |we grant |\
    we admit |we do not deny |i acknowledge |it may well be that |it might be that |it could be that |true, |to be fair, |there is no denying |it cannot be denied |\
    it has to be said ";
/// Words between «I grant» and what is granted.
pub(super) const WILLINGLY: &str = "freely |readily |gladly |willingly |happily |openly |you |with you |with him |with her |with them ";
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

/// Introduces what an author knows or sees, perhaps with a few words before «that».
pub(super) const KNOWS: &str = "i know |i know, |i realise |i realize |i see |i understand |i appreciate |i recognise |i recognize |i am aware |\
    i'm aware |i’m aware |we know |we realise |we realize |we see |we understand |we recognise |we recognize |we are aware ";
/// How well an author knows something, with a space at the end.
pub(super) const WELL: &str = "very well |full well |perfectly well |only too well |all too well |well enough |too |now |of course |\
    from experience ";
/// Verbs between people and what their claim is called.
pub(super) const BEFORE_A_JUDGEMENT: &str = "is |are |was |were |has |have |may be |may well be ";
/// Words for a claim that is true.
pub(super) const RIGHT: &str = "right|correct|point";
/// Words for a claim that is not.
pub(super) const WRONG: &str = "wrong|mistaken|incorrect";
/// People who may be right or wrong.
pub(super) const OTHERS_JUDGED: &str = "they |he |she |you |some |critics |opponents |my opponents |others |sceptics |the other side |people |many ";
/// Begins an exclamation.
pub(super) const EXCLAIMS: &str = "what |how |such ";
/// Introduces what others say, think or pretend.
pub(super) const TO_SAY: &str = " to say that | to claim that | to think that | to believe that | to suppose that | to imagine that | to pretend that | to suggest that |\
    to argue that | to tell us that | to tell me that ";
/// People whose claims an author reports in order to answer them.
pub(super) const OTHERS: &str = "they |some |some people |somebody |someone |people |many |many people |critics |opponents |my opponents |others |\
    everybody |everyone |sceptics |the other side |my neighbour |my neighbours |my colleagues |my friends ";
/// First words of a sentence that are no names of people, although one says or argues something.
pub(super) const NO_PEOPLE: &str = "whatever|however|like|than|research|science|experience|history|theory|evidence|nature|law|reason|everything|nothing|nobody|it|\
    this|that|he|she|which|what|who|whoever|all|each|one|everyone|everybody|none|no|i|we|you|they|a|an|study|studies|report|reports|data|\
    census|survey|statistics|figures|numbers|book|text|passage|story|sentence|word|words|record|records|register|paper|papers|rule|rules|\
    constitution|contract|treaty|economists|experts|researchers|scientists|doctors|engineers|historians|auditors";
/// First words of a phrase for a person.
pub(super) const PERSON_PHRASES: &str =
    "the|my|our|his|her|their|your|a|an|another|someone|somebody";
/// The verbs of people whose claim an author reports.
pub(super) const REPORTS: &str = "says that |said that |writes that |wrote that |cites |cite |points to |point to |invokes |invoke |says, |writes, |say that |write that |say, |write, |\
    promise that |promises that ";
/// Such verbs with which an author does not share what is said.
pub(super) const CONTENDS: &str = "argues that |claims that |thinks that |believes that |assumes that |insists that |objects that |\
    maintains that |tells me that |tells us that |assures me that |assures us that |warns that |argue that |claim that |think that |\
    believe that |assume that |insist that |object that |maintain that |tell me that |tell us that |assure me that |assure us that |\
    warn that |argued that |claimed that |thought that |believed that |assumed that |insisted that |objected that |maintained that |\
    told me that |told us that |assured me that |assured us that |warned that |holds that |hold that |held that |fears that |fear that |\
    feared that |worries that |worry that |worried that |submits that |submit that |points out that |point out that |replies that |\
    reply that ";
/// Verbs of thought and speech after which a clause may follow without «that», and seldom a thing:
/// not «the council maintains the roads».
pub(super) const THINKS: &str = "think |thinks |believe |believes |insist |insists |say |says |tell me |tells me |told me |tell us |tells us |told us ";
/// Words after such a verb with which no clause begins.
pub(super) const NO_SUBJECTS: &str = "that|in|on|of|for|to|about|over|with|against|at|from|through|by|upon|like|as|so|little|much|\
    more|less|nothing|otherwise|highly|both|only|what|how|why|when|whether|where";
/// First words of what an author says after a report that ends with a semicolon.
pub(super) const AFTER_A_REPORT: &str = "i|we|this|that|not|nothing|in";
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
    that does not follow|that is no argument|that settles nothing|they are mistaken|they are wrong|he is mistaken|he is wrong|\
    she is mistaken|she is wrong|you are mistaken|you are wrong";
/// Says that the author takes no position.
pub(super) const ABSTAINS: &str = "i cannot judge|i can't judge|i cannot say|i can't say|i do not know|i don't know|i am not sure|\
    the question is|the heart of the matter is|i have no view|i have no opinion|i leave open|i take no position|express no opinion|\
    expresses no opinion|may see it differently|may see this differently|may think otherwise|may well disagree|may disagree";
/// Introduces what the author and the others agree about, without saying it.
pub(super) const AGREES: &str = "we agree, i believe, about|we agree, i think, about|we agree about|we agree on|we do not differ about|we do not differ on|\
    we do not disagree about|we do not disagree on";
/// Says the answer to the topic's question and nothing else.
pub(super) const BARE_ANSWERS: &str = "i say yes|i say no|i vote yes|i vote no|my answer is yes|my answer is no|yes|no|i am against it|\
    i am for it|i'm against it|i'm for it|i’m against it|i’m for it|i oppose it|i support it|i am against this|i am for this|\
    i oppose this|i support this|we oppose it|we support it";
/// Introduces what an author pleads for.
pub(super) const PLEADS: &str = "i ask the |i ask you |i ask that |i urge |i would urge |i'd urge |i recommend |i propose |i am proposing |i would like it |\
    we ask |we urge |we recommend |we propose |my advice is |my recommendation is |i hope parliament |i hope the |ministers are invited |the board is invited |the council is invited |\
    the committee is invited |members are invited |this note recommends |this paper recommends |my proposal is ";
/// Introduces a reason for the author's answer.
pub(super) const PERSUADES: &str = "what persuades me is that |what moves me is that |what convinces me is that |\
    what decides it for me is that |what decides the matter for me is that |my reason is that |my main reason is that |\
    my reasons are that |that's the pitch: |that is the pitch: |that is my case: |that's my case: |my reasons are these: |to sum up: ";
/// Introduces an answer to the topic's question.
pub(super) const ANSWERS: &str = "my answer is yes|my answer is no|my answer: yes|my answer: no";
/// First words of a sentence that does not assert what it says.
pub(super) const NOT_ASSERTED: &str = "if|whether|when|because|unless|why|suppose|supposing";
/// Verbs that say what ought to be done, besides «have to» and «need to».
pub(super) const MODALS: &str = "should|must|ought|shall";
/// First words of a sentence in which an author, or the organization for which the author writes,
/// takes a position.
pub(super) const SPEAKERS: &str = "i|we|my|our|the|this";
/// Words with which authors and organizations plead for what should be done, or against it.
pub(super) const WANTS: &str = "want|wants|urge|urges|ask|asks|recommend|recommends|advise|advises|advice|recommendation|propose|\
    proposes|support|supports|favour|favours|favor|favors|endorse|endorses|vote|oppose|opposes|opposed|reject|rejects|refuse|refuses|\
    resist|against";
/// Words that plead against what follows them.
pub(super) const OPPOSES: &str =
    "against|oppose|opposes|opposed|reject|rejects|refuse|refuses|resist|resists";
/// Verbs with which an imperative pleads for one of the answers.
pub(super) const COMMANDS: &str = "ban|forbid|prohibit|outlaw|end|stop|abolish|scrap|close|shut|remove|drop|allow|permit|let|keep|\
    retain|preserve|continue|leave|introduce|adopt|build|start|create|establish|launch|install|postpone|delay";
/// Words before the verb of an imperative.
pub(super) const BEFORE_A_COMMAND: &str = "do|don't|not|never|please|so|then|and|but";
/// Adverbs between these people and their verb.
pub(super) const ADVERBS: &str = "often |sometimes |usually |always |easily |commonly |widely |frequently |now |also |will |may |might |could |would |like to |likes to ";
/// The verbs of these people.
pub(super) const REPORTING_VERBS: &str = "say |says |argue |argues |claim |claims |think |thinks |believe |believes |assume |assumes |\
    imagine |object |objects |insist |insists |reply |tell me |tell us ";
/// What others imagine is not what the author thinks, even where it is only a thing: «People
/// imagine policemen.»
pub(super) const IMAGINE: &str = "imagine ";
/// Introduces hearsay.
pub(super) const HEARSAY: &str = "it may be objected |it might be objected |it will be objected |it may be said |it will be said |\
    the other thing i hear is |another thing i hear is |i hear it said that |i have heard it said that |i am told |i am often told |we are told |we are often told |one hears |\
    one often hears |i hear |you will hear |we are promised |we are assured |we are also promised |we're promised |we're also promised |\
    you have been told |we have been told |you are told |you've been told |we're told |there is the promise |then there is the promise |\
    there is the claim |then there is the claim |there is the argument |then there is the argument |there is the hope |\
    then there is the hope ";
/// Says within a sentence that others say it.
pub(super) const THEY_SAY: &str = ", so they say,|, they say,|, so they say.|, they say.|, so we are told,|, we are told,|, we are told.|, the story goes,|\
    , the story goes.|, so the story goes,|, so the story goes.|, as the story goes,|, as the story goes.|, it is said,|, it is said.";
/// Verbs between «it» and the participle of what is reported.
pub(super) const PASSIVES: &str =
    "is |was |is being |will be |may be |might be |can be |could be |would be ";
/// Verbs between «I» and the participle of what is reported to the author.
pub(super) const OWN_PASSIVES: &str =
    "am |was |have been |had been |are |were |we've been |i've been ";
/// Participles of what others say, between such a verb, perhaps with an adverb, and «that».
pub(super) const REPORTING_PASSIVES: &str = "said |argued |claimed |assumed |objected |supposed |feared |thought |alleged |asserted |\
    maintained |contended |rumoured |believed |urged |pointed out ";
/// The same where a text that asks for something may say it of itself: «it is suggested that».
pub(super) const PAST_PASSIVES: &str = "suggested |put |hinted ";
/// Participles of what others say to the author.
pub(super) const TOLD: &str = "told |assured |promised |warned |asked to believe ";
/// Nouns that announce what others think: «Two objections remain.»
pub(super) const ANNOUNCES_OBJECTIONS: &str = "objections|worries|doubts|counter-arguments";
/// Introduces each of the objections that were announced.
pub(super) const ONE_OF_THEM: &str = "one is that |the one is that |the other is that |another is that |the first is that |\
    the second is that |the third is that |the last is that ";
/// Nouns with which a sentence reports what others think: in the subject of «the … is that …», or
/// before a colon at its start.
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
/// First words of an amount: «We need a cap: five per cent a year.»
pub(super) const NUMBERS: &str =
    "two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|fifty";
/// Words after «so» with which it introduces no conclusion.
pub(super) const NOT_AFTER_SO: &str = "on|forth|that|far|much|many|long|to|called|do|does|did|is|are|was|were|has|have|had|can|could|would|will|should|must";
/// Words before «because» with which it does not introduce the reason of the claim.
pub(super) const NOT_BEFORE_BECAUSE: &str =
    "not|only|just|simply|merely|partly|mainly|largely|is|was|are|were|and|or";
/// Subjects with which a claim may deny its reason too, unless a comma separates them.
pub(super) const NEGATIVE_SUBJECTS: &str = "nobody |no one |nothing |no ";

/// Verbs with which a claim may deny its reason, unless a comma separates them: «It does not die
/// because somebody else holds it.»
pub(super) const NEGATIVE_VERBS: &str = " does not | do not | did not ";

/// Asks, in a question of the author, what would change its mind: the next sentence says it.
pub(super) const ASKS_ITS_MIND: &str =
    "change my mind|convince me|persuade me|prove me wrong|make me change|make me reconsider";
/// What an author would do whose mind has changed.
pub(super) const GIVES_WAY: &str = "change my mind|think again|reconsider|reassess|withdraw|withdrawn|revise|give way|be persuaded|be wrong|\
    drop the whole thing|drop this|put my name|swallow|vote for|vote against|support|oppose|sign|recommend|advise|a different|be different|otherwise|\
    be for it|be against it|be on the other side|drop the idea|give it up|change sides|left to object|nothing to object|no objection|\
    recommended|supported|signed|opposed|advised|voted for|voted against|leave it alone|leave it be|leave it as it is|leave the thing alone|\
    no quarrel|take it all back|take it back|apology|apologise|come round|join them|tear up|scrap|\
    abandon|listen";
/// What there would not be if the author changed its mind.
pub(super) const THERE_WOULD_BE_NO: &str = "there would be no |there'd be no |you would not be reading |you wouldn't be reading |\
    you would not be hearing |you wouldn't be hearing |i have no case|i have no argument|i have nothing left ";
/// Words with which what an author would do stays what it is.
pub(super) const ALL_THE_SAME: &str = "still|same|anyway|nevertheless|no different|regardless|even so|not change|not alter|\
    nothing moves|exactly as i do|as i do now|as i do today";
/// What something would do to the author's case that refutes it.
pub(super) const REFUTES: &str =
    "end|ruin|sink|undo|destroy|overturn|refute|demolish|defeat|finish|silence";
/// Verbs whose object is the author's case, which depends on their subject.
pub(super) const CARRIES: &str = "carry|carries|support|supports|decide|decides|settle|settles|determine|determines|\
    ground|grounds|justify|justifies";
/// What is said of the author's case that does not depend on something, after the noun.
pub(super) const UNCHANGED: &str = "would be the same|would stay the same|would remain the same|would not change|wouldn't change|\
    would be unchanged|would be no different|would stand all the same|remains the same|is the same either way";
/// Ends of a clause that names as a reason what was said before.
pub(super) const FOR_THAT: &str = "for that|for this|for that alone|for this alone|for that reason|for this reason|on that account|because of that";
/// Verbs of giving and waiting, of which «for that» names the price or the aim.
pub(super) const GIVES: &str =
    "pay|give|thank|blame|forgive|ask|vote|stand|wait|beg|trade|swap|exchange";
/// Introduces what would be without what was said before.
pub(super) const WITHOUT_IT: &str = "without it |without that |without this |without them |without these |without those |without it, |\
    without that, |without this, |without them, |without these, |without those, ";
/// Words for one of several reasons.
pub(super) const ORDINALS: &str = "first |second |third |fourth |last |final |next |other |main |central |chief |principal |decisive |\
    weightiest |strongest |only ";
/// Nouns for what persuades an author.
pub(super) const REASON_NOUNS: &str = "reason |consideration |ground |finding |concern ";
/// The same after «my» or «our».
pub(super) const OWN_REASON_NOUNS: &str =
    "reason |consideration |ground |finding |concern |argument |point |worry |objection |fear ";
/// Words of a condition that is about what was said before.
pub(super) const OF_SUBJECT: &str =
    "it|they|them|he|him|she|her|this|that|these|those|the|otherwise|so|its|their|my|our";
/// Words after «if that were» with which a condition denies what was said before.
pub(super) const NOT_SO: &str = "different|otherwise|so|not|true|false|untrue|wrong|reversed";
/// Verbs after «would» that are no act of the author's on the matter.
pub(super) const NO_ACTS: &str = "be|have|like|still|never|only|not|add|argue|call|guess|bet|say|think|expect|hope|ask|want|wish|need";
/// Says after its subject what would change the author's answer: «A credible costing would lead us
/// to reopen the matter.»
pub(super) const WOULD_CHANGE: &str = "would change my mind|would change our mind|would change my answer|would change our advice|\
    would lead us to reopen|would lead me to reopen|would lead us to reconsider|would lead me to reconsider|would make me think again|\
    would make us think again|would make me reconsider|would make us reconsider|would persuade me|would persuade us|would convince me|\
    would win me over|would bring me round";
/// First words of the lines above a letter or a memorandum.
pub(super) const LETTERHEADS: &str = "to|from|date|subject|re|cc|ref|reference|for|copy|title";
/// Beginnings of a condition that its author is wrong.
pub(super) const IS_WRONG: &str = "i am wrong|i'm wrong|i am mistaken|i'm mistaken|i am deceived|somebody can show|someone can show|\
    anybody can show|anyone can show";
/// Words of a condition under which only what it names would count.
pub(super) const NOTHING_ELSE: &str = "my only|our only|the only|nothing else|no other reason|no other ground|no other objection|\
    no other worry";
/// Beginnings of a clause after «if» that is no condition.
pub(super) const NO_CONDITIONS: &str =
    "you ask |i may |i remember |i am honest |i had to guess |you like ";
/// What authors would do only out of politeness.
pub(super) const POLITE: &str = "would add|would say|would like|would guess|would argue|would call|would bet|would be surprised|\
    would be grateful|would be happy|would be glad|i'd add|i'd say|i'd like|i'd guess|i'd argue|i'd call|i'd bet|i'd be surprised|\
    i'd be grateful|i'd be happy|i'd be glad";
/// Introduces a condition anywhere in a sentence.
pub(super) const IF: &str = "even if |if ";
/// Introduces a condition after a colon or a dash.
pub(super) const INVERTED: &str = "were |had |should ";
/// Words before a condition within a sentence.
pub(super) const BEFORE_A_CONDITION: &str = "and|but|because|so";
/// Introduces a condition.
pub(super) const CONDITIONS: &str = "even if |if |as long as |so long as |should |were |had |show me that |show me |show us that |show us |prove to me that |\
    prove to us that |convince me that |convince us that |promise me |promise us |give me |give us |prove me wrong |prove me mistaken |take this away |take that away |take it away ";
/// Those of them after which what the author will do is a condition as well.
pub(super) const DEMANDS: &str = "show me that |show me |show us that |show us |prove to me that |prove to us that |convince me that |convince us that |\
    promise me |promise us |give me |give us |prove me wrong |prove me mistaken |take this away |take that away |take it away ";
/// Introduces what an author grants for the sake of argument, because its answer does not depend on
/// it.
pub(super) const SUPPOSES: &str = "suppose |but suppose |and suppose |let us say |let's say |but let us say |but let's say |\
    for the sake of argument ";
/// The verbs of what an author would do on a condition.
pub(super) const WOULD: &str =
    "would|could|might|should|will|shall|wouldn't|couldn't|shouldn't|won't";
/// The verbs of what an author would do if something were otherwise than it is.
pub(super) const CONTRARY: &str = "would|could|might|should|i'd|wouldn't|couldn't|shouldn't";
/// Words before which «were» stands in a condition, besides adverbs in «-ly» and participles.
pub(super) const AFTER_WERE: &str = "to|as|so|too|not|no|never|only|just|less|more|half|twice";
/// Says that the author's answer does not depend on what it is about.
pub(super) const IDLE: &str = "would never decide|would not decide it|would not decide the question|does not decide it|\
    does not decide the question|is not what decides|isn't what decides|is not what settles|nobody should decide|no one should decide|\
    mention it only|mention this only|carries no weight|carry no weight|does not turn on|doesn't turn on|do not turn on|not relied on|\
    do not rely on|make that the quarrel|make no difference|makes no difference|made no difference|no importance|no weight|\
    not build anything on|not hang my hat on|not rest my case on|not make much of|would stand all the same|the advice would stand|\
    advice in this note would stand|for completeness|wouldn't build anything on|isn't what we're|is not what we are|little hangs on|nothing hangs on|\
    not much hangs on|even if i|i would still|i should still|i'd still|we would still|is beside the point|my answer would be the same|\
    my advice would be the same|is not why i|isn't why i|is not the reason i|isn't the reason i|is not the reason why i|\
    isn't the reason why i|not matter to me|wouldn't matter to me|doesn't matter to me|is a side issue|is a minor matter|is a minor point|\
    is a small matter|leave that to others|leave this to others|leave it to others|that would not be a reason|that wouldn't be a reason|that would be no reason|\
    that is no reason to|that's no reason to|that is not a reason to|that isn't a reason to|this would not be a reason|\
    this would be no reason|this is no reason to|this is not a reason to";
/// Nouns for what an author's answer is or is based on, of which a sentence says on what it
/// depends.
pub(super) const OWN_CASE: &str = "argument|case|demand|request|proposal|campaign|answer|position|view|vote|advice|objection|support|opposition|conclusion|verdict|\
    recommendation|judgement|judgment|reasoning";
/// Verbs before «on» that say on what something depends.
pub(super) const DEPENDS: &str =
    "depend|depends|turn|turns|rest|rests|hang|hangs|hinge|hinges|rely|relies|relied";
/// Introduces each of the reasons that were announced.
pub(super) const ONE_OF_THE_REASONS: &str = "the first is |the first reason is |my first reason is |first, |firstly, |the second is |\
    the second reason is |my second reason is |second, |secondly, |the third is |the third reason is |my third reason is |third, |\
    thirdly, |the other is |the other reason is |the last is |the last reason is ";
/// Announces several reasons.
pub(super) const SEVERAL_REASONS: &str = "two reasons|three reasons|four reasons|several reasons";
/// Takes back what a sentence says before it.
pub(super) const TAKES_BACK: &str =
    "but it isn't|but it is not|but they aren't|but they are not|but it doesn't|but it does not";
/// Says that the author's answer depends on what it is about, unless it is negated.
pub(super) const WEIGHS: &str = "settles the matter|settle the matter|settles it for me|settles the question|settle the question|\
    decides the matter|decides the question|decides it for me|decides it|is decisive|as decisive|are decisive|is indispensable|as indispensable|is essential to the case|the main reason|my main reason|\
    the chief reason|the strongest reason|reason enough|is enough for me|is why i|counts in favour|counts in favor|counts against|\
    matters to me|matters most|weighs most|weighs heavily|the heart of the matter|is what persuades me|is what convinces me|\
    my case rests on|my answer rests on|my position rests on|my position turns on|my answer turns on|my case turns on|what i care about|\
    it comes down to|my reason is|the weightier reason|the real reason|the deeper reason|the whole of my objection|the whole of my case|\
    my whole objection|my whole case|stands on this|stands or falls with|let somebody show me|let someone show me|let anybody show me|\
    let anyone show me|what matters to me|the test is|first of all a question of|my advice turns|my advice rests|is the case for|\
    is the case against|is the whole case|is my whole case|is the main case|i have to advise against|i must advise against|everything turns on|everything hangs on|\
    everything else comes second|hangs on it|hangs on this|hangs on that|hinges on it|hinges on this|hinges on that|turns on it|\
    turns on this|turns on that|what moves me|alter my opinion|alter my view|change my opinion|change my view|my first reason|\
    my second reason|my third reason|a second reason|a third reason|another reason|my first concern|my second concern|my third concern|\
    weighs just as much|weighs as much|worth the price|i'd listen|i would listen|is the reason i|is the reason why i|that alone would be enough|this alone would be enough|\
    that alone is enough|this alone is enough|that alone would suffice|this alone would suffice|that alone suffices|this alone suffices|\
    my other reason|my central reason|my only reason|on this i rest my|on that i rest my|on this i base my|on that i base my|\
    on this i stake my|on that i stake my|i rest my case on|i base my case on|everything else is decoration|everything else is detail|\
    the rest is decoration|the rest is detail";
/// Says what an author cannot plead for.
pub(super) const REFUSES: &str = "i cannot recommend|i cannot support|i cannot back|i cannot vote for|i cannot sign|i cannot defend|\
    i can't recommend|i can't support|i can't back|i can't vote for|i couldn't back|i couldn't support|i couldn't vote for|\
    i could not back|i could not support|i could not vote for|i could not recommend|we cannot recommend|we cannot support|\
    i could not have put my name|cannot get past|can't get past|i can't get behind|i cannot get behind|i am not prepared to|\
    i'm not prepared to|not something i can|not something i could|nothing i can support";
/// Introduces what would turn out to be true. It is removed.
pub(super) const IT_TURNS_OUT: &str = "it turned out that |it turns out that |it should turn out that |it were shown that |it was shown that |\
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
/// Words after «there» with which it refers to no place only where it begins a clause: «there has
/// been» against «the shops there have».
pub(super) const EXISTENTIAL_AT_FIRST: &str = "has|have|had|comes|goes|needs";
/// Pronouns at the end of a clause that refer to the sentence before: «One could live with that.»
pub(super) const AT_THE_END: &str =
    " the same way.| in the same way.| that.| that,| that;| this.| this,| this;";
/// Words after a «one» that is one of several named before.
pub(super) const AFTER_ONE: &str = "|is|was|of|had|did|which|who|in|on|at|to|lies|stands";
/// Beginnings in which «it» refers to nothing if «to» or «that» follows: «it is enough to …».
pub(super) const IMPERSONAL_IT: &str =
    "it is |it was |it would be |it may be |it takes |it costs |it seems |it has ";
/// Pronouns with which a conclusion cannot be understood without its reason.
pub(super) const PRONOUNS: &str = "it|they|he|she|this|them|him|its|their|one|those";

/// Words that make a sentence with a figure a citation.
pub(super) const SOURCES: &str = "according to|found that|found a |survey|study|studies|reported|census|statistics|estimate|\
    figures from|paper by|records|register|measured|counted";
