"""Mails in the style of real mail programs, each with the lines that its author wrote.

Texts are (name, body, expected lines); a body is the text/plain part as that program sends it. Whole mails with MIME
structure are made by `whole_mails`.
"""

from __future__ import annotations

import base64
import quopri
from collections.abc import Iterator

QUOTE = "> It is your turn in Turn of Fate.\n>\n>   1) Play the Sun\n>   2) Play the Moon\n>\n> Play by answering this mail.\n"
US = "Fate <fate@play.example.org>"

ATTRIBUTIONS = {
    "gmail-en": f"On Sat, Nov 21, 2026 at 9:41 AM {US} wrote:",
    "gmail-en-wrapped": "On Sat, Nov 21, 2026 at 9:41 AM Fate <\nplay+abcdefghijkmnpqrstuvwxyz23456789@play.example.org> wrote:",
    "gmail-en-wrapped-thrice": "On Sat, Nov 21, 2026 at 9:41 AM\nFate and others\n<fate@play.example.org>\nwrote:",
    "gmail-de": f"Am Sa., 21. Nov. 2026 um 09:41 Uhr schrieb {US}:",
    "gmail-de-wrapped": "Am Sa., 21. Nov. 2026 um 09:41 Uhr schrieb Fate <\nfate@play.example.org>:",
    "thunderbird-de": "Am 21.11.26 um 09:41 schrieb Fate:",
    "gmail-fr": f"Le sam. 21 nov. 2026 à 09:41, {US} a écrit :",
    "apple-fr": f"Le 21 nov. 2026 à 09:41, {US} a écrit :",
    "gmail-es": "El sáb, 21 nov 2026 a las 9:41, Fate (<fate@play.example.org>) escribió:",
    "gmail-it": f"Il giorno sab 21 nov 2026 alle ore 09:41 {US} ha scritto:",
    "gmail-pt": f"Em sáb., 21 de nov. de 2026 às 09:41, {US} escreveu:",
    "gmail-nl": f"Op za 21 nov 2026 om 09:41 schreef {US}:",
    "gmail-sv": f"Den lör 21 nov. 2026 kl 09:41 skrev {US}:",
    "apple-da": f"Den 21. nov. 2026 kl. 09.41 skrev {US}:",
    "gmail-no": f"lør. 21. nov. 2026 kl. 09:41 skrev {US}:",
    "gmail-fi": f"la 21. marrask. 2026 klo 9.41 {US} kirjoitti:",
    "gmail-pl": f"sob., 21 lis 2026 o 09:41 {US} napisał(a):",
    "gmail-cs": f"so 21. 11. 2026 v 9:41 odesílatel {US} napsal:",
    "gmail-hu": "Fate <fate@play.example.org> ezt írta (időpont: 2026. nov. 21., Szo, 9:41):",
    "gmail-ru": f"сб, 21 нояб. 2026 г. в 09:41, {US}:",
    "mailru": f"Суббота, 21 ноября 2026, 9:41 +03:00 от {US} написал(а):",
    "gmail-tr": f"{US}, 21 Kas 2026 Cmt, 09:41 tarihinde şunu yazdı:",
    "gmail-ja": f"2026年11月21日(土) 9:41 {US} のメール:",
    "gmail-zh": "Fate <fate@play.example.org> 于2026年11月21日周六 09:41写道:",
    "gmail-ko": f"2026년 11월 21일 (토) 오전 9:41, {US}님이 작성:",
    "apple-en": "On Nov 21, 2026, at 9:41 AM, Fate <fate@play.example.org> wrote:",
    "thunderbird-en": "On 11/21/26 09:41, Fate wrote:",
    "outlook-mac": 'On 21/11/2026, 09:41, "Fate" <fate@play.example.org> wrote:',
    "k9": "On November 21, 2026 9:41:00 AM GMT+01:00, Fate <fate@play.example.org> wrote:",
    "iso": "2026-11-21 09:41 GMT+01:00 Fate <fate@play.example.org> wrote:",
    "yahoo-de": f"Am Samstag, 21. November 2026 um 09:41:00 MEZ hat {US} Folgendes geschrieben:",
    "open-xchange": f"{US} hat am 21.11.2026 09:41 CET geschrieben:",
    "horde": f"Quoting {US}:",
    "horde-de": f"Zitat von {US}:",
    "tuta": "Nov 21, 2026, 09:41 by fate@play.example.org:",
    "tuta-de": "21. Nov. 2026, 09:41 von fate@play.example.org:",
    "tuta-fr": "21 nov. 2026, 09:41 de fate@play.example.org :",
    "mutt-bracketed": f"* {US} [2026-11-21 09:41]:",
    "thunderbird-pl": "W dniu 21.11.2026 o 09:41, Fate pisze:",
    "gmail-hr": f"sub, 21. stu 2026. u 09:41 {US} napisao je:",
    "gmail-sl": f"V V sob., 21. nov. 2026 ob 09:41 je oseba {US} napisala:",
    "gmail-ca": f"Missatge de {US} del dia ds., 21 de nov. 2026 a les 9:41:",
    "gmail-id": f"Pada Sab, 21 Nov 2026 pukul 09.41 {US} menulis:",
    "gmail-hi": f"शनि, 21 नव॰ 2026 को 9:41 am बजे को {US} ने लिखा:",
    "gmail-th": f"ในวันที่ เสาร์ 21 พ.ย. 2026 เวลา 9:41 {US} เขียนว่า:",
    "gmail-fa": f"در تاریخ شنبه ۲۱ نوامبر ۲۰۲۶،‏ ۹:۴۱ {US} نوشت:",
    "netease-zh": f"在 2026-11-21 09:41:00，{US} 写道\uff1a",
}

