import type { Messages } from './messages.ts';

/** German. */
export const messages: Messages = {
  forename: 'Vorname',
  surname: 'Nachname',
  telephone_mobile: 'Handynummer',
  email: 'E-Mail-Adresse',
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
  failed: 'Ihre Anfrage konnte leider nicht gesendet werden. Ihre Antworten sind noch da.',
  filesFailed: 'Ihre Dateien konnten leider nicht hinzugefügt werden. Wählen Sie sie bitte noch einmal aus.',
  unavailable: 'Das Formular konnte leider nicht geladen werden.',
  tryAgain: 'Noch einmal versuchen',

  clearChoice: 'Auswahl aufheben',
  choiceCleared: 'Ihre Auswahl wurde aufgehoben.',
  didYouMean: 'Meinten Sie {address}?',
  charactersLeft: { one: 'Noch 1 Zeichen übrig', other: 'Noch {count} Zeichen übrig' },
  charactersOver: { one: '1 Zeichen zu viel', other: '{count} Zeichen zu viel' },
  whoCanHelp: 'Erfahren Sie, wer Ihnen helfen kann',

  oneOfThese: 'Füllen Sie mindestens eines dieser Felder aus: {fields}.',
  addressLine1: 'Adresszeile 1',
  addressLine2: 'Adresszeile 2',
  town: 'Ort',
  postcode: 'Postleitzahl',

  error: 'Fehler:',
  problems: {
    one: 'Mit 1 Antwort stimmt etwas nicht',
    other: 'Mit {count} Antworten stimmt etwas nicht',
  },
  problemWithLabel: '{label}: {problem}',
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
  too_long: {
    one: 'Ihre Antwort darf höchstens {count} Zeichen lang sein. Das sind {over} zu viel.',
    other: 'Ihre Antwort darf höchstens {count} Zeichen lang sein. Das sind {over} zu viel.',
  },
  required_postcode: 'Geben Sie eine Postleitzahl ein',
  required_address: 'Geben Sie eine Adresse ein',
  one_required: 'Füllen Sie mindestens eines dieser Felder aus: {fields}',
  not_an_email: 'Geben Sie eine gültige E-Mail-Adresse ein, zum Beispiel name@example.com',
  not_a_phone_number: 'Geben Sie eine Telefonnummer ein, zum Beispiel {example}',
  not_a_postcode: 'Geben Sie eine Postleitzahl ein, zum Beispiel {example}',
  not_a_number: 'Geben Sie eine Zahl ein, zum Beispiel {example}',
  not_a_date: 'Geben Sie ein gültiges Datum mit Tag, Monat und Jahr ein',
  no_day: 'Im Datum fehlt der Tag',
  no_month: 'Im Datum fehlt der Monat als Zahl oder Name',
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
  retryIn: { one: 'Neuer Versuch in {count} Sekunde.', other: 'Neuer Versuch in {count} Sekunden.' },
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
    'Wir haben Ihren Test nicht gesendet, weil sein Testlink nicht mehr gültig ist. Öffnen Sie einen neuen Testlink und versuchen Sie es noch einmal.',

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
  enquiryNumber: 'Ihre Anfragenummer',
  reference: 'Ihre Referenznummer',
  copy: 'Kopieren',
  copied: 'Kopiert',
  whatHappensNext: 'Wie es weitergeht',
  replyByEmail: 'Wir antworten an {email}.',
  replyByPhone: 'Wir rufen {telephone} an.',
  replyOrCall: 'Wir antworten an {email} oder rufen {telephone} an.',
  isThatWrong: 'Stimmt das nicht?',
  cannotChange:
    'Wir können eine gesendete Anfrage nicht mehr ändern. Sie können Ihre Angaben berichtigen und eine zweite Anfrage senden.',
  correctDetails: 'Meine Angaben berichtigen',
  yourFiles: 'Ihre Dateien',
  yourAnswers: 'Ihre Antworten',
  print: 'Drucken',
  newEnquiry: 'Neue Anfrage beginnen',
  continueWithoutFiles: 'Ohne diese Dateien fortfahren',

  kilobytes: '{count}\u00a0kB',
  megabytes: '{count}\u00a0MB',
  preparing: 'Wird vorbereitet…',
  waiting: 'Wartet auf das Hochladen',
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
  addMoreFiles: 'Weitere Dateien hinzufügen',
  added: '{name} wurde hinzugefügt.',
  filesAdded: { one: '{count} Datei wurde hinzugefügt.', other: '{count} Dateien wurden hinzugefügt.' },
  someFilesAdded: {
    one: '{count} Datei wurde hinzugefügt, {unsent}.',
    other: '{count} Dateien wurden hinzugefügt, {unsent}.',
  },
  unsentCount: { one: '{count} kann nicht gesendet werden', other: '{count} können nicht gesendet werden' },
  allDuplicates: 'Diese Dateien haben Sie schon hinzugefügt.',
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
  filesNoRoom:
    'Ihre Anfrage ist bei uns eingegangen, aber wir können derzeit keine weiteren Dateien speichern.',
  noFilesSent: {
    one: 'Ihre Datei wurde nicht gesendet.',
    other: 'Keine Ihrer {count} Dateien wurde gesendet.',
  },
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
    one: 'Sie können 1 Datei senden. Um diese hinzuzufügen, entfernen Sie zuerst die andere.',
    other:
      'Sie können bis zu {count} Dateien senden. Um diese hinzuzufügen, entfernen Sie zuerst eine andere.',
  },
  file_too_many_sent: {
    one: 'Sie können hier nur 1 Datei senden. Bitte schicken Sie uns diese auf anderem Weg.',
    other: 'Sie können hier nur {count} Dateien senden. Bitte schicken Sie uns diese auf anderem Weg.',
  },
  file_duplicate: 'Diese Datei haben Sie schon hinzugefügt.',
  file_not_ready:
    'Wir konnten dieses Foto nicht vorbereiten, weil die Verbindung unterbrochen wurde. Versuchen Sie es noch einmal.',
  file_changed:
    'Diese Datei wurde geändert, nachdem Sie sie ausgewählt hatten. Wählen Sie die Datei noch einmal aus.',
  file_unsafe:
    'Diese Datei enthält etwas, das wir nicht annehmen können, zum Beispiel ein Skript. Bitte schicken Sie uns die Angaben auf anderem Weg.',
  file_closed:
    'Wir können zu dieser Anfrage keine Dateien mehr annehmen. Bitte schicken Sie uns diese Datei auf anderem Weg.',
  file_cancelled: 'Abgebrochen',
  file_no_room: 'Wir konnten diese Datei nicht speichern. Versuchen Sie es später noch einmal.',
  file_failed: 'Hochladen fehlgeschlagen',

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
  photo_transparent:
    'Dieses Bild ist größer als {size}. Speichern Sie es als JPEG, und wählen Sie dann das JPEG aus.',
  photo_canvas:
    'Die Datenschutzeinstellungen Ihres Browsers verhindern, dass wir dieses Bild umwandeln. Speichern Sie es als JPEG, und wählen Sie dann das JPEG aus.',
  photo_heic:
    'Dieser Browser kann keine HEIC-Fotos öffnen. Speichern Sie das Foto als JPEG, und wählen Sie dann das JPEG aus.',
  photo_heic_android:
    'Dieser Browser kann keine HEIC-Fotos öffnen. Senden Sie stattdessen einen Screenshot. Für neue Fotos schalten Sie „Hohe Effizienz“ in den Kameraeinstellungen aus.',
  photo_heic_iphone:
    'Dieser Browser kann keine HEIC-Fotos öffnen. Wählen Sie dieses Foto aus der Fotomediathek statt aus „Dateien“ aus. Dann wandelt Ihr iPhone es in ein JPEG um.',

  contactDetails: 'Ihre Kontaktdaten',
  checkAnswers: 'Prüfen Sie Ihre Antworten',
  stepCount: 'Schritt {step} von {steps}',
  back: 'Zurück',
  continue: 'Weiter',
  change: 'Ändern',
  notAnswered: 'Nicht beantwortet',
  fileNames: 'Dateien',

  testMode: 'Test: Es wird nichts zugestellt',
  parameterIgnored: '{parameter} wird ignoriert: Im Tag steht {value}',
  testLinkInvalid:
    'Dieser Testlink ist ungültig oder abgelaufen. Dies ist das normale Formular: Was Sie senden, wird wie gewohnt zugestellt.',
  testLinkUnchecked:
    'Wir konnten diesen Testlink nicht prüfen. Dies ist das normale Formular: Was Sie senden, wird wie gewohnt zugestellt.',
};
