// German.
import type { FilesPageMessages, Messages, PageMessages } from './en.ts';
import { type EnquiryTexts, sentence } from './language.ts';

export const messages: Messages = {
  // formMessages
  optional: '(freiwillig)',
  yes: 'Ja',
  no: 'Nein',
  choose: 'Bitte auswählen…',
  day: 'Tag',
  month: 'Monat',
  year: 'Jahr',
  readPrivacyNotice: 'Datenschutzhinweise lesen',
  readTerms: 'Bedingungen lesen',
  opensInNewTab: '(öffnet sich in einem neuen Tab)',
  files: 'Fotos oder Dokumente',
  dropFiles: 'Dateien hierher ziehen oder auswählen',
  chooseFiles: 'Dateien auswählen',
  takePhoto: 'Foto aufnehmen',
  fileLimits: {
    one: '1 PDF oder Foto, höchstens {megabytes}\u00a0MB.',
    other: 'Bis zu {count} PDFs oder Fotos, je höchstens {megabytes}\u00a0MB.',
  },
  contactUs: 'Kontakt',
  send: 'Anfrage senden',
  sending: 'Wird gesendet…',
  failed: 'Ihre Anfrage konnte leider nicht gesendet werden',
  answersKept: 'Ihre Antworten sind noch da.',
  filesFailed: 'Ihre Dateien konnten leider nicht hinzugefügt werden. Wählen Sie sie bitte noch einmal aus.',
  unavailable: 'Das Formular konnte leider nicht geladen werden.',
  tryAgain: 'Noch einmal versuchen',

  // rareMessages
  oneOfThese: 'Füllen Sie mindestens eines dieser Felder aus: {fields}.',
  addressLine1: 'Adresszeile 1',
  addressLine2: 'Adresszeile 2',
  town: 'Ort',
  postcode: 'Postleitzahl',
  cannotHelp: 'Dabei können wir Ihnen leider nicht helfen',
  whoCanHelp: 'Erfahren Sie, wer Ihnen helfen kann',
  addFiles: 'Fotos oder Dokumente hinzufügen',

  // submissionMessages
  clearChoice: 'Leeren',
  choiceCleared: 'Ihre Auswahl wurde aufgehoben.',
  didYouMean: 'Meinten Sie {address}?',
  digitMissing: 'Fehlt eine Ziffer?',
  charactersLeft: { one: 'Noch 1 Zeichen übrig', other: 'Noch {count} Zeichen übrig' },
  charactersOver: { one: '1 Zeichen zu viel', other: '{count} Zeichen zu viel' },
  error: 'Fehler:',
  problems: {
    one: 'Mit 1 Antwort stimmt etwas nicht',
    other: 'Mit {count} Antworten stimmt etwas nicht',
  },
  unanswered: { one: '1 Frage ist noch offen', other: '{count} Fragen sind noch offen' },
  problemWithLabel: '{label}: {problem}',
  tickToConfirm: 'Bestätigen Sie mit einem Häkchen: {label}',
  required_forename: 'Geben Sie Ihren Vornamen ein',
  required_surname: 'Geben Sie Ihren Nachnamen ein',
  required_telephone_mobile: 'Geben Sie Ihre Handynummer ein',
  required_text: 'Beantworten Sie diese Frage',
  required_your_email: 'Geben Sie Ihre E-Mail-Adresse ein',
  required_email: 'Geben Sie eine E-Mail-Adresse ein',
  required_tel: 'Geben Sie eine Telefonnummer ein',
  required_number: 'Geben Sie eine Zahl ein',
  required_date: 'Geben Sie ein Datum ein',
  required_choice: 'Wählen Sie eine Antwort aus',
  required_checkboxes: 'Wählen Sie mindestens eine Antwort aus',
  required_yes_no: 'Wählen Sie Ja oder Nein',
  required_consent: 'Setzen Sie das Häkchen, um fortzufahren',
  too_long: 'Ihre Antwort darf höchstens {count} Zeichen lang sein. Sie hat {over} zu viel.',
  required_postcode: 'Geben Sie eine Postleitzahl ein',
  required_address: 'Geben Sie eine Adresse ein',
  one_required: 'Füllen Sie mindestens eines dieser Felder aus: {fields}',
  not_an_email: 'Geben Sie eine gültige E-Mail-Adresse ein, zum Beispiel name@example.com',
  not_a_phone_number: 'Geben Sie eine Telefonnummer ein, zum Beispiel {example}',
  not_a_postcode: 'Geben Sie eine Postleitzahl ein, zum Beispiel {example}',
  not_a_number: 'Geben Sie eine Zahl ein, zum Beispiel {example}',
  not_a_date: 'Geben Sie ein gültiges Datum mit Tag, Monat und Jahr ein',
  no_day: 'Im Datum fehlt der Tag',
  no_month: 'Im Datum fehlt der Monat (als Zahl oder Name)',
  no_year: 'Im Datum fehlt das Jahr',
  short_year: 'Geben Sie das Jahr mit 4 Ziffern ein',
  wrong_format: 'Prüfen Sie Ihre Antwort. Sie hat nicht das Format, das wir brauchen.',
  exclusive: 'Wählen Sie entweder „{option}“ oder Ihre anderen Antworten, nicht beides',
  not_an_option: 'Wählen Sie eine der vorgegebenen Antworten aus',
  not_allowed:
    'Ihre Antwort enthält ein Zeichen, das wir nicht annehmen können. Tippen Sie die Antwort ein, statt sie einzufügen.',
  too_small: 'Geben Sie {limit} oder mehr ein',
  too_large: 'Geben Sie {limit} oder weniger ein',
  too_early: 'Das Datum darf nicht vor dem {limit} liegen',
  too_late: 'Das Datum darf nicht nach dem {limit} liegen',
  before_today: 'Das Datum darf nicht in der Vergangenheit liegen',
  after_today: 'Das Datum darf nicht in der Zukunft liegen',
  refused: 'Wir konnten diese Antwort nicht annehmen. Prüfen Sie sie, und versuchen Sie es noch einmal.',
  enquiryRefused:
    'Wir konnten Ihre Anfrage leider nicht annehmen. Bitte nehmen Sie auf anderem Weg Kontakt mit uns auf.',
  questionsChanged:
    'Einige Fragen haben sich geändert, seit Sie diese Seite geöffnet haben. Prüfen Sie Ihre Antworten, und senden Sie die Anfrage dann noch einmal.',
  notSentHeading: 'Noch nicht gesendet',
  answersSafe: 'Ihre Antworten bleiben auf dieser Seite erhalten.',
  retryIn: {
    one: 'Wir versuchen es in {count} Sekunde noch einmal. Lassen Sie diese Seite geöffnet.',
    other: 'Wir versuchen es in {count} Sekunden noch einmal. Lassen Sie diese Seite geöffnet.',
  },
  dontWait: 'Möchten Sie nicht warten?',
  call: '{phone} anrufen',
  emailAnswers: 'Ihre Antworten per E-Mail an uns senden',
  answersCut: '(Der Rest fehlt, weil der Text für diese E-Mail zu lang war.)',
  stillSending: 'Wird noch gesendet…',
  slow: 'Ihre Verbindung ist langsam. Lassen Sie diese Seite geöffnet.',
  outcomeUnknown: 'Wir wissen noch nicht, ob Ihre Anfrage angekommen ist.',
  retrying: 'Noch nicht gesendet. Wir versuchen es weiter. Lassen Sie diese Seite geöffnet.',
  offline:
    'Sie sind offline. Wir senden Ihre Anfrage, sobald Sie wieder online sind. Lassen Sie diese Seite geöffnet.',
  tryNow: 'Jetzt versuchen',
  stoppedTrying:
    'Wir versuchen es jetzt nicht weiter. Sie können es noch einmal versuchen oder auf anderem Weg Kontakt mit uns aufnehmen.',
  contactAnotherWay: 'Bitte nehmen Sie auf anderem Weg Kontakt mit uns auf.',
  notSentYet: 'Ihre Anfrage wurde noch nicht gesendet. Senden Sie sie, wenn Sie so weit sind.',
  testRefused:
    'Wir haben Ihren Test nicht gesendet, weil sein Testlink nicht mehr gültig ist. Öffnen Sie einen neuen Testlink, und versuchen Sie es noch einmal.',
  answersRestored: 'Wir haben Ihre Antworten wiederhergestellt.',
  chooseFilesAgain: 'Wählen Sie Ihre Dateien noch einmal aus.',
  clearAnswers: 'Antworten löschen und neu anfangen',
  answersCleared: 'Die Antworten wurden gelöscht.',
  undo: 'Rückgängig machen',
  moreQuestions: {
    one: 'Es gibt 1 weitere Frage.',
    other: 'Es gibt {count} weitere Fragen.',
  },
  thanks: 'Vielen Dank, {name}. Wir haben Ihre Anfrage erhalten.',
  received: 'Wir haben Ihre Anfrage erhalten.',
  sentAt: 'Sie haben sie um {time} Uhr gesendet.',
  sentOn: 'Gesendet am {date}',
  reference: 'Ihre Referenznummer',
  keepCopy: 'Kopie behalten',
  changeNumber: 'Nummer ändern',
  changeEmail: 'E-Mail-Adresse ändern',
  cannotChange:
    'Wir können eine gesendete Anfrage nicht mehr ändern. Sie können Ihre Angaben berichtigen und eine zweite Anfrage senden.',
  correctDetails: 'Meine Angaben berichtigen',
  addMoreFiles: 'Dateien hinzufügen',
  filesUntil: 'Jetzt oder bis {date} von jedem Gerät aus.',
  yourFiles: 'Ihre Dateien',
  yourAnswers: 'Ihre Antworten',
  newEnquiry: 'Neue Anfrage beginnen',
  continueWithoutFiles: 'Ohne diese Dateien fortfahren',

  copy: 'Referenznummer kopieren',
  copied: 'Kopiert',
  copyTitle: '{firm} – Anfrage {reference}',
  sentWith: { one: 'Mitgesendet: 1 Datei', other: 'Mitgesendet: {count} Dateien' },
  share: 'Teilen',
  saveCopy: 'Kopie speichern',
  shareAnswers: 'Mit meinen Antworten teilen',
  saveAnswers: 'Mit meinen Antworten speichern',
  print: 'Drucken',
  copyLink: 'Link kopieren',
  linkCopied: 'Link kopiert',
  shareLink: 'Link teilen',
  qrCode: 'QR-Code des Links',

  // lastResortMessages
  continueOnPage: 'Auf unserer sicheren Seite versuchen',
  answersFollow: '(Ihre Antworten sind dort schon eingetragen)',
  answersStay:
    'Ihre Antworten können dort nicht eingetragen werden. Sie bleiben auf dieser Seite, damit Sie sie kopieren können.',
  continuedInTab: 'Sie haben in einem anderen Tab weitergemacht',
  closeThisTab: 'Sobald Ihre Anfrage dort gesendet ist, können Sie diesen Tab schließen.',
  openPageAgain: 'Die andere Seite noch einmal öffnen',

  // amountMessages
  numberWords:
    'k, tsd, tausend; M, mio, million, millionen; £, gbp, pfund, britische pfund, pfund sterling; €, eur, euro; $, usd, dollar',

  // attachmentMessages
  kilobytes: '{count}\u00a0kB',
  megabytes: '{count}\u00a0MB',
  preparing: 'Wird vorbereitet…',
  waiting: 'Wartet auf das Hochladen',
  connectionLost: 'Verbindung verloren. Neuer Versuch…',
  finishing: 'Wird abgeschlossen…',
  sent: 'Gesendet',
  notSent: 'Nicht gesendet.',
  remove: 'Entfernen',
  cancel: 'Abbrechen',
  skipFile: 'Diese Datei überspringen',
  fileCount: { one: '{chosen} von {count} Datei', other: '{chosen} von {count} Dateien' },
  filesUnsent: { one: '{name} wird nicht gesendet.', other: '{count} Dateien werden nicht gesendet.' },
  missing:
    'Sie haben diese Seite verlassen oder neu geladen, bevor wir diese Datei erhalten haben. Wählen Sie die Datei noch einmal aus.',
  chooseAgain: 'Noch einmal auswählen',
  added: '{name} wurde hinzugefügt.',
  filesAdded: { one: '{count} Datei wurde hinzugefügt.', other: '{count} Dateien wurden hinzugefügt.' },
  someFilesAdded: {
    one: '{count} Datei wurde hinzugefügt, {unsent}.',
    other: '{count} Dateien wurden hinzugefügt, {unsent}.',
  },
  unsentCount: { one: '{count} kann nicht gesendet werden', other: '{count} können nicht gesendet werden' },
  removed: '{name} wurde entfernt.',
  percentUploaded: '{percent}\u00a0% Ihrer Dateien wurden hochgeladen.',
  uploadedOf: '{uploaded} von {total} hochgeladen',
  uploading: 'Ihre Dateien werden hochgeladen. Lassen Sie diese Seite geöffnet.',
  uploadsOffline:
    'Sie sind offline. Das Hochladen geht weiter, sobald Sie wieder online sind. Lassen Sie diese Seite geöffnet.',
  filesSent: {
    one: 'Ihre Datei wurde gesendet.',
    2: 'Beide Dateien wurden gesendet.',
    other: 'Alle {count} Dateien wurden gesendet.',
  },
  someFilesSent: {
    one: '{count} von {total} Dateien wurde gesendet.',
    other: '{count} von {total} Dateien wurden gesendet.',
  },
  noFilesSent: {
    one: 'Ihre Datei wurde nicht gesendet.',
    other: 'Keine Ihrer {count} Dateien wurde gesendet.',
  },
  filesNoRoom:
    'Ihre Anfrage ist bei uns eingegangen, aber wir können derzeit keine weiteren Dateien speichern.',
  file_empty: 'Diese Datei ist leer. Wählen Sie eine andere aus.',
  file_unreadable:
    'Wir können diese Datei nicht lesen. Wenn es ein Ordner ist, wählen Sie die Dateien darin aus.',
  file_media: 'Videos und Tonaufnahmen können Sie nicht senden. Senden Sie stattdessen einen Screenshot.',
  file_type:
    'Wir können diesen Dateityp nicht annehmen. Speichern Sie die Datei als PDF, und wählen Sie dann das PDF aus.',
  file_wrong_content:
    '„{name}“ ist in Wirklichkeit kein PDF oder Foto. Öffnen Sie die Datei, speichern Sie sie als PDF, und wählen Sie dann das PDF aus.',
  file_too_large: 'Diese Datei ist größer als {size}. Wählen Sie eine kleinere aus.',
  file_too_many: {
    one: 'Sie können 1 Datei senden. Um diese Datei hinzuzufügen, entfernen Sie zuerst die andere.',
    other:
      'Sie können bis zu {count} Dateien senden. Um diese Datei hinzuzufügen, entfernen Sie zuerst eine andere.',
  },
  file_too_many_sent: {
    one: 'Sie können hier nur 1 Datei senden. Bitte schicken Sie uns diese Datei auf anderem Weg.',
    other: 'Sie können hier nur {count} Dateien senden. Bitte schicken Sie uns diese Datei auf anderem Weg.',
  },
  file_not_ready:
    'Wir konnten dieses Foto nicht vorbereiten, weil die Verbindung unterbrochen wurde. Versuchen Sie es noch einmal.',
  file_changed:
    'Diese Datei wurde geändert, nachdem Sie sie ausgewählt hatten. Wählen Sie die Datei noch einmal aus.',
  file_unsafe:
    'Diese Datei enthält etwas, das wir nicht annehmen können, zum Beispiel ein Skript. Drucken Sie sie in eine PDF-Datei, und wählen Sie diese aus.',
  file_closed:
    'Wir können zu dieser Anfrage keine Dateien mehr annehmen. Bitte schicken Sie uns diese Datei auf anderem Weg.',
  file_cancelled: 'Abgebrochen',
  file_no_room: 'Wir konnten diese Datei nicht speichern. Versuchen Sie es später noch einmal.',
  file_failed: 'Hochladen fehlgeschlagen',

  // photoMessages
  locationRemoved: 'Standort entfernt',
  detailsRemoved: 'Verborgene Angaben entfernt',
  convertedToJpeg: 'In JPEG umgewandelt',
  reducedInSize: 'Verkleinert',
  photo_broken:
    'Wir können dieses Bild nicht öffnen. Vielleicht ist es beschädigt. Wählen Sie ein anderes aus, oder senden Sie einen Screenshot.',
  photo_pixels:
    'Dieses Bild hat mehr als 250 Megapixel. Speichern Sie eine kleinere Kopie, und wählen Sie dann die Kopie aus.',
  photo_animated:
    'Diese Animation ist größer als {size}. Wählen Sie eine kürzere aus, oder senden Sie einen Screenshot.',
  photo_canvas:
    'Die Datenschutzeinstellungen Ihres Browsers verhindern, dass wir dieses Bild umwandeln. Speichern Sie es als JPEG, und wählen Sie dann das JPEG aus.',
  photo_heic:
    'Dieser Browser kann keine HEIC-Fotos öffnen. Speichern Sie das Foto als JPEG, und wählen Sie dann das JPEG aus.',
  photo_heic_android:
    'Dieser Browser kann keine HEIC-Fotos öffnen. Senden Sie stattdessen einen Screenshot. Für neue Fotos schalten Sie „Hohe Effizienz“ in den Kameraeinstellungen aus.',
  photo_heic_iphone:
    'Dieser Browser kann keine HEIC-Fotos öffnen. Wählen Sie dieses Foto aus der Fotomediathek statt aus „Dateien“ aus. Dann wandelt Ihr iPhone es in ein JPEG um.',

  // measurementMessages
  testMode: 'Test: Es wird nichts zugestellt',
  parameterIgnored: '{parameter} wird ignoriert: Im HTML-Tag steht {value}',
  testLinkInvalid:
    'Dieser Testlink ist ungültig oder abgelaufen. Dies ist das normale Formular: Was Sie senden, wird wie gewohnt zugestellt.',
  testLinkUnchecked:
    'Wir konnten diesen Testlink nicht prüfen. Dies ist das normale Formular: Was Sie senden, wird wie gewohnt zugestellt.',
  previewLost:
    'Die Vorschau konnte nicht geladen werden. Dies ist das aktuelle Formular. Bitte erstellen Sie eine neue Vorschau.',

  // stepsMessages
  checkAnswers: 'Prüfen Sie Ihre Antworten',
  stepCount: 'Schritt {step} von {steps}',
  back: 'Zurück',
  continue: 'Weiter',
  change: 'Ändern',
  notAnswered: 'Nicht beantwortet',
  none: 'Keine',
  newQuestions: { one: '1 neue Frage', other: '{count} neue Fragen' },
  chooseToContinue: 'Tippen oder klicken Sie auf eine Antwort, dann geht es weiter.',

  // chooserMessages
  aboutWhat: 'Worum geht es?',
  formBelow: 'Das Formular „{label}“ steht darunter.',
};