OUTLOOK = {
    "en": ("From: Fate <fate@play.example.org>", "Sent: Saturday, 21 November 2026 09:41", "To: Anna", "Subject: Turn of Fate"),
    "de": ("Von: Fate <fate@play.example.org>", "Gesendet: Samstag, 21. November 2026 09:41", "An: Anna", "Betreff: Turn of Fate"),
    "fr": ("De : Fate <fate@play.example.org>", "Envoyé : samedi 21 novembre 2026 09:41", "À : Anna", "Objet : Turn of Fate"),
    "es": ("De: Fate <fate@play.example.org>", "Enviado el: sábado, 21 de noviembre de 2026", "Para: Anna", "Asunto: Turn of Fate"),
    "it": ("Da: Fate <fate@play.example.org>", "Inviato: sabato 21 novembre 2026 09:41", "A: Anna", "Oggetto: Turn of Fate"),
    "nl": ("Van: Fate <fate@play.example.org>", "Verzonden: zaterdag 21 november 2026", "Aan: Anna", "Onderwerp: Turn of Fate"),
    "sv": ("Från: Fate <fate@play.example.org>", "Skickat: den 21 november 2026 09:41", "Till: Anna", "Ämne: Turn of Fate"),
    "pl": ("Od: Fate <fate@play.example.org>", "Wysłano: sobota, 21 listopada 2026 09:41", "Do: Anna", "Temat: Turn of Fate"),
    "ru": ("От: Fate <fate@play.example.org>", "Отправлено: 21 ноября 2026 г. 9:41", "Кому: Anna", "Тема: Turn of Fate"),
    "zh": ("发件人: Fate <fate@play.example.org>", "发送时间: 2026年11月21日 9:41", "收件人: Anna", "主题: Turn of Fate"),
    "qq": ("发件人\uff1aFate <fate@play.example.org>", "发送时间\uff1a2026年11月21日 9:41", "收件人\uff1aAnna", "主题\uff1aTurn of Fate"),
    "bold": ("*From:* Fate <fate@play.example.org>", "*Sent:* Saturday, 21 November 2026 09:41", "*To:* Anna", "*Subject:* Turn"),
}

