//! The words that tell a stated answer from a letter that is only mentioned: tables by language.
//!
//! Deliberately absent: grammar. How the words combine is in `lead`, `verdict` and `standing`.
//! To add a language, add a row to [`LANGUAGES`] with the words it needs; to add a phrase, add it to a row.

use super::phrases::Role;
use super::tokens::{ANSWER_MARK, CROSS, TICK};

use Role::{
    After, And, Answer, Choice, Filler, Hedge, If, Link, NoAnswer, Not, Other, Right, So, Turn,
    Verb, Wrong,
};

/// Phrases of one language, each list separated by `|`.
pub(super) struct Language {
    #[allow(
        dead_code,
        reason = "names the row for whoever reads or extends the table"
    )]
    name: &'static str,
    /// What its words do.
    pub phrases: &'static [(Role, &'static str)],
}

pub(super) const LANGUAGES: &[Language] = &[
    Language {
        name: "marks",
        phrases: &[
            (Answer, ANSWER_MARK),
            (Verb, TICK),
            (Right, TICK),
            (Not, CROSS),
            (Wrong, CROSS),
        ],
    },
    Language {
        name: "English",
        phrases: &[
            (
                Answer,
                "answer|answers|ans|answer's|final answer|solution|conclusion|verdict|prediction",
            ),
            (
                Choice,
                "option|options|choice|choices|letter|alternative|selection|selected|pick|guess|result|response|correct|\
                correct one|right one|best one|candidate|bet|vote|decision|key|output|final",
            ),
            (
                Link,
                "is|be|was|are|would|should|must|has|have|to|seems|appears|remains|becomes|will|being|as|ought|needs|'s|\
                therefore|thus|hence|likely|most likely|probably|indeed|clearly|obviously",
            ),
            (
                Verb,
                "pick|picking|picked|choose|choosing|chose|select|selecting|selected|go with|going with|went with|go for|\
                going for|stick with|sticking with|opt for|opting for|settle on|settling on|vote for|lean toward|\
                lean towards|leaning toward|leaning towards|leaning to|say|guess|think|believe|suspect|answer with|mark|\
                circle|tick|i take|i'll take|i'd take|stay with|conclude|final choice|choice of|go",
            ),
            (
                So,
                "so|therefore|thus|hence|then|leaving|leaves|leave|leaves us with|leaving us with|left with|leaving only|\
                leaves only|it's|it is|that's|that is|this is|which is|must be|has to be|should be|would be|actually|no|wait|rather|\
                correction|sorry|scratch that|instead|but|only|definitely|probably|certainly|clearly|likely|obviously|\
                surely|maybe|perhaps|i mean|make that|in fact|finally|ultimately|overall|hmm|points to|means|indicates|\
                supports|favors|favours|gives|yields|get|matches|match|corresponds to|namely|finally",
            ),
            (
                Not,
                "not|isn't|aren't|wasn't|never|neither|nor|except|excluding|exclude|excludes|eliminate|eliminates|\
                eliminating|rule out|rules out|ruling out|ruled out|reject|rejecting|discard|discarding|against|avoid|unlike|\
                than|instead of|without|anything but|all but|everything but|cannot|can't|won't|wouldn't|don't|doesn't|\
                didn't|couldn't|shouldn't|dismiss|incorrect|wrong|cross out|crossing out|drop|no longer|false",
            ),
            (
                Right,
                "correct|right|best|answer|safest|safer|better|true|accurate|appropriate|winner|valid|holds|fits|works|wins|matches|\
                applies|remains|it is|it's|proper|suitable|most likely|my choice|my answer|my pick|correctly",
            ),
            (
                Wrong,
                "wrong|incorrect|false|out|eliminated|impossible|invalid|absurd|unsafe|inaccurate|bad|worse|fails|\
                distractor|excluded|nonsense|irrelevant|misleading|unlikely|inappropriate|implausible|rejected|too|ruled",
            ),
            (
                Filler,
                "the|a|an|definitely|clearly|probably|most|likely|certainly|surely|simply|just|still|now|really|\
                obviously|undoubtedly|therefore|thus|hence|indeed|actually|in|fact|of|course|course|follows|following|one|\
                correct|right|best|number|statement|item|labeled|labelled|namely|this|that|both|either|final|with|by|\
                only|my|his|her|your|our|their|given|i|think|believe|say|would|exactly|precisely|here|safest|for|sure|single",
            ),
            (
                After,
                "because|since|as|is|was|and|or|for|due|which|that|who|in|if|not|are|with|from|on|by|per|so|\
                therefore|where|when|it|the|this|they|we|you|i|he|there|but|though|although|instead|would|should|has|\
                i'd|i'm|i'll|it's|that's|thanks|rather|according|seems|looks|describes|states|says|matches|fits|explains|\
                makes|provides|gives|follows|remains|of",
            ),
            (And, "and|or|plus|nor"),
            (
                Hedge,
                "might|may|could|some|many|people|students|often|tempted|tempting|initially|initial|first|originally|original|previous|earlier|almost|\
                nearly|can|would've|considered|considering|one|they|someone|others|user|suggest|suggests|seem|pilots",
            ),
            (
                If,
                "if|although|though|while|despite|whether|unless|suppose|supposing|assuming|assume|doubt|unsure|whenever",
            ),
            (
                NoAnswer,
                "none|n/a|cannot be determined|can't be determined|can't say|cannot say|can't tell|cannot tell|\
                i don't know|don't know|not sure|unknown|undetermined|indeterminate|no answer|no correct answer|\
                not possible|impossible to say|impossible to tell|nothing|neither|all of them|all of the above|all of these|\
                both|none of the above|cannot answer|can't answer|unable to answer|unanswerable|not given|not provided|\
                unclear|insufficient information|not enough information|refuse|unsure|undecided",
            ),
            (
                Turn,
                "wait|no|actually|but|however|rather|instead|so|then|finally|final|correction|therefore|thus|hence|now|\
                sorry|hmm|conclusion|not|though|yet|still|first|initially|mistake|while|whereas|although",
            ),
            (
                Other,
                "class|type|category|part|group|grade|plan|vitamin|point|section|level|phase|zone|area|gate|runway|\
                taxiway|terminal|figure|table|appendix|engine|system|model|hepatitis|team|schedule|mode|unit|line|stage|\
                hangar|side|pump|generator|tank|channel|band|annex|chapter|exhibit|block|version|room|row|seat|concourse|\
                pier|stand|bay|paragraph|subpart|valve|sensor|circuit|frequency|aircraft|sector|region|state",
            ),
        ],
    },
    Language {
        name: "German",
        phrases: &[
            (
                Answer,
                "antwort|antworten|lösung|loesung|antwortmöglichkeit|endantwort|ergebnis",
            ),
            (
                Choice,
                "wahl|buchstabe|möglichkeit|auswahl|variante|richtig|korrekt|richtige|aussage",
            ),
            (
                Link,
                "ist|lautet|wäre|sein|muss|war|heißt|sollte|dürfte|also|somit|daher",
            ),
            (
                Verb,
                "wähle|nehme|entscheide mich für|tippe auf|würde|sage|plädiere für|bleibe bei|denke|glaube",
            ),
            (
                So,
                "also|somit|daher|folglich|demnach|deshalb|doch|nein|moment|sondern|bleibt|bleibt nur|es ist|das ist|eher|aber",
            ),
            (
                Not,
                "nicht|weder|noch|kein|keine|außer|statt|falsch|falsche|ausschließen",
            ),
            (
                Right,
                "richtig|korrekt|stimmt|richtige|die antwort|wählen|nehmen|zutreffend|passt|trifft",
            ),
            (
                Wrong,
                "falsch|inkorrekt|unrichtig|ausgeschlossen|unsinnig|scheidet",
            ),
            (
                Filler,
                "die|der|das|den|hier|eindeutig|richtige|korrekte|klar|wohl|antwort|option|buchstabe|möglichkeit|für",
            ),
            (
                After,
                "weil|da|denn|ist|und|oder|wäre|war|lautet|aber|nicht|ja",
            ),
            (And, "und|oder|sowie"),
            (Hedge, "könnte|vielleicht|zuerst|zunächst|manche|viele"),
            (If, "wenn|falls|ob"),
            (
                NoAnswer,
                "keine|keine der|weiß nicht|unbekannt|keine ahnung|alle|beide|nicht bestimmbar",
            ),
            (Turn, "nein|doch|aber|sondern|moment|also|schließlich"),
        ],
    },
    Language {
        name: "French",
        phrases: &[
            (Answer, "réponse|reponse|réponses|solution"),
            (Choice, "choix|lettre|proposition|bonne"),
            (Link, "est|serait|doit|être|était|reste|donc"),
            (
                Verb,
                "choisis|choisirais|dirais|opte pour|prends|sélectionne|pense|crois|réponds|dis",
            ),
            (
                So,
                "donc|ainsi|alors|c'est|ce serait|non|plutôt|mais|reste|il reste",
            ),
            (Not, "pas|ni|sauf|exclure|élimine|fausse"),
            (
                Right,
                "la réponse|correcte|correct|bonne|juste|exacte|vraie|vrai",
            ),
            (
                Wrong,
                "fausse|faux|incorrecte|incorrect|mauvaise|erronée|exclue",
            ),
            (Filler, "la|le|les|réponse|bien|lettre|ici|correcte|bonne"),
            (After, "parce|car|est|et|ou|puisque|mais|serait"),
            (And, "et|ou"),
            (Hedge, "pourrait|peut|abord|certains"),
            (If, "si"),
            (
                NoAnswer,
                "aucune|aucun|inconnue|sais pas|je ne sais pas|toutes|les deux",
            ),
            (Turn, "non|mais|donc|finalement|plutôt"),
        ],
    },
    Language {
        name: "Spanish, Portuguese, Italian",
        phrases: &[
            (
                Answer,
                "respuesta|solución|resposta|solução|risposta|soluzione|gabarito|rpta|resp|resposta final",
            ),
            (
                Choice,
                "opción|alternativa|letra|inciso|opção|opzione|lettera|correcta|correta|corretta|literal|elección|escolha|scelta",
            ),
            (
                Link,
                "es|sería|debe|ser|era|é|seria|deve|è|sarebbe|essere|por|lo|tanto|está",
            ),
            (
                Verb,
                "elijo|escojo|selecciono|elegiría|diría|opto por|creo|escolho|seleciono|acho|scelgo|seleziono|direi|escolheria|marco",
            ),
            (
                So,
                "entonces|luego|portanto|logo|quindi|dunque|allora|por tanto|por lo tanto|es|não|sino|mas|pero|ma|anzi|perciò|resta|queda|así que",
            ),
            (
                Not,
                "no|ni|não|nem|non|né|excepto|exceto|tranne|salvo|menos|descarto|descarta",
            ),
            (
                Right,
                "la respuesta|a resposta|la risposta|correcta|correcto|correta|correto|corretta|corretto|certa|giusta|verdadera|verdadeira|adecuada",
            ),
            (
                Wrong,
                "incorrecta|incorrecto|incorreta|errada|errónea|falsa|falso|sbagliata|errata|descartada",
            ),
            (
                Filler,
                "la|el|las|los|o|os|as|il|lo|opción|letra|alternativa|opção|opzione|correcta|correta|corretta|final|claramente|sem|dúvida|por|seguro",
            ),
            (
                After,
                "porque|ya|es|y|o|pues|pero|é|e|pois|já|perché|poiché|è|sería|ou|mas|ma|que",
            ),
            (And, "y|o|e|ou|oppure"),
            (Hedge, "podría|puede|poderia|pode|potrebbe|primero"),
            (If, "si|se"),
            (
                NoAnswer,
                "ninguna|ninguno|nenhuma|nenhum|nessuna|nessuno|no sé|não sei|non so|todas|tutte|ambas|desconocida",
            ),
            (Turn, "no|pero|sino|mas|não|ma|entonces|finalmente"),
        ],
    },
    Language {
        name: "Russian, Ukrainian, Polish, Czech",
        phrases: &[
            (
                Answer,
                "ответ|ответы|відповідь|odpowiedź|odpowiedz|odpověď|rozwiązanie|решение",
            ),
            (
                Choice,
                "вариант|варіант|буква|выбор|opcja|wariant|litera|možnost|правильный|верный|правильно",
            ),
            (
                Link,
                "это|является|будет|есть|це|to|jest|brzmi|je|под|буквой",
            ),
            (
                Verb,
                "выбираю|выбрал|выберу|обираю|wybieram|wybrałbym|volím|считаю|думаю|выбрать",
            ),
            (
                So,
                "значит|следовательно|поэтому|итак|отже|więc|zatem|тогда|нет|скорее|а|но|остается|остаётся|это|tedy",
            ),
            (Not, "не|ни|кроме|nie|ani|oprócz|ні|ne"),
            (
                Right,
                "верно|верен|верный|правильный|правильно|правилен|правильна|poprawna|prawidłowa|správně|správná|подходит",
            ),
            (
                Wrong,
                "неверно|неверен|неверный|неправильный|неправильно|błędna|nieprawidłowa|špatně|неправилен",
            ),
            (
                Filler,
                "вариант|варіант|под|буквой|буква|правильный|верный|скорее|всего|конечно|poprawna|prawidłowa|odpowiedź|opcja|litera",
            ),
            (
                After,
                "потому|так|поскольку|ведь|ponieważ|bo|gdyż|protože|является|это|и|или|jest|тому",
            ),
            (And, "и|или|або|lub|oraz|albo|nebo|та"),
            (Hedge, "может|возможно|może|сначала"),
            (If, "если|jeśli|якщо"),
            (
                NoAnswer,
                "никакой|никакая|ни один|ни одна|не знаю|неизвестно|żadna|żadne|nie wiem|все|оба",
            ),
            (Turn, "нет|но|а|значит|jednak|ale"),
        ],
    },
    Language {
        name: "Dutch, Swedish, Danish, Norwegian",
        phrases: &[
            (Answer, "antwoord|svar|svaret|oplossing"),
            (Choice, "optie|keuze|alternativ|alternativet|juiste"),
            (Link, "är|er|zou|zijn|moet|luidt"),
            (Verb, "kies|kiezen|ga voor|väljer|vælger|velger"),
            (So, "dus|daarom|dan|alltså|derfor|därför|nee|nej|nei"),
            (Not, "niet|geen|inte|ikke|noch|behalve"),
            (
                Right,
                "juist|correct|goed|rätt|riktigt|rigtigt|riktig|rigtig",
            ),
            (Wrong, "fout|onjuist|fel|forkert|feil"),
            (Filler, "het|de|optie|det|den|antwoord|alternativ"),
            (After, "omdat|want|en|of|eftersom|fordi|och|og"),
            (And, "en|of|och|og|eller"),
            (NoAnswer, "geen van|weet ik niet|ingen|vet inte"),
        ],
    },
    Language {
        name: "Turkish, Indonesian, Vietnamese, Swahili, Romanian, Greek",
        phrases: &[
            (
                Answer,
                "cevap|cevabı|yanıt|yanıtı|jawaban|jawabannya|jawapan|đáp án|trả lời|jibu|jibu sahihi|răspuns|răspunsul|απάντηση|ìdáhùn|fidio",
            ),
            (
                Choice,
                "seçenek|şık|pilihan|opsi|phương án|varianta|επιλογή",
            ),
            (Link, "adalah|ialah|là|ni|este|είναι|olarak"),
            (Verb, "memilih|pilih|chọn|nachagua|aleg|επιλέγω"),
            (So, "jadi|maka|vậy|hivyo|deci|yani|dolayısıyla|άρα|yalnızca"),
            (Not, "değil|bukan|không|si|nu|δεν|tidak"),
            (
                Right,
                "doğru|doğrudur|benar|đúng|sahihi|corect|σωστή|σωστό|şıkkıdır",
            ),
            (Wrong, "yanlış|yanlıştır|salah|sai|greșit|λάθος"),
            (
                Filler,
                "doğru|seçeneği|seçenek|şıkkı|yang|benar|đúng|sahihi|corect|la|η|το|σωστή",
            ),
            (
                After,
                "çünkü|karena|vì|kwa|pentru|γιατί|ve|veya|şıkkı|seçeneği|dan",
            ),
            (And, "ve|veya|dan|atau|và|hoặc|na|au|și|sau|και|ή"),
            (
                NoAnswer,
                "hiçbiri|bilmiyorum|tidak tahu|không biết|niciuna|κανένα",
            ),
        ],
    },
    Language {
        name: "Arabic, Persian, Urdu, Hebrew, Hindi, Bengali",
        phrases: &[
            (
                Answer,
                "الإجابة|الاجابة|إجابة|اجابة|الجواب|جواب|پاسخ|تشובה|תשובה|התשובה|उत्तर|जवाब|উত্তর",
            ),
            (
                Choice,
                "الخيار|خيار|الحرف|گزینه|האפשרות|विकल्प|বিকল্প|الصحيحة|الصحيح",
            ),
            (Link, "هي|هو|تكون|است|ہے|היא|הוא|है|হল|হলো"),
            (Verb, "أختار|اخترت|اختار|בוחר|चुनता"),
            (So, "إذن|لذلك|إذا|לכן|इसलिए"),
            (Not, "ليس|ليست|لا|غير|לא|नहीं"),
            (Right, "صحيح|صحيحة|الصحيح|الصحيحة|נכון|נכונה|सही|সঠিক"),
            (Wrong, "خطأ|خاطئ|خاطئة|שגוי|गलत|ভুল"),
            (
                Filler,
                "الخيار|الحرف|الصحيحة|الصحيح|النهائية|הנכונה|גزینه|सही|সঠিক|विकल्प",
            ),
            (After, "لأن|כי|क्योंकि|है|و|أو"),
            (And, "و|أو|או|और|या"),
            (NoAnswer, "لا شيء|لا أعرف|לא יודע|पता नहीं"),
        ],
    },
];

