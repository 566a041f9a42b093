"""Folded English, German and French word lists that distinguish sentences that make a choice from sentences about something else."""

from games.services.replies.reading import vocabulary
from games.services.replies.reading.vocabulary import word_set as _set

CHOSEN_BY_WORD = frozenset({"tax", "buy", "bid", "draw", "pass", "done", "skip", "none"})
"""Tokens of choices that are named after an action."""
ACTIONS = vocabulary.VERBS | _set(
    "donnez donne gebt dies die dazu terre tombe couche spring springs deserves leads geht goes spare hiding pis graveyard grave",
    "trenne friedhof cimetiere debarrasse smack smacks trades trading tire tirer visit visits besuch besucht rend visite pay pays",
    "payer zahl zahle",
    "play plays playing throw throwing toss tossing drop dropping dump dumping lead leading open opening follow following give giving",
    "hand handing send sending pass passing put putting lay laying discard discarding bury burying ditch",
    "ditching sacrifice sacrificing attack attacking hit hitting fight fighting use using bargain bargaining haggle haggling buy buying",
    "bid bidding tax taxing draw drawing steal stealing bring bringing burn burning lose losing spend spending time",
    "werf werfe werfen schmeiss schmeisse schmeissen gib geb gebe geben leg lege legen bring bringe eroffne",
    "fang fange beginne beginn begrabe begrab vergrabe vergrab opfere opfer greif greife angreifen attackiere benutze benutz verwende",
    "feilsche feilschen kauf kaufe kaufen biete biet bieten besteuere zieh ziehe ziehen nutze stech steche bediene raus weg weiter los",
    "her damit schick schicke schieb schiebe reich reiche treib treibe",
    "pose posons jette jetons jeter lache balance sors sortir sort donne donner file refile cede passe entame",
    "entamer attaque attaquer achete acheter encheris encherir negocie negocier marchande marchander pioche piocher enterre enterrer",
    "sacrifie defausse defausser utilise envoie envoyer leve lever taxe taxer vise abats abat depense perds mene tape frappe fonce brule",
    "goes go rid shoot smash smashes hits attacks charge farewell bye fancy grab grabs snatch chuck pop offload part parting",
    "goodbye geht gehen kommt wandert drauf dran begraben abgeben hinterher krall schnapp befrage adieu tschuss frisst haut schnappt rum",
    "rob robs robbing target targets targeting nick pick look see peek peeking check inspect show start starts starting begin swap trade",
    "beklau beklaut beklaue klau klaue stehle ziele schau schaue guck gucke neischaun tausche tauschen starte anfangen fangt rein",
    "kill kills killing aller ailler consigned zeig zeigt greift greifen",
    "vole voler cible cibler regarde regarder voir montre montrez echange echanger commence espionne choisit repart reste",
    "spin spins binned trash scrap retire sell serve serves feed finish unleash summon sends sent shove slip slide stick plonk plop",
    "pounce drehen drehe dreh",
    "versenk versenke entsorge kicke kick verabschiede rausschmeissen ab auslege ausspielen anspielen zugeben rausgeben loswerden",
    "weggeben wegwerfen wegschmeissen wegtun rauswerfen",
    "vire virer degage degager lance place placer balancer sacrifier poser montrez prenez prends prend lachons largue largues dehors",
    "poubelle trou jouons parle parler dances roar roars speak speaks stays stay stand stands down under ground away off",
    "used played thrown buried dumped sacrificed given gespielt geworfen geopfert vergraben genutzt benutzt abgelegt abgegeben",
    "jouee posee enterree enterre sacrifiee donnee utilisee utilise jete jetee",
    "copy copies copying imitate imitates mimic resemble resembles become becomes clone kopiere kopier kopieren imitiere imitieren imiter",
    "imite copie copier ressemble ressembler devient devenir gleichen gleicht nachahmen sting stings sticht",
    "abwerfen wirf drauflegen drauf opfere anspielen zugeben verjage verjagen vertreibe vertreiben zahmen jag jage jagen hetze hetz",
    "verscheuche",
    "chase chases hunt hunts drive drives clear clears rout routs tame tames punish punishes crush crushes defeat defeats beat beats",
    "chasse chasser ecrase ecraser detruis detruire bats battre defonce eliminer elimine tue tuer butte sus assaut",
    "besiege besiegen erledige erledigen zerschlage zerschlagen plattmachen vernichte bezwinge",
    "falls fall upon meets meet rides ride marches march lands land strikes strike invades fallt trifft marschiert rutscht",
    "tombe rencontre fond chevauche marche debarque copied copiert werden werde",
    "return returns returning home retourne retournent retourner rentre rentrent renvoie renvoyer revient zuruckschicken",
    "collect collects levy levies impose gather erheben einziehen preleve prelever percevoir percois",
    "unter drunter darunter dessous weitergeben weitergebe protect protects shield schutze schutzen beschutze beschutzen protege proteger",
    "vs versus onto against gegen contre angreifen opfern eintreiben erhebe nimmt part partent va vont direction empoche ramasse",
)
ACTIONS |= {f"{word[:-2]}{ending}" for word in ACTIONS if word.endswith("er") and len(word) > 4 for ending in ("ons", "ez")}
"""Verbs and particles for actions with a card."""

