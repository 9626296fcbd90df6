// Spanish.
import type { FilesPageMessages, Messages, PageMessages } from './en.ts';
import { type EnquiryTexts, sentence } from './language.ts';

export const messages: Messages = {
  // formMessages
  optional: '(opcional)',
  yes: 'Sí',
  no: 'No',
  choose: 'Elija…',
  day: 'Día',
  month: 'Mes',
  year: 'Año',
  readPrivacyNotice: 'Leer nuestra política de privacidad',
  readTerms: 'Leer las condiciones',
  opensInNewTab: '(se abre en una pestaña nueva)',
  files: 'Fotos o documentos',
  dropFiles: 'Arrastre aquí los archivos o elíjalos',
  chooseFiles: 'Elegir archivos',
  takePhoto: 'Hacer una foto',
  fileLimits: {
    one: '1 PDF o foto, de {megabytes}\u00a0MB como máximo.',
    other: 'Hasta {count} PDF o fotos, de {megabytes}\u00a0MB como máximo cada uno.',
  },
  contactUs: 'Contacto',
  send: 'Enviar la consulta',
  sending: 'Enviando…',
  failed: 'Lo sentimos, no hemos podido enviar su consulta',
  answersKept: 'Sus respuestas siguen aquí.',
  filesFailed: 'Lo sentimos, no hemos podido añadir sus archivos. Elíjalos de nuevo.',
  unavailable: 'Lo sentimos, no hemos podido cargar este formulario.',
  tryAgain: 'Intentarlo de nuevo',

  // rareMessages
  oneOfThese: 'Rellene al menos uno de estos campos: {fields}.',
  addressLine1: 'Dirección, línea 1',
  addressLine2: 'Dirección, línea 2',
  town: 'Localidad',
  postcode: 'Código postal',
  cannotHelp: 'Lo sentimos, no podemos ayudarle con esto',
  whoCanHelp: 'Vea quién puede ayudarle',
  addFiles: 'Añadir fotos o documentos',

  // submissionMessages
  clearChoice: 'Borrar',
  choiceCleared: 'Se ha borrado su selección.',
  didYouMean: '¿Quiso decir {address}?',
  digitMissing: '¿Falta algún dígito?',
  charactersLeft: {
    one: 'Le queda 1 carácter',
    many: 'Le quedan {count} de caracteres',
    other: 'Le quedan {count} caracteres',
  },
  charactersOver: {
    one: 'Le sobra 1 carácter',
    many: 'Le sobran {count} de caracteres',
    other: 'Le sobran {count} caracteres',
  },
  error: 'Error:',
  problems: {
    one: 'Hay un problema con 1 respuesta',
    other: 'Hay problemas con {count} respuestas',
  },
  unanswered: { one: 'Falta 1 pregunta por responder', other: 'Faltan {count} preguntas por responder' },
  problemWithLabel: '{label}: {problem}',
  tickToConfirm: 'Marque la casilla para confirmar: {label}',
  required_forename: 'Escriba su nombre',
  required_surname: 'Escriba sus apellidos',
  required_telephone_mobile: 'Escriba su teléfono móvil',
  required_text: 'Responda a esta pregunta',
  required_your_email: 'Escriba su dirección de correo electrónico',
  required_email: 'Escriba una dirección de correo electrónico',
  required_tel: 'Escriba un número de teléfono',
  required_number: 'Escriba un número',
  required_date: 'Escriba una fecha',
  required_choice: 'Elija una opción',
  required_checkboxes: 'Elija al menos una opción',
  required_yes_no: 'Elija sí o no',
  required_consent: 'Marque la casilla para continuar',
  too_long: {
    one: 'Su respuesta debe tener {count} carácter como máximo. Caracteres de más: {over}.',
    other: 'Su respuesta debe tener {count} caracteres como máximo. Caracteres de más: {over}.',
  },
  required_postcode: 'Escriba un código postal',
  required_address: 'Escriba una dirección',
  one_required: 'Rellene al menos uno de estos campos: {fields}',
  not_an_email:
    'Escriba una dirección de correo electrónico con el formato correcto, como nombre@example.com',
  not_a_phone_number: 'Escriba un número de teléfono, como {example}',
  not_a_postcode: 'Escriba un código postal, como {example}',
  not_a_number: 'Escriba un número, como {example}',
  not_a_date: 'Escriba una fecha válida, con día, mes y año',
  no_day: 'La fecha debe incluir el día',
  no_month: 'La fecha debe incluir el mes, con número o nombre',
  no_year: 'La fecha debe incluir el año',
  short_year: 'Escriba el año con 4 cifras',
  wrong_format: 'Revise su respuesta. No tiene el formato que necesitamos.',
  exclusive: 'Elija «{option}» o sus otras opciones, pero no ambas cosas',
  not_an_option: 'Elija una de las opciones',
  not_allowed:
    'Su respuesta contiene un carácter que no podemos aceptar. Escriba la respuesta en lugar de pegarla.',
  too_small: 'Escriba {limit} o más',
  too_large: 'Escriba {limit} o menos',
  too_early: 'La fecha debe ser el {limit} o posterior',
  too_late: 'La fecha debe ser el {limit} o anterior',
  before_today: 'La fecha debe ser hoy o posterior',
  after_today: 'La fecha debe ser hoy o anterior',
  refused: 'No hemos podido aceptar esta respuesta. Revísela e inténtelo de nuevo.',
  enquiryRefused:
    'Lo sentimos, no hemos podido aceptar su consulta. Póngase en contacto con nosotros de otra manera.',
  questionsChanged:
    'Algunas preguntas han cambiado desde que abrió esta página. Revise sus respuestas y envíe la consulta de nuevo.',
  notSentHeading: 'Aún no se ha enviado',
  answersSafe: 'Sus respuestas están a salvo en esta página.',
  retryIn: {
    one: 'Volveremos a intentarlo dentro de {count} segundo. Mantenga abierta esta página.',
    other: 'Volveremos a intentarlo dentro de {count} segundos. Mantenga abierta esta página.',
  },
  dontWait: '¿No quiere esperar?',
  call: 'Llamar al {phone}',
  emailAnswers: 'Enviarnos sus respuestas por correo electrónico',
  answersCut: '(Falta el resto porque el texto era demasiado largo para este correo.)',
  stillSending: 'Seguimos enviando…',
  slow: 'Su conexión es lenta. Mantenga abierta esta página.',
  outcomeUnknown: 'Todavía no sabemos si su consulta ha llegado.',
  retrying: 'Aún no se ha enviado. Seguiremos intentándolo. Mantenga abierta esta página.',
  offline:
    'No tiene conexión. Enviaremos su consulta cuando vuelva a conectarse. Mantenga abierta esta página.',
  tryNow: 'Intentarlo ahora',
  stoppedTrying:
    'Hemos dejado de intentarlo. Puede intentarlo de nuevo o ponerse en contacto con nosotros de otra manera.',
  contactAnotherWay: 'Póngase en contacto con nosotros de otra manera.',
  notSentYet: 'Su consulta aún no se ha enviado. Envíela cuando quiera.',
  testRefused:
    'No hemos enviado su prueba porque su enlace ya no es válido. Abra un nuevo enlace de prueba e inténtelo de nuevo.',
  answersRestored: 'Hemos recuperado sus respuestas.',
  chooseFilesAgain: 'Elija de nuevo sus archivos.',
  clearAnswers: 'Borrar las respuestas y empezar de nuevo',
  answersCleared: 'Se han borrado las respuestas.',
  undo: 'Deshacer',
  moreQuestions: { one: 'Hay 1 pregunta más.', other: 'Hay {count} preguntas más.' },
  thanks: 'Gracias, {name}. Hemos recibido su consulta.',
  received: 'Hemos recibido su consulta.',
  sentAt: 'Hora de envío: {time}.',
  sentOn: 'Enviada el {date}',
  reference: 'Su referencia',
  keepCopy: 'Conservar una copia',
  changeNumber: 'Cambiar el número',
  changeEmail: 'Cambiar el correo electrónico',
  cannotChange:
    'No podemos cambiar una consulta ya enviada. Puede corregir sus datos y enviar una segunda consulta.',
  correctDetails: 'Corregir mis datos',
  addMoreFiles: 'Añadir archivos',
  filesUntil: 'Ahora, o desde cualquier dispositivo hasta el {date}.',
  yourFiles: 'Sus archivos',
  yourAnswers: 'Sus respuestas',
  newEnquiry: 'Iniciar una consulta nueva',
  continueWithoutFiles: 'Continuar sin estos archivos',

  copy: 'Copiar la referencia',
  copied: 'Copiado',
  copyTitle: '{firm} – consulta {reference}',
  sentWith: {
    one: 'Enviado con la consulta: 1 archivo',
    other: 'Enviados con la consulta: {count} archivos',
  },
  share: 'Compartir',
  saveCopy: 'Guardar una copia',
  shareAnswers: 'Compartir con mis respuestas',
  saveAnswers: 'Guardar con mis respuestas',
  print: 'Imprimir',
  copyLink: 'Copiar el enlace',
  linkCopied: 'Enlace copiado',
  shareLink: 'Compartir el enlace',
  qrCode: 'Código QR del enlace',

  // lastResortMessages
  continueOnPage: 'Intentarlo en nuestra página segura',
  answersFollow: '(sus respuestas ya aparecerán allí)',
  answersStay: 'Sus respuestas no pueden aparecer allí. Se quedan en esta página para que pueda copiarlas.',
  continuedInTab: 'Ha continuado en otra pestaña',
  closeThisTab: 'Cuando haya enviado la consulta allí, puede cerrar esta pestaña.',
  openPageAgain: 'Abrir esa página de nuevo',

  // amountMessages
  numberWords:
    'k, mil; M, millón, millon, millones; £, gbp, libras, de libras, libras esterlinas, de libras esterlinas; €, eur, euros, euro, de euros; $, usd, dólares, de dólares',

  // attachmentMessages
  kilobytes: '{count}\u00a0kB',
  megabytes: '{count}\u00a0MB',
  preparing: 'Preparando…',
  waiting: 'En espera de envío',
  connectionLost: 'Conexión perdida. Reintentando…',
  finishing: 'Finalizando…',
  sent: 'Enviado',
  notSent: 'No enviado.',
  remove: 'Quitar',
  cancel: 'Cancelar',
  skipFile: 'Omitir este archivo',
  fileCount: { one: '{chosen} de {count} archivo', other: '{chosen} de {count} archivos' },
  filesUnsent: { one: '{name} no se enviará.', other: 'No se enviarán {count} archivos.' },
  missing:
    'Usted salió de esta página o la recargó antes de que recibiéramos este archivo. Elíjalo de nuevo.',
  chooseAgain: 'Elegir de nuevo',
  added: 'Se ha añadido {name}.',
  filesAdded: { one: 'Se ha añadido {count} archivo.', other: 'Se han añadido {count} archivos.' },
  someFilesAdded: {
    one: 'Se ha añadido {count} archivo; {unsent}.',
    other: 'Se han añadido {count} archivos; {unsent}.',
  },
  unsentCount: { one: '{count} no se puede enviar', other: '{count} no se pueden enviar' },
  removed: 'Se ha quitado {name}.',
  percentUploaded: 'Se ha enviado el {percent}\u00a0% de sus archivos.',
  uploadedOf: '{uploaded} de {total} enviados',
  uploading: 'Estamos enviando sus archivos. Mantenga abierta esta página.',
  uploadsOffline:
    'No tiene conexión. El envío de sus archivos continuará cuando vuelva a conectarse. Mantenga abierta esta página.',
  filesSent: {
    one: 'Se ha enviado su archivo.',
    2: 'Se han enviado los dos archivos.',
    other: 'Se han enviado los {count} archivos.',
  },
  someFilesSent: {
    one: 'Se ha enviado {count} de {total} archivos.',
    other: 'Se han enviado {count} de {total} archivos.',
  },
  noFilesSent: {
    one: 'No se ha enviado su archivo.',
    other: 'No se ha enviado ninguno de sus {count} archivos.',
  },
  filesNoRoom: 'Hemos recibido su consulta, pero en este momento no podemos guardar más archivos.',
  file_empty: 'Este archivo está vacío. Elija otro.',
  file_unreadable: 'No podemos leer este archivo. Si es una carpeta, elija los archivos que contiene.',
  file_media: 'No puede enviar vídeo ni audio. Envíe una captura de pantalla en su lugar.',
  file_type: 'No podemos aceptar este tipo de archivo. Guárdelo como PDF y después elija el PDF.',
  file_wrong_content:
    '«{name}» no es realmente un PDF ni una foto. Ábralo, guárdelo como PDF y después elija el PDF.',
  file_too_large: 'Este archivo ocupa más de {size}. Elija uno más pequeño.',
  file_too_many: {
    one: 'Puede enviar 1 archivo. Para añadir este, quite antes el otro.',
    other: 'Puede enviar hasta {count} archivos. Para añadir este, quite antes otro.',
  },
  file_too_many_sent: {
    one: 'Aquí solo puede enviar 1 archivo. Envíe este de otra manera.',
    other: 'Aquí solo puede enviar {count} archivos. Envíe este de otra manera.',
  },
  file_not_ready: 'No hemos podido preparar esta foto porque ha fallado la conexión. Inténtelo de nuevo.',
  file_changed: 'Este archivo cambió después de que usted lo eligiera. Elíjalo de nuevo.',
  file_unsafe:
    'Este archivo contiene algo que no podemos aceptar, como un script. Imprímalo en un PDF y elija ese PDF.',
  file_closed: 'Ya no podemos añadir archivos a esta consulta. Envíe este archivo de otra manera.',
  file_cancelled: 'Cancelado',
  file_no_room: 'No hemos podido guardar este archivo. Inténtelo de nuevo más tarde.',
  file_failed: 'No se ha podido enviar',

  // photoMessages
  locationRemoved: 'Ubicación eliminada',
  detailsRemoved: 'Datos ocultos eliminados',
  convertedToJpeg: 'Convertido a JPEG',
  reducedInSize: 'Tamaño reducido',
  photo_broken:
    'No podemos abrir esta imagen. Puede estar dañada. Elija otra o envíe una captura de pantalla.',
  photo_pixels:
    'Esta imagen tiene más de 250 megapíxeles. Guarde una copia más pequeña y después elija la copia.',
  photo_animated: 'Esta animación ocupa más de {size}. Elija una más corta o envíe una captura de pantalla.',
  photo_canvas:
    'La configuración de privacidad de su navegador nos impide convertir esta imagen. Guárdela como JPEG y después elija el JPEG.',
  photo_heic: 'Este navegador no puede abrir fotos HEIC. Guarde la foto como JPEG y después elija el JPEG.',
  photo_heic_android:
    'Este navegador no puede abrir fotos HEIC. Envíe una captura de pantalla en su lugar. Para las próximas fotos, desactive «Alta eficiencia» en los ajustes de la cámara.',
  photo_heic_iphone:
    'Este navegador no puede abrir fotos HEIC. Elija esta foto en Fototeca en lugar de Archivos, para que su iPhone la convierta a JPEG.',

  // measurementMessages
  testMode: 'Prueba: no se entregará nada',
  parameterIgnored: 'Se ignora {parameter}: la etiqueta indica {value}',
  testLinkInvalid:
    'Este enlace de prueba no es válido o ha caducado. Este es el formulario normal: lo que envíe se entregará como siempre.',
  testLinkUnchecked:
    'No hemos podido comprobar este enlace de prueba. Este es el formulario normal: lo que envíe se entregará como siempre.',
  previewLost:
    'No se ha podido cargar la vista previa. Este es el formulario actual. Cree otra vista previa.',

  // stepsMessages
  checkAnswers: 'Revise sus respuestas',
  stepCount: 'Paso {step} de {steps}',
  back: 'Atrás',
  continue: 'Continuar',
  change: 'Cambiar',
  notAnswered: 'Sin respuesta',
  none: 'Ninguno',
  newQuestions: { one: '1 pregunta nueva', other: '{count} preguntas nuevas' },
  chooseToContinue: 'Toque una respuesta o haga clic en ella para continuar.',

  // chooserMessages
  aboutWhat: '¿De qué se trata?',
  formBelow: 'El formulario «{label}» está a continuación.',
};