export const pageMessages: PageMessages = {
  ifCondition: 'Wenn {condition}:',
  answerIs: 'Sie auf {question} mit {answer} geantwortet haben',
  answerIsNot: 'Sie auf {question} nicht mit {answer} geantwortet haben',
  answerGiven: 'Sie {question} beantwortet haben',
  answerMissing: 'Sie {question} nicht beantwortet haben',
  ticked: 'Sie {question} angekreuzt haben',
  notTicked: 'Sie {question} nicht angekreuzt haben',
  answerBelow: 'Ihre Antwort auf {question} kleiner als {limit} ist',
  answerNotBelow: 'Ihre Antwort auf {question} nicht kleiner als {limit} ist',
  answerAbove: 'Ihre Antwort auf {question} größer als {limit} ist',
  answerNotAbove: 'Ihre Antwort auf {question} nicht größer als {limit} ist',
  dateBefore: 'Ihre Antwort auf {question} vor dem {limit} liegt',
  dateNotBefore: 'Ihre Antwort auf {question} nicht vor dem {limit} liegt',
  dateAfter: 'Ihre Antwort auf {question} nach dem {limit} liegt',
  dateNotAfter: 'Ihre Antwort auf {question} nicht nach dem {limit} liegt',
  quoted: '„{text}“',
  checkAndSend: 'Ihre Antworten sind hier. Prüfen Sie sie, und drücken Sie dann auf „Senden“.',
  keepReceipt:
    'Drucken Sie diese Seite, oder notieren Sie Ihre Referenznummer. Sie können diese Seite eine Stunde lang wieder öffnen.',
  openForm: 'Zum Formular',
  unknownForm: 'Dieses Formular haben wir leider nicht gefunden',
  unknownFormHelp:
    'Vielleicht ist die Adresse unvollständig, oder das Formular gibt es nicht mehr. Prüfen Sie die Adresse.',
  receiptExpired: 'Diese Bestätigung wird nicht mehr angezeigt',
  receiptExpiredHelp:
    'Zum Schutz Ihrer Daten zeigen wir eine Bestätigung nur eine Stunde lang. Wenn Sie sie nach dem Senden gesehen haben, ist Ihre Anfrage bei uns, und Sie müssen sie nicht noch einmal senden.',
  pageMissing: 'Diese Seite haben wir leider nicht gefunden',
  pageMissingHelp: 'Vielleicht ist die Adresse unvollständig. Prüfen Sie die Adresse.',
  wrongMethod: 'So lässt sich diese Seite leider nicht öffnen',
  wrongMethodHelp: 'Öffnen Sie das Formular, und füllen Sie es dort aus.',
  notReadable: 'Wir konnten Ihre Anfrage leider nicht lesen',
  notReadableHelp:
    'Wir haben sie nicht erhalten. Prüfen Sie Ihre Antworten, und senden Sie sie noch einmal. Falls Sie Dateien ausgewählt hatten, versuchen Sie es ohne sie.',
  tooLarge: 'Ihre Anfrage ist leider zu groß',
  tooLargeHelp:
    'Wir haben sie nicht erhalten. Kürzen Sie Ihre Antworten, oder wählen Sie weniger oder kleinere Dateien aus, und senden Sie die Anfrage noch einmal.',
  otherSite: 'Von der anderen Website können wir Ihre Anfrage leider nicht annehmen',
  otherSiteHelp:
    'Wir haben sie nicht erhalten. Öffnen Sie das Formular hier, und senden Sie sie noch einmal.',
  tooMany: 'Bitte warten Sie eine Minute',
  tooManyHelp:
    'Von Ihrem Anschluss kommen gerade viele Anfragen, deshalb haben wir diese noch nicht angenommen. Warten Sie eine Minute, und senden Sie sie noch einmal.',
  inProgress: 'Ihre Anfrage wird noch gesendet',
  inProgressHelp:
    'Warten Sie einige Sekunden, und laden Sie diese Seite neu. Wir zählen Ihre Anfrage nur einmal.',
  notStored: 'Ihre Anfrage konnte leider nicht gesendet werden',
  notStoredHelp:
    'Bei uns ist etwas schiefgegangen. Warten Sie eine Minute, und laden Sie diese Seite neu, um die Anfrage noch einmal zu senden. Wir zählen sie nur einmal.',
  noRoom: 'Wir können gerade leider keine Dateien speichern',
  noRoomHelp: 'Gehen Sie zurück zum Formular, und senden Sie Ihre Anfrage ohne Dateien.',
  broken: 'Leider ist etwas schiefgegangen',
  brokenHelp:
    'Laden Sie diese Seite neu. Falls Sie gerade eine Anfrage gesendet haben, wird sie damit noch einmal gesendet, und wir zählen sie nur einmal.',
};