OTHERS = _set(
    "you your yours u ur youre he she his her hers him they their them who whose yourself",
    "du dein deine deinen deiner dich dir euer eure euch ihr ihre ihren ihm ihn seine seinen seiner",
    "tu toi ton ta tes te vous votre vos il elle ils elles son sa ses leur leurs lui",
)
"""Words that say that another person does or has it."""
PAST = _set(
    "wollte wollten dachte dachten voulais",
    "drew bought paid kept sold stole zog kaufte bezahlte nahm bekam klaute",
    "deja already schon wrote writes written told said says asked schrieb schreibt sagte sagt meinte erzahlt ecrit ecrivait disait",
    "was were had did been lost won saw seen came went took made gave said told heard yesterday ago always often",
    "war waren hatte hatten wurde gewesen gespielt verloren gewonnen gesehen gestern oft damals kam ging",
    "etait etaient avait avaient etais avais ete perdu gagne vu souvent",
)
FEELS = _set(
    "love hate fear afraid scared surprised expected liked think thinking wonder wondering hope hoping remember forgot forget know",
    "knew understand explain see sees saw look looks looking feels annoying ruined hurt means guess card's cards worry worried",
    "hasse furchte angst gedacht denke uberlege uberlegen hoffe weiss wusste verstehe erklar erklare vergessen gemein uberrascht",
    "seh sehe",
    "aime deteste peur pense penser reflechis reflechir espere esperais esperait reve sais comprends oublie explique etonne crains",
)
LATER = _set(
    "tomorrow later soon next once until till after when while monday tuesday wednesday thursday friday saturday sunday",
    "morgen spater bald nachste nachsten nachstes bis nachdem sobald wahrend montag dienstag mittwoch donnerstag freitag samstag sonntag",
    "demain tard bientot prochain prochaine jusqu apres lundi mardi mercredi jeudi vendredi samedi dimanche",
)
WOULD = _set(
    "would could should might may wish wanted if whether wurde konnte sollte mochten wenn falls ob",
    "aurais serais pourrait devrait si serait pourrais devrais voudrait",
)
ASKS = _set("about section rule rules explain list score regel regeln abschnitt liste regle regles section paragraphe")
NEW = _set("new neu neue neuen neuer neues nouveau nouvelle nouvel")
"""Words for new things, which are not among the choices."""
ELSEWHERE = ASKS | OTHERS | PAST | FEELS | LATER | WOULD | NEW | vocabulary.NEGATIONS | vocabulary.DOUBTS
YOURS = _set("you your yours u ur du dein deine deinen dich dir euer eure ihr tu toi ton ta tes te vous votre vos")
ALTERNATIVES = _set("or maybe perhaps either unless wait oops unsure oder vielleicht entweder evtl warte ou peut attends sinon")
ABOUT_IT = _set(
    "it it s this that he she they what is are das es er sie ist was c ca il elle est quel quelle qui wow nice great good super"
)
EXCLAIMED = _set("what quel quelle quelles wow nice great good how")
THEM = _set("him her them they ihn ihm ihr lui would will")
TOWARDS = _set(
    "hiding holding has got gets takes get shall goes spy spying peek swap swaps swapping trade with give to receives bekommt kriegt soll",
    "haben mit an tauscht tausch",
    "bei field feld terrain",
    "tausche tauschen schenk schenke linse schaue guck also avec a pour offre donne echange recoit voir celle chez regarde espionne vise",
)
"""Words that say that a player gets something or is looked at."""
EXCLAIMS = _set("wow woah whoa oh ooh ha haha ah ach uff puh")
COPULAS = _set("looks look sounds sound seems klingt sieht heisst has hat is are s am ist sind bin est sont c suis")
"""Verbs after a name that introduce a statement about it."""


