// French.
import type { FilesPageMessages, Messages, PageMessages } from './en.ts';
import { type EnquiryTexts, sentence } from './language.ts';

export const messages: Messages = {
  // formMessages
  optional: '(facultatif)',
  yes: 'Oui',
  no: 'Non',
  choose: 'Choisissez…',
  day: 'Jour',
  month: 'Mois',
  year: 'Année',
  readPrivacyNotice: 'Lire notre politique de confidentialité',
  readTerms: 'Lire les conditions',
  opensInNewTab: '(s’ouvre dans un nouvel onglet)',
  files: 'Photos ou documents',
  dropFiles: 'Glissez vos fichiers ici ou choisissez-les',
  chooseFiles: 'Choisir des fichiers',
  takePhoto: 'Prendre une photo',
  fileLimits: {
    one: '1 PDF ou photo, {megabytes}\u00a0Mo maximum.',
    other: 'Jusqu’à {count} PDF ou photos, {megabytes}\u00a0Mo maximum chacun.',
  },
  contactUs: 'Nous contacter',
  send: 'Envoyer la demande',
  sending: 'Envoi en cours…',
  failed: 'Désolé, nous n’avons pas pu envoyer votre demande',
  answersKept: 'Vos réponses sont toujours là.',
  filesFailed: 'Désolé, nous n’avons pas pu ajouter vos fichiers. Choisissez-les à nouveau.',
  unavailable: 'Désolé, nous n’avons pas pu charger ce formulaire.',
  tryAgain: 'Réessayer',

  // rareMessages
  oneOfThese: 'Remplissez au moins un de ces champs\u00a0: {fields}.',
  addressLine1: 'Adresse, ligne 1',
  addressLine2: 'Adresse, ligne 2',
  town: 'Ville',
  postcode: 'Code postal',
  cannotHelp: 'Désolé, nous ne pouvons pas vous aider pour cela',
  whoCanHelp: 'Voir qui peut vous aider',
  addFiles: 'Ajouter des photos ou des documents',

  // submissionMessages
  clearChoice: 'Effacer',
  choiceCleared: 'Votre choix a été effacé.',
  didYouMean: 'Vouliez-vous dire {address}\u00a0?',
  digitMissing: 'Manque-t-il un chiffre\u00a0?',
  charactersLeft: {
    one: 'Il vous reste {count} caractère',
    many: 'Il vous reste {count} de caractères',
    other: 'Il vous reste {count} caractères',
  },
  charactersOver: {
    one: 'Vous avez {count} caractère en trop',
    many: 'Vous avez {count} de caractères en trop',
    other: 'Vous avez {count} caractères en trop',
  },
  error: 'Erreur\u00a0:',
  problems: { one: '{count} réponse est à corriger', other: '{count} réponses sont à corriger' },
  unanswered: {
    one: '{count} question attend encore une réponse',
    other: '{count} questions attendent encore une réponse',
  },
  problemWithLabel: '{label}\u00a0: {problem}',
  tickToConfirm: 'Cochez pour confirmer\u00a0: {label}',
  required_forename: 'Saisissez votre prénom',
  required_surname: 'Saisissez votre nom',
  required_telephone_mobile: 'Saisissez votre numéro de portable',
  required_text: 'Répondez à cette question',
  required_your_email: 'Saisissez votre adresse e-mail',
  required_email: 'Saisissez une adresse e-mail',
  required_tel: 'Saisissez un numéro de téléphone',
  required_number: 'Saisissez un nombre',
  required_date: 'Saisissez une date',
  required_choice: 'Choisissez une réponse',
  required_checkboxes: 'Choisissez au moins une réponse',
  required_yes_no: 'Choisissez oui ou non',
  required_consent: 'Cochez la case pour continuer',
  too_long: {
    one: 'Votre réponse ne doit pas dépasser {count} caractère. Nombre de caractères en trop\u00a0: {over}.',
    other:
      'Votre réponse ne doit pas dépasser {count} caractères. Nombre de caractères en trop\u00a0: {over}.',
  },
  required_postcode: 'Saisissez un code postal',
  required_address: 'Saisissez une adresse',
  one_required: 'Remplissez au moins un de ces champs\u00a0: {fields}',
  not_an_email: 'Saisissez une adresse e-mail au bon format, par exemple nom@example.com',
  not_a_phone_number: 'Saisissez un numéro de téléphone, par exemple {example}',
  not_a_postcode: 'Saisissez un code postal, par exemple {example}',
  not_a_number: 'Saisissez un nombre, par exemple {example}',
  not_a_date: 'Saisissez une date qui existe, avec le jour, le mois et l’année',
  no_day: 'La date doit comporter le jour',
  no_month: 'La date doit comporter le mois, en chiffres ou en lettres',
  no_year: 'La date doit comporter l’année',
  short_year: 'Saisissez l’année avec 4 chiffres',
  wrong_format: 'Vérifiez votre réponse. Elle n’a pas le format dont nous avons besoin.',
  exclusive: 'Choisissez soit «\u00a0{option}\u00a0», soit vos autres réponses, mais pas les deux',
  not_an_option: 'Choisissez l’une des réponses proposées',
  not_allowed:
    'Votre réponse contient un caractère que nous ne pouvons pas accepter. Tapez-la au lieu de la coller.',
  too_small: 'Saisissez {limit} ou plus',
  too_large: 'Saisissez {limit} ou moins',
  too_early: 'La date doit être le {limit} ou plus tard',
  too_late: 'La date doit être le {limit} ou plus tôt',
  before_today: 'La date ne peut pas être dans le passé',
  after_today: 'La date ne peut pas être dans le futur',
  refused: 'Nous n’avons pas pu accepter cette réponse. Vérifiez-la et réessayez.',
  enquiryRefused:
    'Désolé, nous n’avons pas pu accepter votre demande. Veuillez nous contacter d’une autre manière.',
  questionsChanged:
    'Des questions ont changé depuis que vous avez ouvert cette page. Vérifiez vos réponses, puis envoyez à nouveau votre demande.',
  notSentHeading: 'Pas encore envoyée',
  answersSafe: 'Vos réponses sont conservées sur cette page.',
  retryIn: {
    one: 'Nous réessaierons dans {count} seconde. Gardez cette page ouverte.',
    other: 'Nous réessaierons dans {count} secondes. Gardez cette page ouverte.',
  },
  dontWait: 'Vous ne voulez pas attendre\u00a0?',
  call: 'Appeler le {phone}',
  emailAnswers: 'Nous envoyer vos réponses par e-mail',
  answersCut: '(La suite manque, car le texte était trop long pour cet e-mail.)',
  stillSending: 'Envoi toujours en cours…',
  slow: 'Votre connexion est lente. Gardez cette page ouverte.',
  outcomeUnknown: 'Nous ne savons pas encore si votre demande est arrivée.',
  retrying: 'Pas encore envoyée. Nous continuons d’essayer. Gardez cette page ouverte.',
  offline:
    'Vous êtes hors ligne. Nous enverrons votre demande dès que vous serez de nouveau en ligne. Gardez cette page ouverte.',
  tryNow: 'Réessayer maintenant',
  stoppedTrying: 'Nous avons cessé d’essayer. Vous pouvez réessayer ou nous contacter d’une autre manière.',
  contactAnotherWay: 'Veuillez nous contacter d’une autre manière.',
  notSentYet: 'Votre demande n’a pas encore été envoyée. Envoyez-la quand vous le souhaitez.',
  testRefused:
    'Nous n’avons pas envoyé votre test, car son lien n’est plus valide. Ouvrez un nouveau lien de test et réessayez.',
  answersRestored: 'Nous avons rétabli vos réponses.',
  chooseFilesAgain: 'Choisissez à nouveau vos fichiers.',
  clearAnswers: 'Effacer les réponses et recommencer',
  answersCleared: 'Les réponses ont été effacées.',
  undo: 'Annuler',
  moreQuestions: {
    one: 'Il y a {count} question de plus.',
    other: 'Il y a {count} questions de plus.',
  },
  thanks: 'Merci, {name}. Nous avons bien reçu votre demande.',
  received: 'Nous avons reçu votre demande.',
  sentAt: 'Vous l’avez envoyée à {time}.',
  sentOn: 'Envoyée le {date}',
  reference: 'Votre référence',
  keepCopy: 'Garder une copie',
  changeNumber: 'Modifier le numéro',
  changeEmail: 'Modifier l’adresse e-mail',
  cannotChange:
    'Nous ne pouvons pas modifier une demande déjà envoyée. Vous pouvez corriger vos coordonnées et envoyer une deuxième demande.',
  correctDetails: 'Corriger mes coordonnées',
  addMoreFiles: 'Ajouter des fichiers',
  filesUntil: 'Maintenant, ou depuis n’importe quel appareil jusqu’au {date}.',
  yourFiles: 'Vos fichiers',
  yourAnswers: 'Vos réponses',
  newEnquiry: 'Commencer une nouvelle demande',
  continueWithoutFiles: 'Continuer sans ces fichiers',

  copy: 'Copier la référence',
  copied: 'Copié',
  copyTitle: '{firm} – demande {reference}',
  sentWith: {
    one: 'Joint à la demande\u00a0: {count} fichier',
    other: 'Joints à la demande\u00a0: {count} fichiers',
  },
  share: 'Partager',
  saveCopy: 'Enregistrer une copie',
  shareAnswers: 'Partager avec mes réponses',
  saveAnswers: 'Enregistrer avec mes réponses',
  print: 'Imprimer',
  copyLink: 'Copier le lien',
  linkCopied: 'Lien copié',
  shareLink: 'Partager le lien',
  qrCode: 'Code QR du lien',

  // lastResortMessages
  continueOnPage: 'Essayer sur notre page sécurisée',
  answersFollow: '(vos réponses y figureront déjà)',
  answersStay:
    'Vos réponses ne peuvent pas y être reprises. Elles restent sur cette page, où vous pouvez les copier.',
  continuedInTab: 'Vous avez continué dans un autre onglet',
  closeThisTab: 'Une fois votre demande envoyée dans l’autre onglet, vous pouvez fermer celui-ci.',
  openPageAgain: 'Rouvrir l’autre page',

  // amountMessages
  numberWords:
    'k, mille; M, million, millions; £, gbp, livres, de livres, livres sterling, de livres sterling; €, eur, euros, euro, d’euros; $, usd, dollars, de dollars',

  // attachmentMessages
  kilobytes: '{count}\u00a0ko',
  megabytes: '{count}\u00a0Mo',
  preparing: 'Préparation…',
  waiting: 'En attente d’envoi',
  connectionLost: 'Connexion perdue. Nouvel essai…',
  finishing: 'Finalisation…',
  sent: 'Envoyé',
  notSent: 'Non envoyé.',
  remove: 'Retirer',
  cancel: 'Annuler',
  skipFile: 'Ignorer ce fichier',
  fileCount: 'Fichiers\u00a0: {chosen} sur {count}',
  filesUnsent: { one: '{name} ne sera pas envoyé.', other: '{count} fichiers ne seront pas envoyés.' },
  missing:
    'Vous avez quitté ou rechargé cette page avant que nous recevions ce fichier. Choisissez-le à nouveau.',
  chooseAgain: 'Choisir à nouveau',
  added: '{name} a été ajouté.',
  filesAdded: { one: '{count} fichier a été ajouté.', other: '{count} fichiers ont été ajoutés.' },
  someFilesAdded: {
    one: '{count} fichier a été ajouté, {unsent}.',
    other: '{count} fichiers ont été ajoutés, {unsent}.',
  },
  unsentCount: { one: '{count} ne peut pas être envoyé', other: '{count} ne peuvent pas être envoyés' },
  removed: '{name} a été retiré.',
  percentUploaded: '{percent}\u00a0% de vos fichiers ont été envoyés.',
  uploadedOf: 'Envoi\u00a0: {uploaded} sur {total}',
  uploading: 'Nous envoyons vos fichiers. Gardez cette page ouverte.',
  uploadsOffline:
    'Vous êtes hors ligne. L’envoi de vos fichiers reprendra dès que vous serez de nouveau en ligne. Gardez cette page ouverte.',
  filesSent: {
    one: 'Votre fichier a été envoyé.',
    2: 'Vos deux fichiers ont été envoyés.',
    other: 'Vos {count} fichiers ont tous été envoyés.',
  },
  someFilesSent: {
    one: '{count} fichier sur {total} a été envoyé.',
    other: '{count} fichiers sur {total} ont été envoyés.',
  },
  noFilesSent: {
    one: 'Votre fichier n’a pas été envoyé.',
    other: 'Aucun de vos {count} fichiers n’a été envoyé.',
  },
  filesNoRoom:
    'Nous avons bien reçu votre demande, mais nous ne pouvons pas enregistrer d’autres fichiers pour le moment.',
  file_empty: 'Ce fichier est vide. Choisissez-en un autre.',
  file_unreadable:
    'Nous ne pouvons pas lire ce fichier. Si c’est un dossier, choisissez les fichiers qu’il contient.',
  file_media: 'Vous ne pouvez pas envoyer de vidéo ni de son. Envoyez plutôt une capture d’écran.',
  file_type:
    'Nous ne pouvons pas accepter ce type de fichier. Enregistrez-le en PDF, puis choisissez le PDF.',
  file_wrong_content:
    '«\u00a0{name}\u00a0» n’est pas vraiment un PDF ni une photo. Ouvrez-le, enregistrez-le en PDF, puis choisissez le PDF.',
  file_too_large: 'Ce fichier dépasse {size}. Choisissez-en un plus petit.',
  file_too_many: {
    one: 'Vous pouvez envoyer {count} fichier. Pour ajouter celui-ci, retirez d’abord l’autre.',
    other:
      'Vous pouvez envoyer jusqu’à {count} fichiers. Pour ajouter celui-ci, retirez-en d’abord un autre.',
  },
  file_too_many_sent: {
    one: 'Vous ne pouvez envoyer ici que {count} fichier. Veuillez nous envoyer celui-ci d’une autre manière.',
    other:
      'Vous ne pouvez envoyer ici que {count} fichiers. Veuillez nous envoyer celui-ci d’une autre manière.',
  },
  file_not_ready: 'Nous n’avons pas pu préparer cette photo, car la connexion a été interrompue. Réessayez.',
  file_changed: 'Ce fichier a été modifié après que vous l’avez choisi. Choisissez-le à nouveau.',
  file_unsafe:
    'Ce fichier contient un élément que nous ne pouvons pas accepter, par exemple un script. Imprimez-le dans un PDF, puis choisissez ce PDF.',
  file_closed:
    'Nous ne pouvons plus ajouter de fichiers à cette demande. Veuillez nous envoyer ce fichier d’une autre manière.',
  file_cancelled: 'Annulé',
  file_no_room: 'Nous n’avons pas pu enregistrer ce fichier. Réessayez plus tard.',
  file_failed: 'Échec de l’envoi',

  // photoMessages
  locationRemoved: 'Localisation supprimée',
  detailsRemoved: 'Données cachées supprimées',
  convertedToJpeg: 'Converti en JPEG',
  reducedInSize: 'Taille réduite',
  photo_broken:
    'Nous ne pouvons pas ouvrir cette image. Elle est peut-être endommagée. Choisissez-en une autre ou envoyez une capture d’écran.',
  photo_pixels:
    'Cette image dépasse 250 mégapixels. Enregistrez une copie plus petite, puis choisissez la copie.',
  photo_animated:
    'Cette animation dépasse {size}. Choisissez-en une plus courte ou envoyez une capture d’écran.',
  photo_canvas:
    'Les réglages de confidentialité de votre navigateur nous empêchent de convertir cette image. Enregistrez-la en JPEG, puis choisissez le JPEG.',
  photo_heic:
    'Ce navigateur ne peut pas ouvrir les photos HEIC. Enregistrez la photo en JPEG, puis choisissez le JPEG.',
  photo_heic_android:
    'Ce navigateur ne peut pas ouvrir les photos HEIC. Envoyez plutôt une capture d’écran. Pour vos prochaines photos, désactivez «\u00a0Haute efficacité\u00a0» dans les réglages de l’appareil photo.',
  photo_heic_iphone:
    'Ce navigateur ne peut pas ouvrir les photos HEIC. Choisissez cette photo dans Photothèque plutôt que dans Fichiers, pour que votre iPhone la convertisse en JPEG.',

  // measurementMessages
  testMode: 'Test\u00a0: rien ne sera transmis',
  parameterIgnored: '{parameter} est ignoré\u00a0: la balise indique {value}',
  testLinkInvalid:
    'Ce lien de test n’est pas valide ou a expiré. Ceci est le formulaire ordinaire\u00a0: ce que vous envoyez sera transmis comme d’habitude.',
  testLinkUnchecked:
    'Nous n’avons pas pu vérifier ce lien de test. Ceci est le formulaire ordinaire\u00a0: ce que vous envoyez sera transmis comme d’habitude.',
  previewLost:
    'L’aperçu n’a pas pu être chargé. Ceci est le formulaire actuel. Veuillez créer un nouvel aperçu.',

  // stepsMessages
  checkAnswers: 'Vérifiez vos réponses',
  stepCount: 'Étape {step} sur {steps}',
  back: 'Retour',
  continue: 'Continuer',
  change: 'Modifier',
  notAnswered: 'Pas de réponse',
  none: 'Aucun',
  newQuestions: { one: '{count} nouvelle question', other: '{count} nouvelles questions' },
  chooseToContinue: 'Touchez une réponse ou cliquez dessus pour continuer.',

  // chooserMessages
  aboutWhat: 'De quoi s’agit-il\u00a0?',
  formBelow: 'Le formulaire «\u00a0{label}\u00a0» se trouve ci-dessous.',
};