export const pageMessages: PageMessages = {
  ifCondition: 'Si {condition}:',
  answerIs: 'ha respondido {answer} a {question}',
  answerIsNot: 'no ha respondido {answer} a {question}',
  answerGiven: 'ha respondido a {question}',
  answerMissing: 'no ha respondido a {question}',
  ticked: 'ha marcado {question}',
  notTicked: 'no ha marcado {question}',
  answerBelow: 'su respuesta a {question} es menor que {limit}',
  answerNotBelow: 'su respuesta a {question} no es menor que {limit}',
  answerAbove: 'su respuesta a {question} es mayor que {limit}',
  answerNotAbove: 'su respuesta a {question} no es mayor que {limit}',
  dateBefore: 'su respuesta a {question} es anterior al {limit}',
  dateNotBefore: 'su respuesta a {question} no es anterior al {limit}',
  dateAfter: 'su respuesta a {question} es posterior al {limit}',
  dateNotAfter: 'su respuesta a {question} no es posterior al {limit}',
  quoted: '«{text}»',
  checkAndSend: 'Sus respuestas están aquí. Revíselas y pulse Enviar.',
  keepReceipt:
    'Imprima esta página o anote su referencia. Podrá volver a abrir esta página durante una hora.',
  openForm: 'Ir al formulario',
  unknownForm: 'Lo sentimos, no hemos encontrado este formulario',
  unknownFormHelp:
    'Puede que la dirección esté incompleta o que el formulario ya no exista. Compruebe la dirección.',
  receiptExpired: 'Esta confirmación ya no se muestra',
  receiptExpiredHelp:
    'Para proteger su privacidad, mostramos la confirmación durante una hora. Si la vio después del envío, hemos recibido su consulta y no hace falta que la envíe de nuevo.',
  pageMissing: 'Lo sentimos, no hemos encontrado esta página',
  pageMissingHelp: 'Puede que la dirección esté incompleta. Compruebe la dirección.',
  wrongMethod: 'Lo sentimos, esta página no se puede abrir así',
  wrongMethodHelp: 'Abra el formulario y rellénelo allí.',
  notReadable: 'Lo sentimos, no hemos podido leer su consulta',
  notReadableHelp:
    'No la hemos recibido. Revise sus respuestas y envíela de nuevo. Si había elegido archivos, inténtelo sin ellos.',
  tooLarge: 'Lo sentimos, su consulta es demasiado grande',
  tooLargeHelp:
    'No la hemos recibido. Acorte sus respuestas, o elija menos archivos o archivos más pequeños, y envíela de nuevo.',
  otherSite: 'Lo sentimos, no podemos aceptar su consulta desde ese sitio web',
  otherSiteHelp: 'No la hemos recibido. Abra el formulario aquí y envíela de nuevo.',
  tooMany: 'Espere un minuto',
  tooManyHelp:
    'Estamos recibiendo muchas consultas desde su conexión, así que todavía no hemos aceptado esta. Espere un minuto y envíela de nuevo.',
  inProgress: 'Todavía estamos enviando su consulta',
  inProgressHelp: 'Espere unos segundos y vuelva a cargar esta página. Solo contaremos su consulta una vez.',
  notStored: 'Lo sentimos, no hemos podido enviar su consulta',
  notStoredHelp:
    'Ha habido un error por nuestra parte. Espere un minuto y vuelva a cargar esta página para enviar de nuevo su consulta. Solo la contaremos una vez.',
  noRoom: 'Lo sentimos, en este momento no podemos guardar archivos',
  noRoomHelp: 'Vuelva al formulario y envíe su consulta sin archivos.',
  broken: 'Lo sentimos, ha habido un error',
  brokenHelp:
    'Vuelva a cargar esta página. Si estaba enviando una consulta, se enviará de nuevo y solo la contaremos una vez.',
};