MODALS = _set("shall must may can will should muss darf soll kann wird mussen durfen sollen doit peut va doivent peuvent vont goes comes")
"""Modal verbs after a name: "the oracle may speak"."""
BEING = _set("be sein etre haben avoir")
LIFE = _set(
    "month months week weeks year years monat monate woche wochen jahr jahre mois semaine semaines annee annees garage",
    "dog cat wife husband mother mom mum mummy dad father son daughter brother sister aunt uncle boss office kitchen ",
    "friend friends nephew niece balcony weekend school work kids baby grandma grandpa gran grandson granddaughter house car train bus",
    "exam exams pupil homework prufung prufungen pruefung examen permis bac internet flight flug plane flugzeug avion airport",
    "football movie film song book band album weather rain tonight vacation birthday dinner lunch breakfast coffee doctor dentist",
    "teacher holiday holidays trip party wedding hospital garden shopping pizza beer wine",
    "hund katze kater frau mann mutter mama papa vater sohn tochter bruder schwester tante onkel chef buro kuche freund",
    "freundin neffe nichte balkon wochenende schule arbeit kinder oma opa enkel enkelin haus auto zug lied buch wetter regen geburtstag",
    "abendessen mittagessen fruhstuck kaffee arzt lehrer urlaub ferien",
    "chien chat femme mari mere maman pere fils fille frere soeur tante oncle patron bureau cuisine ami amie copain copine",
    "neveu niece balcon ecole travail enfants mamie papi maison voiture chanson livre meteo pluie anniversaire diner dejeuner cafe",
    "medecin",
    "prenom vacances film",
)
"""Words of everyday life. In a clause with them a card's name has its everyday meaning."""
KINDS = _set(
    "dealer very dessus drauf darauf top adore noch dazu aimed verdammte verdammten dusselige pesky lousy trusty wonderful merry lowly",
    "left right links rechts gauche droite nach neighbour neighbor nachbar nachbarn nachbarin linken rechten voisin voisine erstmal",
    "again around himself herself itself selbst",
    "old new nice lovely poor dear good bloody silly damn great big little small fat thick tiny precious beautiful ugly useless",
    "only single field feld terrain side seite board",
    "alte alten alter neue neuen schone schonen arme armen liebe lieben gute guten blode bloden grosse grossen kleine kleinen dicke",
    "dicken",
    "vieux vieille nouveau beau belle pauvre cher chere bon bonne sale grand grande petit petite gros grosse joli jolie brave seul seule",
    "stapel nest nid pile deck paquet stack top oben obendrauf dessus sommet money gold cash coins geld argent",
    "mr mrs ms miss herr frau madame monsieur mademoiselle demoiselle sir dame mate buddy pal guys folks fellow guy lady thing ding truc",
)
"""Adjectives and forms of address."""
TAGS = _set("ok okay right yes please ja oder gell ne hein non oui d accord alright bitte stp svp va deal good gut recht")
"""Words that turn an answer into a question only in form."""
THE_ANSWER = _set("answer reply respond antwort antworte antworten reponse reponds repondrai")
IN_A_WHILE = _set(
    "tomorrow tonight later soon follows monday tuesday wednesday thursday friday saturday sunday",
    "morgen abend abends spater spaeter bald nachher folgt montag dienstag mittwoch donnerstag freitag samstag sonntag",
    "demain soir bientot suit lundi mardi mercredi jeudi vendredi samedi dimanche",
)
"""Times at which another answer is announced."""
TAKES_BACK = (
    "mal schauen", "schau mal", "ich schau", "let me think", "not sure", "sleep on it", "tell you", "ask my",
    "hold on", "can t decide", "can t make up", "make up my mind", "ask me later",
    "you decide", "you choose", "no idea which", "torn", "get back to you", "still thinking", "need to think", "need time",
    "need more time", "think about it", "not yet",
    "feels wrong", "feels bad", "doesn t feel right", "a bit longer", "a bit more", "frage meine", "frag meine", "faut que je",
    "bis morgen", "melde mich", "noch nicht", "muss nachdenken", "noch uberlegen", "weiss nicht", "kann mich nicht",
    "schlafe druber", "nochmal drüber", "frag mich", "keine ahnung welche",
    "je reviens", "je ne sais", "je sais pas", "pas encore", "je vous dis", "laissez moi", "laisse moi", "je demande", "a voir",
    "je reflechi",
    "leaning", "i lean", "ich tendiere", "tendiere ich", "je penche", "je pencherais",
    "give me a", "give me some", "give me time", "give me until", "give me one", "gimme a", "gimme some",
    "that s what", "reminds me", "erinnert mich", "me rappelle", "rings a bell", "then i thought", "ca me parle",
    "je parie que", "ich wette dass", "i bet that", "i bet he", "i bet she", "speaking of", "apropos", "a propos",
    "what if", "was ware wenn",
)  # fmt: skip
"""Phrases that say that the writer has not decided, or that the text is about something else."""
LEADS = (
    "help myself to", "treat myself to", "gonne ich mir", "gonn ich mir", "je m offre",
    "i think", "i guess", "i believe", "i would", "i d", "i should like", "i could", "i d love", "i may as well", "might as well",
    "i wanted", "would be lovely",
    "would be nice", "would be great", "i shall", "i should", "we should", "we would", "we could", "i love", "i hope", "i m afraid",
    "back you go", "off you go", "away you go", "out you go", "down you go", "in you go", "zuruck mit dir", "raus mit dir", "weg mit dir",
    "ab mit dir", "her mit dir", "runter mit dir", "va t en", "au revoir toi", "reviens ici",
    "as always", "as usual", "for you all", "if you please",
    "thank you", "see you", "you know", "to you all", "to you", "for you", "no pun intended", "your list", "ur list", "to be used",
    "would like", "time to say", "time to", "let s see", "let me see",
    "see what", "know what", "voir ce qu", "voir ce que", "moi ce qu", "sehen was", "wissen was", "ich glaube", "ich denke",
    "ich hatte gern", "hatte ich gern", "furchte ich", "ich furchte", "wie immer", "fur euch", "fur dich", "deine liste",
    "deiner liste", "wenn s recht ist", "wenns recht is", "wenns recht ist", "mal sehen",
    "je pense", "je crois", "je voudrais", "j aimerais", "je serais", "je vous", "pour vous", "pour toi", "votre liste", "ta liste",
    "comme toujours", "dirait on", "si ca vous va", "j adore", "j aime",
)  # fmt: skip
"""Phrases before or around a choice whose single words would be misread."""
KEEPS = _set(
    "keeps keep keeping kept hold holding save saving behalt behalte behalten garde garder gardons gardes conserve conserver spar",
    "aufheben aufhebe hebe heb spare schone schon reserve conserve epargne",
)
"""Words for keeping a card. If a card is to be given away or put down, a kept card is not chosen."""
STAYS = _set("stays stay staying bleibt bleib bleiben reste restent")
GETS = _set(
    "get gets have has take takes receive receives give gives hand bekommt kriegt kriegst bekommst darf haben gebe gib lasse",
    "aura auront recoit recevra prend donne laisse passe",
)
RECEIVERS = _set(
    "they he she you neighbour neighbor u him her them du er sie ihr nachbar nachbarin ihm ihnen",
    "il elle ils tu vous voisin voisine lui leur",
)
"""Words for the receiver of a card that is given away."""
LOOKS = _set(
    "cards hand karten handkarten blatt cartes main jeu got",
    "look looks looking see sees seeing know seh sehe sehen schau schaue schauen wissen voir vois savoir regarde regarder",
)
"""Words for looking at the cards of a player."""
LOOKED_AT = _set("at s cards hand karten handkarten blatt cartes main jeu bei chez in")
"""Words beside the player whose cards are looked at; the exclamation "look, Ada" has none of them."""
DOERS = _set("i ich je j we wir on nous let lets lass lasst")
HAVING = _set(
    "have ve had habe hab haben hatte ai avons as am m bin sind suis sommes been feel feels mag like likes dream dreamt sympathise"
)
"""Verbs that describe a state or the past."""
SELF = _set("i ich je j we wir nous on my me moi mich mir mein meine meinen mon ma")