export const pageMessages: PageMessages = {
  ifCondition: 'Si {condition}\u00a0:',
  answerIs: 'vous avez répondu {answer} à {question}',
  answerIsNot: 'vous n’avez pas répondu {answer} à {question}',
  answerGiven: 'vous avez répondu à {question}',
  answerMissing: 'vous n’avez pas répondu à {question}',
  ticked: 'vous avez coché {question}',
  notTicked: 'vous n’avez pas coché {question}',
  answerBelow: 'votre réponse à {question} est inférieure à {limit}',
  answerNotBelow: 'votre réponse à {question} n’est pas inférieure à {limit}',
  answerAbove: 'votre réponse à {question} est supérieure à {limit}',
  answerNotAbove: 'votre réponse à {question} n’est pas supérieure à {limit}',
  dateBefore: 'votre réponse à {question} est antérieure au {limit}',
  dateNotBefore: 'votre réponse à {question} n’est pas antérieure au {limit}',
  dateAfter: 'votre réponse à {question} est postérieure au {limit}',
  dateNotAfter: 'votre réponse à {question} n’est pas postérieure au {limit}',
  quoted: '«\u00a0{text}\u00a0»',
  checkAndSend: 'Vos réponses sont ici. Vérifiez-les, puis appuyez sur Envoyer.',
  keepReceipt:
    'Imprimez cette page ou notez votre référence. Vous pourrez rouvrir cette page pendant une heure.',
  openForm: 'Aller au formulaire',
  unknownForm: 'Désolé, nous n’avons pas trouvé ce formulaire',
  unknownFormHelp: 'L’adresse est peut-être incomplète, ou le formulaire n’existe plus. Vérifiez l’adresse.',
  receiptExpired: 'Cette confirmation n’est plus affichée',
  receiptExpiredHelp:
    'Pour protéger votre vie privée, nous affichons la confirmation pendant une heure. Si vous l’avez vue après l’envoi, nous avons bien reçu votre demande et vous n’avez pas besoin de la renvoyer.',
  pageMissing: 'Désolé, nous n’avons pas trouvé cette page',
  pageMissingHelp: 'L’adresse est peut-être incomplète. Vérifiez l’adresse.',
  wrongMethod: 'Désolé, cette page ne peut pas être ouverte de cette façon',
  wrongMethodHelp: 'Ouvrez le formulaire et remplissez-le.',
  notReadable: 'Désolé, nous n’avons pas pu lire votre demande',
  notReadableHelp:
    'Nous ne l’avons pas reçue. Vérifiez vos réponses, puis renvoyez-la. Si vous aviez choisi des fichiers, essayez sans eux.',
  tooLarge: 'Désolé, votre demande est trop volumineuse',
  tooLargeHelp:
    'Nous ne l’avons pas reçue. Raccourcissez vos réponses, ou choisissez moins de fichiers ou des fichiers plus petits, puis renvoyez-la.',
  otherSite: 'Désolé, nous ne pouvons pas accepter votre demande depuis l’autre site',
  otherSiteHelp: 'Nous ne l’avons pas reçue. Ouvrez le formulaire ici et renvoyez-la.',
  tooMany: 'Veuillez attendre une minute',
  tooManyHelp:
    'Nous recevons beaucoup de demandes depuis votre connexion, c’est pourquoi nous n’avons pas encore accepté celle-ci. Attendez une minute, puis renvoyez-la.',
  inProgress: 'Votre demande est toujours en cours d’envoi',
  inProgressHelp:
    'Attendez quelques secondes, puis rechargez cette page. Nous ne compterons votre demande qu’une fois.',
  notStored: 'Désolé, nous n’avons pas pu envoyer votre demande',
  notStoredHelp:
    'Une erreur s’est produite de notre côté. Attendez une minute, puis rechargez cette page pour renvoyer votre demande. Nous ne la compterons qu’une fois.',
  noRoom: 'Désolé, nous ne pouvons pas enregistrer de fichiers pour le moment',
  noRoomHelp: 'Revenez au formulaire et envoyez votre demande sans fichiers.',
  broken: 'Désolé, une erreur s’est produite',
  brokenHelp:
    'Rechargez cette page. Si vous étiez en train d’envoyer une demande, elle sera renvoyée et nous ne la compterons qu’une fois.',
};

