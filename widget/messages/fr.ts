import type { Messages } from './messages.ts';

/** French. */
export const messages: Messages = {
  forename: 'Prénom',
  surname: 'Nom',
  telephone_mobile: 'Numéro de portable',
  email: 'Adresse e-mail',
  optional: '(facultatif)',
  yes: 'Oui',
  no: 'Non',
  choose: 'Choisissez…',
  readPrivacyNotice: 'Lire notre politique de confidentialité',
  readTerms: 'Lire les conditions',
  opensInNewTab: '(s’ouvre dans un nouvel onglet)',
  files: 'Photos ou documents',
  dropFiles: 'Glissez vos fichiers ici ou choisissez-les',
  addFiles: 'Ajouter des photos ou des documents',
  chooseFiles: 'Choisir des fichiers',
  takePhoto: 'Prendre une photo',
  fileLimits: {
    one: '1 PDF ou photo, {megabytes} Mo maximum.',
    other: 'Jusqu’à {count} PDF ou photos, {megabytes} Mo maximum chacun.',
  },
  send: 'Envoyer la demande',
  sending: 'Envoi en cours…',
  failed: 'Désolé, nous n’avons pas pu envoyer votre demande. Vos réponses sont toujours là.',
  filesFailed: 'Désolé, nous n’avons pas pu ajouter vos fichiers. Choisissez-les à nouveau.',
  unavailable: 'Désolé, nous n’avons pas pu charger ce formulaire.',
  tryAgain: 'Réessayer',

  error: 'Erreur\u00a0:',
  problems: { one: '{count} réponse est à corriger', other: '{count} réponses sont à corriger' },
  problemWithLabel: '{label}\u00a0: {problem}',
  required_forename: 'Saisissez votre prénom',
  required_surname: 'Saisissez votre nom',
  required_telephone_mobile: 'Saisissez votre numéro de portable',
  required_text: 'Répondez à cette question',
  required_email: 'Saisissez une adresse e-mail, par exemple nom@example.com',
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
  not_a_number: 'Saisissez un nombre sans espace ni symbole, par exemple 1250 ou 12.5',
  not_a_date: 'Saisissez une date qui existe, avec le jour, le mois et l’année',
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
  retryIn: { one: 'Nouvel essai dans {count} seconde.', other: 'Nouvel essai dans {count} secondes.' },
  retrying: 'Pas encore envoyée. Nous continuons d’essayer. Gardez cette page ouverte.',
  offline:
    'Vous êtes hors ligne. Nous enverrons votre demande dès que vous serez de nouveau en ligne. Gardez cette page ouverte.',
  tryNow: 'Réessayer maintenant',
  stoppedTrying: 'Nous avons cessé d’essayer. Vous pouvez réessayer ou nous contacter d’une autre manière.',
  notSentYet: 'Votre demande n’a pas encore été envoyée. Envoyez-la quand vous serez prêt.',
  answersRestored: 'Nous avons rétabli vos réponses.',
  chooseFilesAgain: 'Choisissez à nouveau vos fichiers.',
  clearAnswers: 'Effacer les réponses et recommencer',
  moreQuestions: {
    one: 'Il y a {count} question de plus.',
    other: 'Il y a {count} questions de plus.',
  },
  thanks: 'Merci, {name}. Nous avons bien reçu votre demande.',
  enquiryNumber: 'Votre numéro de demande',
  reference: 'Votre référence',
  copy: 'Copier',
  copied: 'Copié',
  whatHappensNext: 'Et maintenant\u00a0?',
  continueWithoutFiles: 'Continuer sans ces fichiers',

  kilobytes: '{count} ko',
  megabytes: '{count} Mo',
  preparing: 'Préparation…',
  waiting: 'En attente d’envoi',
  sent: 'Envoyé',
  remove: 'Retirer',
  cancel: 'Annuler',
  skipFile: 'Ignorer ce fichier',
  missing: 'Non envoyé avant que vous ne quittiez ou rechargiez cette page.',
  chooseAgain: 'Choisir à nouveau',
  addMoreFiles: 'Ajouter d’autres fichiers',
  added: '{name} a été ajouté.',
  removed: '{name} a été retiré.',
  percentUploaded: '{percent}\u00a0% de vos fichiers ont été envoyés.',
  uploadedOf: '{uploaded} envoyés sur {total}',
  uploading: 'Nous envoyons vos fichiers. Gardez cette page ouverte.',
  uploadsOffline:
    'Vous êtes hors ligne. L’envoi de vos fichiers reprendra dès que vous serez de nouveau en ligne. Gardez cette page ouverte.',
  filesSent: {
    one: 'Votre fichier a été envoyé.',
    2: 'Vos deux fichiers ont été envoyés.',
    other: 'Vos {count} fichiers ont tous été envoyés.',
  },
  someFilesFailed: 'Nous avons reçu votre demande, mais pas tous vos fichiers.',
  filesLost:
    'Nous avons reçu votre demande, mais pas vos fichiers, car la page a été rechargée. Veuillez nous les envoyer d’une autre manière.',
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
  file_duplicate: 'Vous avez déjà ajouté ce fichier.',
  file_not_ready: 'Nous n’avons pas pu préparer cette photo, car la connexion a été interrompue. Réessayez.',
  file_changed:
    'Ce fichier a été modifié, déplacé ou supprimé après que vous l’avez choisi. Nous n’avons donc pas pu l’envoyer. Veuillez nous l’envoyer d’une autre manière.',
  file_unsafe:
    'Ce fichier contient un élément que nous ne pouvons pas accepter, par exemple un script. Veuillez nous envoyer ces informations d’une autre manière.',
  file_closed:
    'Nous ne pouvons plus ajouter de fichiers à cette demande. Veuillez nous envoyer ce fichier d’une autre manière.',
  file_cancelled: 'Annulé',
  file_failed: 'Échec de l’envoi',

  locationRemoved: 'Lieu supprimé',
  detailsRemoved: 'Données cachées supprimées',
  convertedToJpeg: 'Convertie en JPEG',
  reducedInSize: 'Taille réduite',
  photo_broken:
    'Nous ne pouvons pas ouvrir cette image. Elle est peut-être endommagée. Choisissez-en une autre ou envoyez une capture d’écran.',
  photo_pixels:
    'Cette image dépasse 250 mégapixels. Enregistrez une copie plus petite, puis choisissez la copie.',
  photo_animated:
    'Cette animation dépasse {size}. Choisissez-en une plus courte ou envoyez une capture d’écran.',
  photo_transparent: 'Cette image dépasse {size}. Enregistrez-la en JPEG, puis choisissez le JPEG.',
  photo_canvas:
    'Les réglages de confidentialité de votre navigateur nous empêchent de convertir cette image. Enregistrez-la en JPEG, puis choisissez le JPEG.',
  photo_heic:
    'Ce navigateur ne peut pas ouvrir les photos HEIC. Enregistrez la photo en JPEG, puis choisissez le JPEG.',
  photo_heic_android:
    'Ce navigateur ne peut pas ouvrir les photos HEIC. Envoyez plutôt une capture d’écran. Pour vos prochaines photos, désactivez «\u00a0Haute efficacité\u00a0» dans les réglages de l’appareil photo.',
  photo_heic_iphone:
    'Ce navigateur ne peut pas ouvrir les photos HEIC. Choisissez cette photo dans Photothèque plutôt que dans Fichiers, pour que votre iPhone la convertisse en JPEG.',

  contactDetails: 'Vos coordonnées',
  checkAnswers: 'Vérifiez vos réponses',
  stepCount: 'Étape {step} sur {steps}',
  back: 'Retour',
  continue: 'Continuer',
  change: 'Modifier',
  notAnswered: 'Pas de réponse',
  fileNames: 'Fichiers',
};
