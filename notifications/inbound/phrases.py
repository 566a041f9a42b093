"""Patterns for the lines that mail programs add to replies, in many languages: "On …, … wrote:", "From: …", "Sent from my …"."""

import re


def _any(*lines: str) -> str:
    """Join alternatives, each of which may contain bars itself, to one group."""
    return "(?:" + "|".join(lines) + ")"


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


WROTE = re.compile(
    _any(
        r"\b(?:wrote|writes|schrieb|geschrieben|schreef|a écrit|écrit|escribió|ha scritto|scritto|escreveu|skrev|skreiv|kirjoitti"
        r"|napisał|napisała|napsal|napsala|napísal|írta|написал|написала|пише|пишет|написа|έγραψε|yazdı"
        r"|pisze|napisao|napisala|menulis|a scris|va escriure|missatge de|kirjutas|rakstīja|rašė|skrifaði|quoting|zitat von|geschreven)\b",
        r"đã viết|<[^<>@\s]+@[^<>\s]+> sent\b",
        r"写道|寫道|のメール|が書き|書きました|작성|님이|כתב|كتب|نوشت|ने लिखा|เขียนว่า",
    )
)
"""The verb of the attribution above a quotation, in lower case: a search that ignores the case takes three times as long."""

WROTE_WITHOUT_COLON = _pattern(r"<[^<>@\s]{1,80}@[^<>@\s]{1,120}>\s*(?:wrote|schrieb|a écrit|schreef|escribió|ha scritto|escreveu|skrev)$")
DAY = _pattern(r"\b(?:on|am|le) (?:\w{2,9}[.,]{0,2} )?(?:den )?(?:\w{3,9}\.? )?\d{1,2}\b")
"""The beginning of an attribution that a mail program has joined to the last line of the writer."""

SOMEBODY_WROTE = _pattern(r"[^<>]{4,120}(?:<[^<>]{1,120}>)? ?(?:wrote|schrieb|a écrit) ?:")
"""The rest of an attribution after `DAY`: name, address and verb."""

DAY_AND_ADDRESS = _pattern(r"(?:\d{4}[/.-]\d{1,2}[/.-]\d{1,2}|\d{1,2}[/.-]\d{1,2}[/.-]\d{4})\s[^<>]{1,80}<[^<>@\s]{1,80}@[^<>@\s]{1,120}>$")
"""An attribution of a date, a name and an address without a verb. It counts only if a quotation follows."""

DATED = _pattern(
    r"\d{1,2}[:.]\d\d[^<>]{0,80}<\s?[^<>@\s]{1,80}@[^<>@\s]{1,120}>:$|\d:\d\d (?:by|von|de|da|van) [^<>@\s]{1,80}@[^<>@\s]{1,120} ?:$"
    r"|<[^<>@\s]{1,80}@[^<>@\s]{1,120}> \[\d{4}-\d\d-\d\d[^\]]{0,12}\]:$"
)
"""An attribution without a verb, as in Russian: a time, a name, an address and a colon; Tuta and Mutt have others."""

OPENS = _pattern(
    _any(
        r"\s*(?:on|am|at|le|el|il|em|op|den|på|kl|w dniu|dnia|dne|dňa|в|στις|la|pe|el dia|kuupäeval|a|u|20\d\d)(?!\w)",
        r"\s*(?:ср|пн|вт|чт|пт|сб|вс|mon|tue|wed|thu|fri|sat|sun)",
        r"\s*\w{2,4}[,.] \d",
        r"\s*\d{1,4}\D",
    )
)
"""The beginning of the first line of an attribution over several lines."""

FROM = _pattern(
    r"[\s*_>]*"
    + _any(
        "from|von|de|da|van|från|fra|od|ot|от|від|lähettäjä|feladó|kimden|gönderen|από|expéditeur|remitente|mittente",
        "寄件者|发件人|差出人|보낸 ?사람|מאת|من",
    )
    + r"[\s*_]*[:\uff1a]\s*\S"
)
"""The first line of the header block that Outlook and others put above a quoted mail; a line that matches `FIELD` follows."""

FIELD = _pattern(
    r"[\s*_>]*"
    + _any(
        "message du",
        "sent|date|to|subject|gesendet|datum|an|betreff|envoyé|envoyée|à|objet|enviado(?: el)?|para|asunto|assunto|inviato|data|a|oggetto",
        "verzonden|aan|onderwerp|skickat|till|ämne|sendt|til|emne|wysłano|do|temat|odesláno|komu|předmět|отправлено|дата|кому|тема",
        "gönderildi|kime|konu|发送时间|收件人|主题|送信日時|宛先|件名|보낸 ?날짜|받는 ?사람|제목",
    )
    + r"[\s*_]*[:\uff1a]"
)

DATE = _pattern(r"[\s*_>]*(?:date|datum|gesendet|sent|envoyé|fecha|data)[\s*_]*:.{0,40}\d{4}.{0,20}\d:\d\d")
"""A date with a time. It opens a header block if a line that matches `FIELD` follows."""