APPS = {
    "iphone-en": "Sent from my iPhone",
    "iphone-de": "Von meinem iPhone gesendet",
    "iphone-fr": "Envoyé de mon iPhone",
    "iphone-es": "Enviado desde mi iPhone",
    "iphone-it": "Inviato da iPhone",
    "iphone-ja": "iPhoneから送信",
    "android-nl": "Verzonden vanaf mijn Samsung-apparaat",
    "outlook-ios": "Get Outlook for iOS<https://aka.ms/o0ukef>",
    "yahoo": "Sent from Yahoo Mail on Android",
    "gmx": "Diese Nachricht wurde von meinem Android Mobiltelefon mit GMX Mail gesendet.",
    "windows": "Sent from Mail for Windows",
    "orange": "Envoyé avec l'application Mail Orange",
    "outlook-android-de": "Holen Sie sich Outlook für Android<https://aka.ms/AAb9ysg>",
    "outlook-ios-de": "Laden Sie Outlook für iOS herunter<https://aka.ms/o0ukef>",
    "outlook-ios-it": "Scarica Outlook per iOS<https://aka.ms/o0ukef>",
    "outlook-ios-nl": "Outlook voor iOS downloaden<https://aka.ms/o0ukef>",
    "outlook-ios-tr": "iOS için Outlook'u edinin<https://aka.ms/o0ukef>",
    "galaxy-de": "Von meinem/meiner Galaxy gesendet",
    "watch-de": "Von meiner Apple Watch gesendet",
    "on-the-road-de": "Von unterwegs gesendet",
    "proton-de": "Von Proton Mail für Android gesendet",
    "iphone-nl": "Verstuurd vanaf mijn iPhone",
    "iphone-tr": "iPhone’umdan gönderildi",
    "iphone-el": "Στάλθηκε από το iPhone μου",
    "iphone-uk": "Надіслано з iPhone",
    "iphone-sk": "Odoslané z môjho iPhonu",
    "iphone-he": "נשלח מה-iPhone שלי",
    "windows-fr": "Provenance : Courrier pour Windows",
    "tuta-de": "Gesichert mit Tuta Mail:\nhttps://tuta.com/de/free-email",
    "bluemail": "Get BlueMail for Android",
    "avast-en": "This email has been checked for viruses by Avast antivirus software.\nwww.avast.com",
    "avast-fr": "Garanti sans virus. www.avast.com",
    "avast-fr-long": "L’absence de virus dans ce courrier électronique a été vérifiée par le logiciel antivirus Avast.",
    "kaspersky-de": "---\nDiese E-Mail wurde auf Viren geprüft.\nwww.kaspersky.com",
    "eset": (
        "__________ Information from ESET Mail Security, version of virus signature database 12345 (20261128) __________\n\n"
        "The message was checked by ESET Mail Security."
    ),
    "trend-micro": "TREND MICRO EMAIL NOTICE\nThe information in this email is for the addressee.",
    "emoji-fr": "📱 Envoyé depuis mon mobile",
    "canary": "[Sent from Canary](https://canarymail.io)",
    "bluemail-de": "\u2063Gesendet mit BlueMail für Android \u200b",
    "gmail-reaction": "Anna reacted via Gmail\n<https://www.google.com/gmail/about/?utm_source=gmail-in-product>",
    "gmail-reaction-de": "Anna hat über Gmail reagiert\n<https://www.google.com/gmail/about/?utm_source=gmail-in-product>",
}


SMALL_PRINT = {
    "en": "This e-mail and any attachments are confidential and intended solely for the addressee.",
    "en-notice": "CONFIDENTIALITY NOTICE: The contents of this email message are confidential.",
    "en-trees": "Please consider the environment before printing this e-mail.",
    "de": "Diese E-Mail enthält vertrauliche und/oder rechtlich geschützte Informationen.",
    "de-notice": "Vertraulichkeitshinweis: Der Inhalt ist nur für den Empfänger bestimmt.",
    "de-trees": "Denken Sie an die Umwelt, bevor Sie diese E-Mail ausdrucken.",
    "fr": "Ce message et ses pièces jointes sont confidentiels et destinés au seul destinataire.",
    "fr-trees": "Pensez à l'environnement avant d'imprimer ce message.",
    "es": "Este mensaje y sus archivos adjuntos son confidenciales y van dirigidos a su destinatario.",
    "it": "Questo messaggio è riservato e contiene informazioni confidenziali.",
    "nl": "Dit bericht is uitsluitend bestemd voor de geadresseerde en kan vertrouwelijk zijn.",
    "ja": "このメールには機密情報が含まれている場合があります。宛先の方以外は破棄してください。",
}