export const filesPageMessages: FilesPageMessages = {
  addFiles: 'Ajouter des photos ou des documents',
  addFilesTo: 'Ils seront ajoutés à la demande que vous avez envoyée. Votre référence est {reference}.',
  mayClose: 'Vous pouvez maintenant fermer cette page ou ajouter d’autres fichiers.',
  mayCloseFull: 'Vous pouvez maintenant fermer cette page.',
  noMoreFiles:
    'Nous avons reçu tous les fichiers que nous pouvons accepter pour cette demande. Si vous en avez d’autres, veuillez nous les envoyer d’une autre manière.',
  linkIncomplete: 'Il manque une partie de ce lien.',
  linkIncompleteHelp: 'Copiez le lien entier depuis votre confirmation ou scannez de nouveau le code QR.',
  linkExpired: 'Ce lien ne fonctionne plus.',
  linkExpiredHelp:
    'Nous avons bien reçu votre demande. Veuillez nous envoyer vos fichiers d’une autre manière.',
  pageFailed: 'Désolé, nous n’avons pas pu charger cette page.',
  needsScript:
    'Cette page a besoin de JavaScript. Activez JavaScript dans votre navigateur, puis rechargez la page.',
};

export const enquiryTexts: EnquiryTexts = {
  contact: {
    heading: 'Vos coordonnées',
    forename: 'Prénom',
    surname: 'Nom',
    telephone_mobile: 'Numéro de portable',
    email: 'Adresse e-mail',
  },
  entryLabels: {
    form_version: 'Version du formulaire',
    site: 'Site',
    client: 'Application',
    language: 'Langue',
    landing_page: 'Page d’arrivée',
    parameter: name => `Paramètre ${name}`,
    first_landing_page: 'Première visite : page d’arrivée',
    first_referrer: 'Première visite : page de provenance',
    first_parameter: name => `Première visite : paramètre ${name}`,
    sources: 'Origine des valeurs',
    possible_duplicate_of: 'Doublon possible de',
    suspected_spam: 'Spam possible',
    received: 'Reçu',
    promised: 'Promis au visiteur',
    channel: 'Moyen de contact préféré',
  },
  orCall: 'Ou appelez le',
  callBack: {
    call: (to, when) => sentence('Nous vous appellerons', to && `au ${to}`, when),
    reply: (to, when) => sentence('Nous vous répondrons', to && `à ${to}`, when),
    today: 'aujourd’hui',
    tomorrow: 'demain',
    on: 'le ',
    date: (weekday, day, month) => `${weekday} ${day === 1 ? '1er' : day}\u00a0${month}`,
    from: (hour, minutes) => `à partir de ${hour}\u00a0h${minutes === '00' ? '' : `\u00a0${minutes}`}`,
  },
};