export const filesPageMessages: FilesPageMessages = {
  addFiles: 'Fotos oder Dokumente hinzufügen',
  addFilesTo:
    'Ihre Dateien werden der Anfrage hinzugefügt, die Sie gesendet haben. Ihre Referenznummer lautet {reference}.',
  mayClose: 'Sie können diese Seite jetzt schließen oder weitere Dateien hinzufügen.',
  mayCloseFull: 'Sie können diese Seite jetzt schließen.',
  noMoreFiles:
    'Wir haben alle Dateien erhalten, die wir zu dieser Anfrage annehmen können. Bitte schicken Sie uns weitere auf anderem Weg.',
  linkIncomplete: 'Ein Teil dieses Links fehlt.',
  linkIncompleteHelp:
    'Kopieren Sie den ganzen Link aus Ihrer Bestätigung, oder scannen Sie den QR-Code noch einmal.',
  linkExpired: 'Dieser Link ist nicht mehr gültig.',
  linkExpiredHelp: 'Ihre Anfrage ist bei uns. Bitte schicken Sie uns Ihre Dateien auf anderem Weg.',
  pageFailed: 'Diese Seite konnte leider nicht geladen werden.',
  needsScript:
    'Diese Seite benötigt JavaScript. Schalten Sie JavaScript in Ihrem Browser ein, und laden Sie die Seite neu.',
};