def texts() -> Iterator[tuple[str, str, list[str]]]:
    """Plain texts of replies."""
    yield from _combined()
    for name, line in ATTRIBUTIONS.items():
        yield f"top/{name}", f"2\n\n{line}\n\n{QUOTE}", ["2"]
    for name, lines in OUTLOOK.items():
        yield f"outlook/{name}", "2\n\n" + "\n".join(lines) + "\n\nIt is your turn.\n  1) Play the Sun\n", ["2"]
    for name, line in APPS.items():
        yield f"app/{name}", f"cave on savage\n\n{line}\n\n{ATTRIBUTIONS['apple-en']}\n{QUOTE}", ["cave on savage"]
    yield from _others()


def _combined() -> Iterator[tuple[str, str, list[str]]]:
    """Combinations of the texts that programs add."""
    apps = list(APPS.values())
    for place, (name, line) in enumerate(ATTRIBUTIONS.items()):
        app = apps[place % len(apps)]
        yield f"signed/{name}", f"option 3\n\n-- \nAnna\n\n{line}\n\n{QUOTE}", ["option 3"]
        yield f"app-above/{name}", f"2 bitte\n\n{app}\n\n{line}\n{QUOTE}", ["2 bitte"]
        yield f"close/{name}", f"la deuxième\n{line}\n{QUOTE}", ["la deuxième"]
        yield f"bottom/{name}", f"{line}\n{QUOTE}\nI'll take 2\n", ["I'll take 2"]
        yield f"between/{name}", f"{line}\n\n{QUOTE}\n2\n\n{QUOTE}", ["2"]
    for name, lines in OUTLOOK.items():
        head = "\n".join(lines)
        yield f"outlook-ruled/{name}", f"2\n\n________________________________\n{head}\n\nIt is your turn.\n", ["2"]
        yield f"outlook-app/{name}", f"2\n\nGet Outlook for Android<https://aka.ms/x>\n{head}\n\nIt is your turn.\n", ["2"]
        yield f"outlook-paragraphs/{name}", f"Hi,\n\n2\n\n{head}\n\n 1) Sun\n", ["Hi,", "", "2"]
    for name, line in APPS.items():
        yield f"app-alone/{name}", f"2\n\n{line}\n", ["2"]
        yield f"app-close/{name}", f"2\n{line}\n", ["2"]
    for name, line in SMALL_PRINT.items():
        yield f"small-print/{name}", f"2\n\n{line}\nIf you are not the addressee, tell us.\n", ["2"]
        yield f"small-print-quoted/{name}", f"2\n\n{line}\n\n{ATTRIBUTIONS['gmail-en']}\n{QUOTE}", ["2"]