export const filesPageMessages: FilesPageMessages = {
  addFiles: 'Añadir fotos o documentos',
  addFilesTo: 'Se añadirán a la consulta que ha enviado. Su referencia es {reference}.',
  mayClose: 'Ya puede cerrar esta página o añadir más archivos.',
  mayCloseFull: 'Ya puede cerrar esta página.',
  noMoreFiles:
    'Hemos recibido todos los archivos que podemos aceptar para esta consulta. Envíe los demás de otra manera.',
  linkIncomplete: 'Falta una parte de este enlace.',
  linkIncompleteHelp: 'Copie el enlace completo de su confirmación o vuelva a escanear el código QR.',
  linkExpired: 'Este enlace ya no funciona.',
  linkExpiredHelp: 'Su consulta está a salvo. Envíe sus archivos de otra manera.',
  pageFailed: 'Lo sentimos, no hemos podido cargar esta página.',
  needsScript: 'Esta página necesita JavaScript. Actívelo en su navegador y vuelva a cargar la página.',
};

export const enquiryTexts: EnquiryTexts = {
  contact: {
    heading: 'Sus datos de contacto',
    forename: 'Nombre',
    surname: 'Apellidos',
    telephone_mobile: 'Teléfono móvil',
    email: 'Correo electrónico',
  },
  entryLabels: {
    form_version: 'Versión del formulario',
    site: 'Sitio web',
    client: 'Aplicación',
    language: 'Idioma',
    landing_page: 'Página de destino',
    parameter: name => `Parámetro ${name}`,
    first_landing_page: 'Primera visita: página de destino',
    first_referrer: 'Primera visita: página de procedencia',
    first_parameter: name => `Primera visita: parámetro ${name}`,
    sources: 'Origen de los valores',
    possible_duplicate_of: 'Posible duplicado de',
    suspected_spam: 'Posible spam',
    received: 'Recibido',
    promised: 'Prometido al visitante',
    channel: 'Medio de contacto preferido',
  },
  orCall: 'O llame al',
  callBack: {
    call: (to, when) => sentence('Le llamaremos', to && `al ${to}`, when),
    reply: (to, when) => sentence('Le responderemos', to && `a ${to}`, when),
    today: 'hoy',
    tomorrow: 'mañana',
    on: 'el ',
    date: (weekday, day, month) => `${weekday} ${day} de\u00a0${month}`,
    ofYear: ' de ',
    from: (hour, minutes) => `a partir de ${hour === 1 ? 'la' : 'las'} ${hour}:${minutes}`,
  },
};