/// Signs that end right before a letter, longest first, for scripts written without spaces.
pub(super) const SIGNS_BEFORE: &[(Role, &str)] = &[
    (
        Not,
        "不是|不选|不選|不能选|不应选|排除|除了|并非|而不是|不为|非|없|아닌",
    ),
    (If, "如果答案是|是否是|是不是|如果选|もし"),
    (Hedge, "可能是|也许是|有人选|かもしれ"),
    (
        Verb,
        "选择|選擇|選択|应选|故选|我选|选|選|應選|선택|고르면|เลือก|選ぶなら",
    ),
    (Answer, "答案|正解|答え|解答|回答|정답|답|คำตอบ|最終回答"),
    (
        So,
        "所以|因此|故|则|而是|应该是|应是|就是|因此是|认为是|认为|正确的是|最合适的是|したがって|よって|つまり|그래서|따라서|剩下|只剩",
    ),
    (Choice, "选项|選項|選択肢|보기|선택지|字母"),
];

/// Signs that follow a letter.
pub(super) const SIGNS_AFTER: &[(Role, &str)] = &[
    (
        Wrong,
        "错|是错|不正确|不正確|不对|不對|是不|错误|項錯|项错|不符|は違|は間違|は誤|は不|ではな|じゃな|가아니|는아니|은틀|는틀|이아니|가틀|项不|選項不|选项不",
    ),
    (
        Right,
        "正确|正確|是正确|是正確|是对的|是正解|项正确|選項正確|选项正确|是答案|是正确答案|が正解|が正し|が答え|が適切|が最も適切|가정답|이정답|가맞|이맞|最合适|符合|が正",
    ),
];

/// Signs that join letters.
pub(super) const SIGNS_AND: &str = "和与或还是及、還跟とやか와과나";