def _others() -> Iterator[tuple[str, str, list[str]]]:
    top = ATTRIBUTIONS["gmail-en"]
    yield "bottom/gmail", f"{top}\n\n{QUOTE}\n2\n", ["2"]
    yield "bottom/thunderbird-de", f"{ATTRIBUTIONS['thunderbird-de']}\n{QUOTE}\n2 -- Der Mond war voll.\n", ["2 -- Der Mond war voll."]
    yield "inline", f"{top}\n> Your choice\n>   1) Sun\n\n2\n\n> Time until Tuesday\n\nthanks\n", ["2", "", "thanks"]
    choices = "> Play a card.\n>  1) Sun\n>      -> You win.\n>  2) Moon\n>      -> They stay\n>         with you.\n"
    yield "this-one/in-the-list", f"{top}\n{choices}\nthis one\n\n>  3) Mill\n>      -> You lose.\n", ["2) Moon"]
    yield "this-one/in-the-list-directly", f"{top}\n{choices}this one\n>  3) Mill\n", ["2) Moon"]
    for mark in ("[x]", "x", "(X)", "-->", "=>", "✔"):
        yield f"marked-before/{mark}", f"{top}\n>  1) Sun\n> {mark} 2) Moon\n>  3) Mill\n", ["2) Moon"]
    yield "marked-before/by-another-person", f"{top}\n> > x 2) Moon\n>  3) Mill\n", []
    yield "marked-before/not-ticked", f"{top}\n> [ ] 2) Moon\n> [] 3) Mill\n", []
    initials = "F>  1) Sun\nF>  2) Moon\n\n2\n"
    yield "initials/the-bat", f"Saturday, November 21, 2026, 9:41:00 AM, you wrote:\n\n{initials}", ["2"]
    yield "initials/marked", "FP>  1) Sun\nFP>  2) Moon <--\n", ["2) Moon"]
    yield "initials/are-no-choices", "A>B\ncave>savage\n", ["A>B", "cave>savage"]
    yield "this-one/alone", f"{top}\n>  2) Moon\n>      -> They stay.\n\nthis one\n", ["2) Moon"]
    yield "this-one/below-the-list", f"{top}\n{choices}\nthis one\n\n> Reply to this mail.\n", ["this one"]
    yield "directly-below", f"2\n{top}\n{QUOTE}", ["2"]
    yield "directly-below-wrapped", f"2\n{ATTRIBUTIONS['gmail-en-wrapped']}\n{QUOTE}", ["2"]
    yield "several", f"1\n3\npass\n\n{top}\n{QUOTE}", ["1", "3", "pass"]
    yield "several-paragraphs", f"1\n\n3\n\n{top}\n{QUOTE}", ["1", "", "3"]
    yield "signature", "2\n\n-- \nAnna\n+49 30 1234567\n", ["2"]
    yield "signature-without-space", "2\n--\nAnna\n", ["2"]
    yield (
        "story",
        f"2 -- The moon was full that night,\nand nobody slept.\n\n{top}\n{QUOTE}",
        ["2 -- The moon was full that night,", "and nobody slept."],
    )
    yield "original-message", "2\n\n-----Original Message-----\nFrom: Fate\nSubject: x\n\n1) Sun\n", ["2"]
    yield "original-message-de", "2\n\n-----Ursprüngliche Nachricht-----\nVon: Fate\n\n1) Sun\n", ["2"]
    yield "underscores", "2\n\n________________________________\nFrom: Fate\nSent: now\n\n1) Sun\n", ["2"]
    yield "marker", "2\n\n-=-=- write your answer above this line -=-=-\nIt is your turn\n1) Sun\n", ["2"]
    yield "marker-quoted", "> -=-=- write your answer above this line -=-=-\n> 1) Sun\n\n2\n", ["2"]
    yield "begin-forwarded", "look at this\n\nBegin forwarded message:\n\nFrom: Fate\n1) Sun\n", ["look at this"]
    yield "windows-line-ends", "2\r\n\r\nthanks\r\n", ["2", "", "thanks"]
    yield "invisible", "\ufeff\u200b2\u00a0\n", ["2"]
    yield "token-with-arrow", "cave>savage\n", ["cave>savage"]
    yield "angled-quotes", "2\n› old line\n", ["2"]
    yield "empty", "\n\n", []
    yield "only-quote", f"{top}\n{QUOTE}", []
    yield "number-and-date-are-not-confused", "3 5\n2026\n", ["3 5", "2026"]
    yield "gmx", "2\n\nGesendet: Samstag, 21. November 2026 um 09:41 Uhr\nVon: Fate\nAn: Anna\nBetreff: Turn of Fate\n1) Sun\n", ["2"]
    signed = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n%s\n-----BEGIN PGP SIGNATURE-----\n\niQEz\n-----END PGP SIGNATURE-----\n"
    yield "pgp-signed", signed % "2 -- The moon.\n- - a dash", ["2 -- The moon.", "- a dash"]
    yield "pgp-signed-signature", signed % f"2\n\n{top}\n{QUOTE}\n- -- \nAnna", ["2"]
    yield "pgp-encrypted", "-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n", []
    yield "avast", "2\n\nVirus-free.www.avast.com\n", ["2"]