export const enquiryTexts: EnquiryTexts = {
  contact: {
    heading: 'Ihre Kontaktdaten',
    forename: 'Vorname',
    surname: 'Nachname',
    telephone_mobile: 'Handynummer',
    email: 'E-Mail-Adresse',
  },
  entryLabels: {
    form_version: 'Formularversion',
    site: 'Website',
    client: 'Anwendung',
    language: 'Sprache',
    landing_page: 'Einstiegsseite',
    parameter: name => `Parameter ${name}`,
    first_landing_page: 'Erster Besuch: Einstiegsseite',
    first_referrer: 'Erster Besuch: verweisende Seite',
    first_parameter: name => `Erster Besuch: Parameter ${name}`,
    sources: 'Herkunft der Werte',
    possible_duplicate_of: 'Mögliche Dublette von',
    suspected_spam: 'Möglicherweise Spam',
    received: 'Eingegangen',
    promised: 'Dem Besucher zugesagt',
    channel: 'Bevorzugter Kontaktweg',
  },
  orCall: 'Oder rufen Sie an:',
  callBack: {
    call: (to, when) => sentence('Wir rufen Sie', when, to && `unter ${to}`, 'an'),
    reply: (to, when) => sentence('Wir antworten Ihnen', when, to && `an ${to}`),
    today: 'heute',
    tomorrow: 'morgen',
    closing: ',',
    on: 'am ',
    date: (weekday, day, month) => `${weekday}, ${day}.\u00a0${month}`,
    from: (hour, minutes) => `ab ${hour}${minutes === '00' ? '' : `:${minutes}`}\u00a0Uhr`,
  },
};