RULE = _pattern(
    r"[-_–—=*]{5,}.{0,120}$|-{3,} .{5,160} -{3,}$|-{2,}\s*(?:original|ursprüngliche|"
    r"forwarded|message|mensaje|messaggio|oorspronkelijk|původní)"
)
FORWARD = _pattern(r"begin forwarded message|anfang der weitergeleiteten|début du message")
APP = _pattern(
    r"[^\w>]{0,4}"
    + _any(
        r"sent (?:from|via|with|using) |get outlook for|get bluemail|virus-?free|virenfrei|yahoo mail: search",
        r".{0,30}\boutlook\b.{0,25}\b(?:ios|android)\b|.{0,10}\b(?:ios|android)\b.{0,12}\boutlook\b|outlook für",
        r"vo[mn] (?:mein(?:e[mr])?\b|handy|unterwegs|samsung|proton mail).{0,40} ?\bgesendet|gesendet (?:von|mit|aus) |bluemail für",
        r"diese (?:nachricht|e-mail) wurde (?:von|auf viren)|trend micro email notice|(?:secured|gesichert) (?:with|mit) tuta",
        r"envoyé (?:de(?:puis)?|à partir|avec) |télécharger outlook|obtenez outlook|provenance : courrier pour windows",
        r"enviad[oa] (?:desde|do|a partir) |obtener outlook|inviat[oa] da|enviat des d",
        r"(?:verzonden|verstuurd) (?:vana[fu]|vanuit|met|via) |skickat från |sendt fra |lähetetty |wysłan[eo] z |odesláno z |odoslané z ",
        r"отправлено (?:с|из) |надіслано з |poslano s |trimis de pe |στάλθηκε από |נשלח מ|أُ?رسلت من",
        r".{0,12}から送信|发自我的|從我的 .{1,20} 傳送|iphone['’]umdan|iphone-omról|나의 iphone",
        r"this e-?mail has been (?:checked|scanned)|scanned by \w+ and |garanti sans virus|libre de virus|l['’]absence de virus",
        r".{2,60} (?:reacted via gmail|hat über gmail reagiert|a réagi via gmail)$",
    )
)
"""Lines that mail apps and free mail providers add below every mail."""

DISCLAIMER = _pattern(
    r"[\s*_(]*"
    + _any(
        r"(?:this|the) (?:e-?mail|message|communication|information)(?: \S+){0,14} (?:confidential|intended|privileged|proprietary)",
        r"confidential(?:ity)?(?: notice| note)?\s*:|disclaimer\s*:|legal notice\s*:",
        r"please (?:consider|think (?:of|about)) the environment",
        r"(?:the )?(?:contents?|information) (?:of|in|contained in) this (?:e-?mail|message)|if you (?:are not|have received) (?:the|this)",
        r"diese (?:e-?mail|nachricht)(?: \S+){0,12} (?:vertraulich\w*|bestimmt)|vertraulichkeitshinweis|haftungsausschluss",
        r"rechtlicher hinweis",
        r"(?:bitte )?(?:denken sie|denke) (?:bitte )?an die umwelt|bitte prüfen sie, ob diese mail",
        r"wenn sie nicht der richtige adressat|der inhalt dieser",
        r"ce (?:message|courriel|mail)(?: \S+){0,12} (?:confidentiel\w*|destiné\w*|adressé\w*|établi\w*)|avis de confidentialité",
        r"pensez à l'environnement|merci de penser à l'environnement|avant d'imprimer|si vous n'êtes pas le destinataire",
        r"este (?:mensaje|correo)(?: \S+){0,12} (?:confidencial\w*|dirigid\w*)|questo messaggio|le informazioni contenute",
        r"dit bericht(?: \S+){0,10} (?:vertrouwelijk|bestemd)",
        r"esta mensagem|denna? (?:e-post|mail)|denne (?:e-post|mail)en|ta wiadomość|treść tej wiadomości",
        r"この(?:メール|電子メール)|本(?:邮件|郵件|メール)",
    )
)
"""The beginning of legal disclaimers."""

AWAY = _pattern(
    r"\s*"
    + _any(
        r"auto(?:matic|mated)?[- ]?(?:reply|response)|out of (?:the )?office|away from (?:the )?office",
        r"automatische (?:antwort|abwesenheit\w*)|abwesenheits\w+|abwesenheit:|abwesend:|nicht im büro",
        r"réponse automatique|message d'absence|absente? du bureau|absence du bureau",
        r"respuesta automática|fuera de (?:la )?oficina|resposta automática|risposta automatica|fuori (?:sede|ufficio)",
        r"automatisch antwoord|afwezigheids\w+|autosvar|automatiskt? svar|frånvar\w+|automaattinen vastaus",
        r"autoodpowiedź|automatyczna odpowiedź|automatická odpověď|автоответ|автоматический ответ|otomatik yanıt",
        r"自動応答|自動返信|自动回复|自動回覆|자동 회신",
        r"ooo ?[:-]|(?:away|abwesend|absente?|ooo)\b[^:]{0,40}\b(?:re|aw|sv|rif|antw) ?:",
        r"(?:read|not read|gelesen|nicht gelesen|lue?|non lue?)\s?:\s",
        r"(?:accepted|declined|tentative|zugesagt|abgelehnt|mit vorbehalt|accepté|refusé|provisoire)\s?:\s",
    )
)
"""The beginning of the subject of an automatic reply, a receipt or an answer to a calendar entry, where no header marks it."""