def whole_mails() -> Iterator[tuple[str, bytes, list[str]]]:
    """Raw mails with various transfer encodings, charsets and structures."""
    head = "From: anna@example.org\nTo: play@play.example.org\nMessage-ID: <1@example.org>\nMIME-Version: 1.0\n"
    for charset, words in {
        "utf-8": "Höhle auf Wilde", "iso-8859-1": "Höhle auf Wilde", "windows-1252": "Höhle – auf “Wilde”",
        "koi8-r": "пещера", "gb2312": "洞穴",
        "iso-2022-jp": "洞窟", "shift_jis": "洞窟", "big5": "洞穴", "euc-kr": "동굴", "utf-16": "Höhle", "iso-8859-15": "Höhle €",
    }.items():  # fmt: skip
        content = base64.encodebytes(words.encode(charset)).decode()
        raw = f"{head}Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: base64\n\n{content}".encode()
        yield f"charset/{charset}", raw, [words]
    soft = quopri.encodestring("2 -- Die Höhle war dunkel, und niemand wusste, was in ihr wohnte, außer dem Mond.".encode()).decode()
    yield (
        "quoted-printable",
        f"{head}Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n{soft}\n".encode(),
        ["2 -- Die Höhle war dunkel, und niemand wusste, was in ihr wohnte, außer dem Mond."],
    )
    flowed = "2 -- The moon was full that night, \nand nobody slept.\n\nOn 11/21/26 09:41, Fate wrote:\n> 1) Sun \n> more\n"
    yield (
        "flowed",
        f"{head}Content-Type: text/plain; charset=utf-8; format=flowed\n\n{flowed}".encode(),
        ["2 -- The moon was full that night, and nobody slept."],
    )
    yield "nul", f"{head}Content-Type: text/plain; charset=utf-8\n\n2\0 -- moon\0\n".encode(), ["2 -- moon"]
    yield "half-a-character", f"{head}Content-Type: text/plain; charset=utf-7\n\n2 -- +2AA-\n".encode(), ["2 -- ?"]
    yield "unknown-charset", f"{head}Content-Type: text/plain; charset=x-unknown\n\nHöhle\n".encode(), ["Höhle"]
    yield "parameter-without-semicolon", f"{head}Content-Type: text/plain charset=utf-8\n\n2\n".encode(), ["2"]
    for name in ("iso-8859-1", "us-ascii", "utf-8"):
        raw = f"{head}Content-Type: text/plain; charset={name}\nContent-Transfer-Encoding: 8bit\n\n".encode()
        yield f"really-windows/{name}", raw + "I’ll take the “Höhle”\n".encode("cp1252"), ["I’ll take the “Höhle”"]
    eight = f"{head}Content-Type: text/plain; charset=us-ascii\nContent-Transfer-Encoding: 8bit\n\n"
    yield "really-utf-8", f"{eight}I’ll take the “Höhle”\n".encode(), ["I’ll take the “Höhle”"]
    for name, codec, words in (("ks_c_5601-1987", "cp949", "동굴"), ("iso-8859-8-i", "iso-8859-8", "מערה")):
        raw = f"{head}Content-Type: text/plain; charset={name}\nContent-Transfer-Encoding: 8bit\n\n".encode()
        yield f"charset/{name}", raw + words.encode(codec), [words]
    footer = "_______________________________________________\nplayers mailing list\nplayers@example.org\n"
    code = base64.encodebytes(b"2\n").decode()
    raw = f"{head}Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n{code}{footer}".encode()
    yield "footer-behind-base64", raw, ["2"]
    for charset, codec in {"x-sjis": "shift_jis", "x-gbk": "gbk", "x-euc-jp": "euc_jp"}.items():
        raw = f"{head}Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: 8bit\n\n".encode()
        yield f"charset/{charset}", raw + "洞窟".encode(codec), ["洞窟"]
    yield "lying-charset", f"{head}Content-Type: text/plain\n\n".encode() + "Höhle\n".encode("cp1252"), ["Höhle"]
    yield from _structures(head)


