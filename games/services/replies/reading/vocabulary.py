"""Folded English, German and French word lists: courtesies, choosing, negations, doubts. They never decide between two choices."""


def word_set(*lines: str) -> frozenset[str]:
    """Return the words of all lines."""
    return frozenset(word for line in lines for word in line.split())


_set = word_set


def phrases_of(*lines: str) -> tuple[str, ...]:
    """Return the phrases of all lines, which are separated by bars."""
    return tuple(phrase for line in lines for phrase in line.split("|") if phrase)


GREETINGS = _set(
    "hi hello hey hiya howdy greetings dear hallo hej servus moin moinmoin gruss gruezi liebe lieber liebes tach bonjour bonsoir",
    "salut coucou cher chere chers allo yo",
)
GREETING_PHRASES = phrases_of(
    "good morning|good evening|good afternoon|good day|guten morgen|guten tag|guten abend|gruss gott|gruess gott|grus gott|",
    "grus dich|gruss dich|sehr geehrte|sehr geehrter|schonen guten|mahlzeit|bien le bonjour",
)
COURTESY = _set(
    "pleeease pleease plis pliz bidde biddeschon bittebitte danki mercii thanx tnx tx thnx plox grazie gracias prego dankee dankeee",
    "please pls plz thanks thank thx thankyou ty ta cheers kindly welcome bitte danke dankeschon dank bitteschon merci stp svp sorry",
    "entschuldigung pardon desole desolee herzlichen",
)
SIGN_OFF_PHRASES = phrases_of(
    "best|best regards|kind regards|warm regards|many thanks|thanks|thank you|all the best|best wishes|take care|see you|see ya|",
    "talk soon|yours truly|yours sincerely|yours|with love|lots of love|love|cheers|regards|bye|warmly|have a nice|have a good|",
    "have a great|good night|xoxo|xo|xx|xxx|sincerely|speak soon|liebe grusse|liebe gruesse|viele grusse|viele gruesse|",
    "beste grusse|beste gruesse|herzliche grusse|schone grusse|herzliche gruesse|schone gruesse|freundliche grusse|",
    "mit freundlichen|mit besten|mit lieben|gruss|grusse|gruesse|lg|vg|mfg|bg|bis dann|bis bald|bis morgen|bis spater|tschuss|",
    "tschuess|ciao|dein|deine|schonen tag|schonen abend|schones wochenende|vielen dank|danke|danke und gruss|gute nacht|euer|eure|",
    "servus|cordialement|bien cordialement|bien a vous|bien a toi|amicalement|amities|bises|bisous|grosses bises|a bientot|a plus|",
    "a demain|a tout|merci|merci d avance|merci beaucoup|salutations|bonne journee|bonne soiree|bonne nuit|sinceres salutations|",
    "meilleures salutations|je vous prie|au revoir|tchao|bien sincerement",
)
MUSING = _set(
    "leider unfortunately sadly malheureusement helas",
    "umm ummm phew pff pfff puh uff tja ach oha boah bof zut mince argh ugh wow woah whoa allez hop aha ahh ohh hoho hey damn mist",
    "merde yikes natuerlich naturlich obviously certainly absolument evidemment logisch logo bref tiens gell ne gut finally endlich",
    "enfin hm hmm hmmm hmmmm um uh er ah oh ok okay okey okidoki alright well so then now right also na naja jo bon",
    "alors ben bah euh hein eh ha haha hahaha hehe hihi lol mdr ptdr yay hooray juhu super great nice cool perfect perfekt parfait",
    "fine prima toll klasse top wonderful excellent genial gladly gerne gern volontiers yes yeah yep yup sure ja jawohl jep oui ouais",
    "klar ofc obv def defo totally ttyl innit dude pardi disons eindeutig selbstverstandlich forcement carrement clairement",
)
"""Musing words and fillers before or after a choice; alone they choose nothing."""
HEAD = _set(
    "sondern gimme ran habituel habituelle ublich ublichen ubliche ubliches usual those diese these ces",
    "voting voted goes lock locking locked stick sticking answering answered reply replying response respond responding committing",
    "commit commits betting gambling gamble risk risking bidding settling opting deciding preferring throwing throw dropping drop",
    "putting laying push pushing hit call clearly easy easily simple simply quick quickly straight morning",
    "personally honestly frankly naturally gladly happy happily bleib bleibe bleiben entscheid entscheide entscheiden habe mich",
    "entschieden liebsten ehesten eher bevorzuge favorit favorisiere wahlt wahlte waehlte nahme naehme spielte spielt nimmst nimmt",
    "machen machs leg zieh ziehen geb gebe stimme stimm bestatige bestaetige einfach schnell kurz ehrlich gesagt definitiv sicher",
    "sicherlich persoenlich personlich ausnahmsweise erneut jetzt nunmal antworte schicke sende melde trotzdem naturlich prendrais",
    "prendrons prenons prenez joues jouons jouerais jouerons jouez choisirais choisissons choisissez choisi choisie opterai opterais",
    "optons selectionne selectionner valide valider confirme mettez mettons posons poserai lance lancer tire tirer garde garder",
    "preference preferons preferais sans doute probablement surement certainement clairement simplement facile facilement vite",
    "rapidement franchement honnetement aussi encore finit am bin que aujourd hui heute hab hatt love decision decided final thought",
    "long after thinking could can may must shall has to enter submit register record mark set you your turn ours both reluctantly",
    "boldly cautiously again another best least worst bad good only possible sensible smart safe risky sage sagen wurd wurde konnte",
    "kann darf glaube glaub denke denk meine tippe setz trag trage ein nummero entscheidung letzte endgultig endgultige langem langer",
    "uberlegung uberlegen nach faellt fallt auf gehe geh probiere versuche versuch nochmal wieder vermutlich wahrscheinlich dirais",
    "dis pense crois vote pars part partir partons reste decide porte se j ai as jprends prend jprend tente essaie essaye essayer",
    "apres longue reflexion finale derniere aimerais aimerait souhaiterai coche note mettrai serait jeu peux puis pouvez peut-on mise",
    "option options opt number numbers num nummer nr no numero numeros n choice choices move moves answer pick selection wahl antwort",
    "zug moglichkeit variante auswahl choix reponse coup possibilite my mine our is will be i we id ill im ive let lets us me the a",
    "an one ones this that it its d ll m s ve re would like want wanna wants wish go going gonna gotta with for play playing plays",
    "take taking choose choosing chose chosen select selecting picking use using do doing make making put try trying should prefer",
    "have get give think guess believe say definitely just then now here comes today in case of time round first lay place placing",
    "bet settle settled on card better rather actually instead probably ich wir mein meinen meiner meines mir uns der die das den dem",
    "des eine einen einem einer ist ware wird werde mochte moechte wuerde hatte haette gern gerne nehme nehmen nimm spiele spielen",
    "spiel wahle waehle wahlen waehlen setze setzen lege legen mache mach mal bitte dann diesmal also mit fur fuer zu es sei haben",
    "nun denn doch lieber wohl halt eben ziehe karte jeweils nehm zuge hier dieses ganz klar je nous mon ma mes notre moi le la les l",
    "un une c ce cette cet est sera ca vais va vas allons voudrais veux voudrait souhaite souhaiterais prends prendre prendrai joue",
    "jouer jouerai choisis choisir choisirai opte opter pour avec mets mettre pose poser fais faire donc alors maintenant ici fois",
    "tour carte bien plutot preferer prefere sur celle celui de du reponds voici il te vous plait tenter zur",
)
"""Words before a choice or elsewhere in its sentence that name nothing by themselves."""
TAIL = _set(
    "entschieden decided",
    "without doubt clear convinced convincing suits appeals works feels safe safest strongest smart smartest wise wisest fun",
    "likely and good luck recht gefallt gefaellt sagt zu liebsten ehesten sicher scheint wirkt passend gutes richtig richtige meine",
    "everyone everybody folks guys mate tous",
    "favorit definitiv unbedingt hier einfach convient parait semble va plait bien mieux me plus simple sur sure certain certaine",
    "meilleur meilleure preference gagne evidemment doute sans tout today tonight heute x xx xxx aujourd hui soll solls es sein denke",
    "glaube oben von haut obviously natuerlich naturlich logisch klar seems least worst bad love want what final answer as always again",
    "usual same before pretty mine okay alright too indeed right away straight quickly now yes ja oui immer wieder wie sonst halt",
    "eben dann wohl doch jawohl endgultig naturellement hop comme toujours encore cette-fois voila please pls plz thanks thank thx ty",
    "you it is be my choice move pick option for this then i we think guess believe say one would will ll d like to play take choose",
    "sounds looks fine great best better nice perfect ok definitely still here there so with the card its s m do should prefer bitte",
    "danke dir euch ihnen ist ware waere mein wahl antwort zug fur fuer mich mir diesmal jetzt spiele spielen nehme nehmen nehm wahle",
    "waehle wahlen waehlen mochte moechte ich wir gut gern gerne passt also sehr das die der den bitteschon ausspielen legen lege",
    "setze setzen wurde wuerde hatte haette haben schon klingt sieht aus besten mach machen merci il te vous stp svp pour moi cette",
    "est mon choix ma reponse alors maintenant je prends joue jouer prendre choisis voudrais sera parfait c ce ca serait donc aussi",
    "beaucoup avance la le",
)
"""Words that may follow the number of a choice. Units of amounts (cards, days) are not among them."""
VERBS = _set(
    "voting vote lock sticking stick answering betting bleibe bleib entscheide entscheid entschieden choisissons prenons jouons",
    "prendrais confirme valide response reply decision decided thought enter final tippe sage entscheidung glaube dirais pars part",
    "reste decide mise tente play take choose pick select go use playing taking option number choice move answer opt bid nehme nehmen",
    "spiele spielen wahle waehle wahlen waehlen setze lege mochte moechte nummer nr antwort zug wahl nimm spiel ziehe prends prendre",
    "joue jouer choisis choisir voudrais veux opte mets pose numero choix reponse coup",
)
"""Verbs that say that a choice is made."""
NEGATIONS = _set(
    "verzichte verzichten verzicht renonce renoncer renoncons abstain forgo forego refrain",
    "refuse refuses refusing decline declining reject weigere weigern ungern guere evite eviter hardly seldom selten refuser rarely",
    "not no never none neither nor don dont doesn cannot cant won wont isn avoid except without skip anything nicht kein keine keinen",
    "keiner keinesfalls niemals nie nein ausser ohne nee kei keis keini ned nod ne pas jamais aucun aucune non sauf sans ni",
)
DOUBTS = _set(
    "or maybe perhaps either if whether unless might possibly wait oops unsure which what why how when who where dunno idk depends",
    "oder vielleicht entweder falls wenn ob eventuell warte moment ups hoppla unsicher welche welcher welches was warum wie wer wo",
    "evtl ou peut etre soit si sinon attends attendez oups quel quelle lequel laquelle quoi pourquoi comment quand qui incertain",
    "hesite",
)
CORRECTIONS = _set(
    "wait oops actually correction instead scratch rather or not strike nope oder doch ups hoppla korrektur stattdessen nicht warte",
    "quatsch ou attends attendez plutot finalement oups pas",
)
"""Words that begin a correction after a choice was named."""
SOFT_CORRECTIONS = _set(
    "no nein non sorry pardon moment halt enfin besser better ne nee",
)
"""Words that are corrections only if the clause has nothing else or another choice; "no mercy" and "sorry, Bob" are none."""
INDEFINITE = _set(
    "a an ein eine einen une un per je pro par each every one jede jeden chaque",
)
"""Words before "second" with which it is no position in a list."""
BECAUSE = _set(
    "as so da because cause cuz since hoping weil denn damit sodass deshalb darum parce car puisque comme afin histoire",
)
FOR_WHAT = _set(
    "to for um pour fur fuer and und et but aber mais though",
)
"""Words that begin a purpose or remark after the number of a choice."""
WEAK = _set(
    "no not more i a an the it its on to you and of or in is be yes ok me my we us do go at for with from by as if so up out off over",
    "all any some this that these those them they he she his her one two here there now then get put take play use make let have had",
    "has was were nein nicht mehr ich du er sie es wir ihr der die das den dem des ein eine und oder im am auf zu zum mit von fur",
    "fuer ja mal da hier dort jetzt dann noch nur auch schon wie wer sich sind ist hat war bin bist kein keine nichts alle non pas",
    "plus je tu il elle nous vous ils le la les l un une et ou de d en au aux sur avec pour par dans oui si ne que qui ce cette ca c",
    "est sont ai mon ma mes ton ta son sa ses rien tout tous jouer prendre spielen nehmen choose pick wahlen choisir card karte carte",
    "player spieler joueur path pfad chemin number nummer numero keep hi",
)
"""Words that alone never match a choice, even if its label has them."""
CONSENTS = phrases_of(
    "her damit|ja her damit|immer her damit|hit me|gimme|deal me in|go for it|yes go for it|by all means|certainly|unbedingt|",
    "auf jeden fall|je veux bien|oui je veux bien|avec plaisir|ja will ich|yes i will|yes i would|ja mochte ich|ja moechte ich|",
    "yes|y|yep|yeah|yea|yup|yess|yes please|yes thanks|yes thank you|sure|ok|okay|correct|exactly|right|that s right|thats right|",
    "that is right|that s it|that one|that s the one|of course|absolutely|indeed|please do|do it|go ahead|confirm|confirmed|",
    "yes i did|yes i do|yes that s it|yes exactly|yes that one|true|yes sir|definitely|yes it is|yes indeed|sure thing|aye|",
    "affirmative|yes correct|yes do it|yes that s right|ja|jo|jep|jupp|jap|jawohl|klar|ja klar|ja bitte|ja gerne|ja gern|ja genau|",
    "genau|richtig|stimmt|ja richtig|ja stimmt|korrekt|ja danke|gerne|gern|na klar|natuerlich|naturlich|ja naturlich|passt|",
    "ja passt|mach das|ja mach das|bestatigt|das meinte ich|ja das meinte ich|jawoll|sicher|einverstanden|ja das|ja mach|oui|ouais|",
    "ouip|oui merci|oui s il te plait|oui s il vous plait|oui stp|oui svp|d accord|exact|exactement|oui exactement|oui exact|",
    "c est ca|c est exact|oui c est ca|tout a fait|oui tout a fait|bien sur|oui bien sur|volontiers|oui volontiers|vas y|parfait|",
    "absolument|je confirme|oui je confirme|ok d accord|oui celle la",
)
REFUSED = phrases_of(
    "nan|nan merci|naw|no i m good|no i m fine|i m good|i m good thanks|no need|no i d rather not|i d rather not|rather not|lieber nicht|",
    "nein lieber nicht|nein passt so|nein passt schon|brauche ich nicht|non ca ira|ca ira|non ca va|non pas besoin|pas besoin|plutot pas|",
    "no|n|nope|nah|no thanks|no thank you|not that|not that one|no not that|wrong|no sorry|nein|ne|nee|nein danke|nicht das|falsch|",
    "nein nicht das|auf keinen fall|non|non merci|pas ca|non pas ca|pas du tout|faux|surtout pas|negatif",
)
AM = _set(
    "am m are bin sind suis sommes ai ve have habe hab haben has hat",
)
"""Words before a number that make it an age or an amount."""
NOT_ANY = phrases_of(
    "none of them|none of these|none of those|none of it|not any of them|neither of them|neither one|nichts davon|",
    "keine davon|keines davon|",
    "keine von denen|keine von beiden|nichts von beidem|weder noch|aucune d entre elles|aucun d entre eux|aucun des deux|",
    "aucune des deux|",
    "ni l un ni l autre|ni l une ni l autre|rien de tout ca",
)
"""Phrases that reject all choices."""
GIVES = _set(
    "would like want going go with please bitte stp svp sera dann prefer give gib gebe geben donne donner to an fur pour should",
    "soll it then d",
)
"""Words with which a person at the table is chosen."""
MEETS = _set(
    "thanks thank thx ty danke merci cheers love sorry nice good great super well bien gut toll from von de hier here this",
)
"""Words with which a person is greeted or thanked, or which precede a signature."""
NOUNS = _set(
    "guy person fellow lady typ mec gars",
    "card cards karte carte option choice possibility possibilite moglichkeit wahl choix zug move auswahl answer antwort reponse",
    "proposition variante name names person entry item line eintrag nom ligne zeile punkt point",
)
"""Nouns that may follow an ordinal: the second card."""
NO_NAMES = _set(
    "be make tell put sum cut do whom the my me us you it that this all everybody everyone begin start answer quote alle euch uns",
    "mich dich sie ihr die das den der einem einer tous toutes vous nous moi toi resume propos mon ma cela ce recap clarify",
    "conclude say play win avoid hell",
)
"""Words after "to" that begin a sentence with a colon, not a letter to a player."""
MEANT = _set(
    "meant mean meinte gemeint voulais dire what was exactly genau correct richtig right is ce que yes ja oui",
)
"""Words that may follow a yes."""
NAMES_OF_CHOICES = _set(
    "option number choice move answer vote response reply nummer nr antwort zug wahl numero choix reponse coup mise decision proposition",
)
"""Words that precede numbers of choices, but also other numbers."""
APOLOGIES = _set(
    "sorry apologies entschuldigung entschuldige verzeihung desole desolee pardon excusez excuse",
)
"""Words that begin an apology, which does not make a choice doubtful."""
ARTICLES = _set(
    "a an the my der die das den dem des ein eine einen einem einer le la les l un une du de d mon ma mes mein meine meinen",
)
"""Words that are ignored when names are compared."""
POINTING = _set("this that which any dieser diese dieses cette ce cet")
OWNED = _set("my mein meine meinen mon ma")
LESS = _set(
    "low lower lowest small smaller smallest weak weaker weakest little least klein kleine kleinen kleiner kleinere kleineren kleinerer",
    "niedrigeren niedrigerer tieferen tieferer schwacheren kleinste kleinsten niedrig",
    "niedrige niedrigere niedrigste niedrigsten schwach schwachere schwachste tiefere tiefste petit petite faible basse bas moindre",
    "lil kleinstes kleinster kleineres niedrigstes niedrigster tiefsten tiefstes schwachsten schwachstes lowliest tiniest minimum minimale",
)
MORE = _set(
    "higher highest big bigger biggest strong stronger strongest large larger largest high gross grosse grossen grosser grossere grosste",
    "grossten hoch hohe hohen hohere hoheren hoherer hoheres grosseren grosserer starkeren hochste hochsten starke starkere",
    "starkste grand grande gros fort forte haute haut elevee eleve grosstes grosster grosseres hochstes hochster starksten starkstes",
    "maximum maximale",
)
"""Words for sizes, which distinguish the cards of a suit."""
CHEAPER = _set("cheap cheaper cheapest billig billige billigen billiger billigere billigeren billigste billigsten gunstigere gunstigste")
DEARER = _set(
    "expensive priciest pricier pricey dear dearer dearest costly costliest teuer teure teuren teurer teurere teureren teuerste teuersten",
    "cher chere couteuse couteux",
)
MONEY = _set("coin coins munze munzen muenze muenzen denier deniers")
"""Units of a price."""
LESS_THAN = _set("less least moins weniger wenigsten")
OWN = _set(
    "most pair paar paire",
    "of my mine two both cards card own i have got meiner meinen beiden zwei von de mes deux que j ai plus la le but aber mais",
    "zahl zahlen nummer number value valeur wert chiffre nombre figure with mit der with avec the",
)
"""Words that may accompany a size."""
FIGURES = _set("zahl number value valeur wert chiffre nombre figure")
"""Words for a number; a comparison with them refers only to choices with a number."""
HESITATIONS = _set(
    "hesitate hesitating undecided thinking ponder pondering uberlege unentschlossen unschlussig zogere hesite reflechis reflechisse",
    "reflechir",
)
"""Words that say that the writer has not decided yet."""
OTHER = _set("other andere anderen anderes anderer autre")
"""Words for the choice of two that was not named."""


IDLE = HEAD | TAIL | COURTESY | MUSING | GREETINGS
"""Words that name no choice by themselves."""