def _structures(head: str) -> Iterator[tuple[str, bytes, list[str]]]:
    plain = "Content-Type: text/plain; charset=utf-8\n\n2\n"
    html = "Content-Type: text/html; charset=utf-8\n\n<p>3</p>\n"
    mixed = f"{head}Content-Type: multipart/mixed; boundary=b1\n\n"
    alternative = "Content-Type: multipart/alternative; boundary=b2\n\n--b2\n" + plain + "--b2\n" + html + "--b2--\n"
    yield "alternative", (head + alternative).encode(), ["2"]
    yield "mixed-with-calendar", f"{mixed}--b1\n{alternative}--b1\nContent-Type: text/calendar\n\nBEGIN:VCALENDAR\n--b1--\n".encode(), ["2"]
    dat = base64.b64encode(b"\x78\x9f\x3e\x22 winmail").decode()
    winmail = f"Content-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n\n{dat}\n"
    yield "winmail", f"{mixed}--b1\n{plain}--b1\n{winmail}--b1--\n".encode(), ["2"]
    yield (
        "attachment-first",
        f"{mixed}--b1\nContent-Disposition: attachment\n{plain.replace('2', '9')}--b1\n{plain}--b1--\n".encode(),
        ["2"],
    )
    page = "<html><head><style>p{color:red}</style></head><body>%s</body></html>"
    as_html = f"{head}Content-Type: text/html; charset=utf-8\n\n"
    quote = '<blockquote class="gmail_quote"><div>It is your turn</div><ol><li>Sun</li></ol></blockquote>'
    gmail = '<div dir="ltr">2</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Sat Fate wrote:<br></div>%s</div>'
    yield "html/gmail", (as_html + page % (gmail % quote)).encode(), ["2"]
    apple = '2<br><div>-- The moon.</div><div><br><blockquote type="cite"><div>On Nov 21, 2026, Fate wrote:</div>1) Sun</blockquote></div>'
    yield "html/apple", (as_html + page % apple).encode(), ["2", "-- The moon."]
    outlook = (
        '<p class="MsoNormal">1</p><p class="MsoNormal">cave&gt;savage</p>'
        '<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p><b>From:</b> Fate</p></div><p>1) Sun</p>'
    )
    yield "html/outlook", (as_html + page % outlook).encode(), ["1", "", "cave>savage"]
    mobile = '<div>2</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>Von:</b> Fate</div><p>1) Sun</p>'
    yield "html/outlook-web", (as_html + page % mobile).encode(), ["2"]
    bottom = '<div class="moz-cite-prefix">On 11/21/26, Fate wrote:<br></div><blockquote type="cite"><p>1) Sun</p></blockquote><p>2</p>'
    yield "html/thunderbird-bottom", (as_html + page % bottom).encode(), ["2"]
    yield (
        "html/proton",
        (as_html + page % '<div>2</div><div class="protonmail_quote">On Sat Fate wrote: 1)</div>').encode(),
        ["2"],
    )
    gmx = '<div>2</div><div name="quote" style="margin:10px"><div><b>Gesendet:</b> Samstag</div>1) Sun</div>'
    yield "html/gmx", (as_html + page % gmx).encode(), ["2"]
    zimbra = '<div>2</div><hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__"><b>From: </b>Fate</div>1) Sun'
    yield "html/zimbra", (as_html + page % zimbra).encode(), ["2"]
    for name, signature in {
        "proton": '<div class="protonmail_signature_block"><div>Anna Test<br>Sun Street 5</div></div>',
        "outlook-web": '<div class="elementToProof" id="Signature"><div>Anna Test</div><p>Sun Street 5</p></div>',
        "mailspring": '<signature>Anna Test<br>Sun Street 5</signature><div class="gmail_quote_attribution">On Nov 28, Fate wrote:</div>',
        "zimbra": '<div data-marker="__SIG_PRE__"><div>Anna Test</div>Sun Street 5</div>',
    }.items():
        yield f"html/signature-{name}", (as_html + page % f"<div>2</div>{signature}{quote}").encode(), ["2"]
    yield "html/struck-through", (as_html + page % "<p><s>3</s> 2 <span>please</span></p><p><strike>1</strike></p>").encode(), ["2 please"]
    yield (
        "html/cells",
        (as_html + page % "<table><tr><td>2</td><td>5</td></tr><tr><th>thanks</th></tr></table>").encode(),
        ["2 5", "thanks"],
    )
    yield "html/entities", (as_html + page % "<p>cave&nbsp;on&#32;savage &amp; moon<!-- 7 --></p>").encode(), ["cave on savage & moon"]
