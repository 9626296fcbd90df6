/** Messages of the pages that work without JavaScript. No visitor's browser loads them. */
export const pageMessages = {
  // Before a question that is asked only under a condition. The other texts are what `{condition}` may be.
  ifCondition: 'If {condition}:',
  answerIs: 'you answered {answer} to {question}',
  answerIsNot: 'you didn’t answer {answer} to {question}',
  answerGiven: 'you answered {question}',
  answerMissing: 'you didn’t answer {question}',
  ticked: 'you ticked {question}',
  notTicked: 'you didn’t tick {question}',
  answerBelow: 'your answer to {question} is less than {limit}',
  answerNotBelow: 'your answer to {question} isn’t less than {limit}',
  answerAbove: 'your answer to {question} is more than {limit}',
  answerNotAbove: 'your answer to {question} isn’t more than {limit}',
  dateBefore: 'your answer to {question} is before {limit}',
  dateNotBefore: 'your answer to {question} isn’t before {limit}',
  dateAfter: 'your answer to {question} is after {limit}',
  dateNotAfter: 'your answer to {question} isn’t after {limit}',
  /** An answer or a question in a sentence. */
  quoted: '“{text}”',

  // Above the form.
  checkAndSend: 'Your answers are here. Check them, then press Send.',

  /** On the receipt. */
  keepReceipt: 'Print this page or make a note of your reference. You can open this page again for 1 hour.',

  // In place of the form: a heading, and what to do.
  openForm: 'Go to the form',
  unknownForm: 'Sorry, we couldn’t find this form',
  unknownFormHelp: 'The address may be incomplete, or the form may have been removed. Check the address.',
  receiptExpired: 'This receipt is no longer available',
  receiptExpiredHelp:
    'To protect your privacy, we show a receipt for 1 hour. If you saw it after you sent your enquiry, we’ve received your enquiry, and you don’t need to send it again.',
  pageMissing: 'Sorry, we couldn’t find this page',
  pageMissingHelp: 'The address may be incomplete. Check the address.',
  wrongMethod: 'Sorry, this page can’t be opened like this',
  wrongMethodHelp: 'Open the form and fill it in there.',
  notReadable: 'Sorry, we couldn’t read your enquiry',
  notReadableHelp:
    'We haven’t received it. Check your answers, then send it again. If you chose files, try without them.',
  tooLarge: 'Sorry, your enquiry is too large',
  tooLargeHelp:
    'We haven’t received it. Shorten your answers, or choose fewer or smaller files, then send it again.',
  otherSite: 'Sorry, we couldn’t accept your enquiry from that site',
  otherSiteHelp: 'We haven’t received it. Open the form here and send it again.',
  tooMany: 'Please wait a minute',
  tooManyHelp:
    'We’re getting a lot of enquiries from your connection, so we haven’t accepted this one yet. Wait a minute, then send it again.',
  inProgress: 'We’re still sending your enquiry',
  inProgressHelp: 'Wait a few seconds, then reload this page. We’ll only count your enquiry once.',
  notStored: 'Sorry, we couldn’t send your enquiry',
  notStoredHelp:
    'Something went wrong on our side. Wait a minute, then reload this page to send it again. We’ll only count it once.',
  noRoom: 'Sorry, we can’t store files at the moment',
  noRoomHelp: 'Go back to the form and send your enquiry without files.',
  broken: 'Sorry, something went wrong',
  brokenHelp:
    'Reload this page. If you were sending an enquiry, that sends it again, and we’ll only count it once.',
};
export type PageMessages = typeof pageMessages;

/** The translations by language. Each condition follows the word for "if", which decides the position of the verb in some languages. */
export const pageTranslations: Record<string, PageMessages> = {
  ar: {
    ifCondition: 'إذا {condition}:',
    answerIs: 'أجبت عن {question} بـ {answer}',
    answerIsNot: 'لم تُجب عن {question} بـ {answer}',
    answerGiven: 'أجبت عن {question}',
    answerMissing: 'لم تُجب عن {question}',
    ticked: 'حددت {question}',
    notTicked: 'لم تحدد {question}',
    answerBelow: 'كانت إجابتك عن {question} أقل من {limit}',
    answerNotBelow: 'لم تكن إجابتك عن {question} أقل من {limit}',
    answerAbove: 'كانت إجابتك عن {question} أكثر من {limit}',
    answerNotAbove: 'لم تكن إجابتك عن {question} أكثر من {limit}',
    dateBefore: 'كانت إجابتك عن {question} قبل {limit}',
    dateNotBefore: 'لم تكن إجابتك عن {question} قبل {limit}',
    dateAfter: 'كانت إجابتك عن {question} بعد {limit}',
    dateNotAfter: 'لم تكن إجابتك عن {question} بعد {limit}',
    // With a mark, because the direction of quoted text that is quoted itself is that of its first letter outside it.
    quoted: '\u200f«{text}»',
    checkAndSend: 'إجاباتك موجودة هنا. تحقق منها، ثم اضغط على زر الإرسال.',
    keepReceipt: 'اطبع هذه الصفحة أو دوّن رقمك المرجعي. يمكنك فتح هذه الصفحة مرة أخرى خلال ساعة.',
    openForm: 'الانتقال إلى النموذج',
    unknownForm: 'عذرًا، لم نجد هذا النموذج',
    unknownFormHelp: 'ربما يكون العنوان غير كامل أو أن النموذج قد أُزيل. تحقق من العنوان.',
    receiptExpired: 'لم يعد هذا الإيصال معروضًا',
    receiptExpiredHelp:
      'حفاظًا على خصوصيتك، نعرض الإيصال لمدة ساعة واحدة. إذا رأيته بعد إرسال طلبك، فقد تلقينا الطلب ولا داعي لإرساله مرة أخرى.',
    pageMissing: 'عذرًا، لم نجد هذه الصفحة',
    pageMissingHelp: 'ربما يكون العنوان غير كامل. تحقق من العنوان.',
    wrongMethod: 'عذرًا، لا يمكن فتح هذه الصفحة بهذه الطريقة',
    wrongMethodHelp: 'افتح النموذج واملأه هناك.',
    notReadable: 'عذرًا، لم نتمكن من قراءة طلبك',
    notReadableHelp:
      'لم نتلقَّ الطلب. تحقّق من إجاباتك، ثم أرسله مرة أخرى. إذا كنت قد اخترت ملفات، فجرّب من دونها.',
    tooLarge: 'عذرًا، طلبك كبير جدًا',
    tooLargeHelp: 'لم نتلقَّ الطلب. اختصر إجاباتك أو اختر ملفات أقل أو أصغر، ثم أرسله مرة أخرى.',
    otherSite: 'عذرًا، لا يمكننا قبول طلبك من ذلك الموقع',
    otherSiteHelp: 'لم نتلقَّ الطلب. افتح النموذج هنا وأرسله مرة أخرى.',
    tooMany: 'يُرجى الانتظار دقيقة',
    tooManyHelp: 'نتلقى طلبات كثيرة من اتصالك، لذلك لم نقبل هذا الطلب بعد. انتظر دقيقة، ثم أرسله مرة أخرى.',
    inProgress: 'ما زلنا نرسل طلبك',
    inProgressHelp: 'انتظر بضع ثوانٍ، ثم أعد تحميل هذه الصفحة. لن نحتسب طلبك إلا مرة واحدة.',
    notStored: 'عذرًا، لم نتمكن من تلقي طلبك',
    notStoredHelp:
      'حدث خطأ من جانبنا. انتظر دقيقة، ثم أعد تحميل هذه الصفحة لإرسال الطلب مرة أخرى. لن نحتسبه إلا مرة واحدة.',
    noRoom: 'عذرًا، لا يمكننا حفظ الملفات في الوقت الحالي',
    noRoomHelp: 'عُد إلى النموذج وأرسل طلبك من دون ملفات.',
    broken: 'عذرًا، حدث خطأ',
    brokenHelp: 'أعد تحميل هذه الصفحة. إذا كنت ترسل طلبًا، فسيُرسل مرة أخرى، ولن نحتسبه إلا مرة واحدة.',
  },
  cy: {
    ifCondition: 'Os {condition}:',
    answerIs: 'gwnaethoch ateb {answer} i {question}',
    answerIsNot: 'na wnaethoch ateb {answer} i {question}',
    answerGiven: 'gwnaethoch ateb {question}',
    answerMissing: 'na wnaethoch ateb {question}',
    ticked: 'gwnaethoch dicio {question}',
    notTicked: 'na wnaethoch dicio {question}',
    answerBelow: 'yw eich ateb i {question} yn llai na {limit}',
    answerNotBelow: 'nad yw eich ateb i {question} yn llai na {limit}',
    answerAbove: 'yw eich ateb i {question} yn fwy na {limit}',
    answerNotAbove: 'nad yw eich ateb i {question} yn fwy na {limit}',
    dateBefore: 'yw eich ateb i {question} cyn {limit}',
    dateNotBefore: 'nad yw eich ateb i {question} cyn {limit}',
    dateAfter: 'yw eich ateb i {question} ar ôl {limit}',
    dateNotAfter: 'nad yw eich ateb i {question} ar ôl {limit}',
    quoted: '“{text}”',
    checkAndSend: 'Mae eich atebion yma. Gwiriwch nhw, yna pwyswch Anfon.',
    keepReceipt:
      'Argraffwch y dudalen hon neu gwnewch nodyn o’ch cyfeirnod. Gallwch agor y dudalen hon eto am awr.',
    openForm: 'Mynd i’r ffurflen',
    unknownForm: 'Mae’n ddrwg gennym, ni allem ddod o hyd i’r ffurflen hon',
    unknownFormHelp:
      'Efallai fod y cyfeiriad yn anghyflawn, neu fod y ffurflen wedi’i dileu. Gwiriwch y cyfeiriad.',
    receiptExpired: 'Nid yw’r dderbynneb hon yn cael ei dangos mwyach',
    receiptExpiredHelp:
      'Er mwyn diogelu eich preifatrwydd, rydym yn dangos derbynneb am awr. Os gwelsoch hi ar ôl anfon eich ymholiad, rydym wedi cael eich ymholiad, ac nid oes angen ei anfon eto.',
    pageMissing: 'Mae’n ddrwg gennym, ni allem ddod o hyd i’r dudalen hon',
    pageMissingHelp: 'Efallai fod y cyfeiriad yn anghyflawn. Gwiriwch y cyfeiriad.',
    wrongMethod: 'Mae’n ddrwg gennym, ni ellir agor y dudalen hon fel hyn',
    wrongMethodHelp: 'Agorwch y ffurflen a’i llenwi yno.',
    notReadable: 'Mae’n ddrwg gennym, ni allem ddarllen eich ymholiad',
    notReadableHelp:
      'Nid ydym wedi’i gael. Gwiriwch eich atebion, yna anfonwch ef eto. Os gwnaethoch ddewis ffeiliau, rhowch gynnig arni hebddynt.',
    tooLarge: 'Mae’n ddrwg gennym, mae eich ymholiad yn rhy fawr',
    tooLargeHelp:
      'Nid ydym wedi’i gael. Gwnewch eich atebion yn fyrrach, neu dewiswch lai o ffeiliau neu ffeiliau llai, yna anfonwch ef eto.',
    otherSite: 'Mae’n ddrwg gennym, ni allem dderbyn eich ymholiad o’r wefan honno',
    otherSiteHelp: 'Nid ydym wedi’i gael. Agorwch y ffurflen yma a’i hanfon eto.',
    tooMany: 'Arhoswch am funud',
    tooManyHelp:
      'Rydym yn cael llawer o ymholiadau o’ch cysylltiad, felly nid ydym wedi derbyn yr un hwn eto. Arhoswch am funud, yna anfonwch ef eto.',
    inProgress: 'Rydym yn dal i anfon eich ymholiad',
    inProgressHelp:
      'Arhoswch am ychydig eiliadau, yna ail-lwythwch y dudalen hon. Dim ond unwaith y byddwn yn cyfrif eich ymholiad.',
    notStored: 'Mae’n ddrwg gennym, ni allem dderbyn eich ymholiad',
    notStoredHelp:
      'Aeth rhywbeth o’i le ar ein hochr ni. Arhoswch am funud, yna ail-lwythwch y dudalen hon i’w anfon eto. Dim ond unwaith y byddwn yn ei gyfrif.',
    noRoom: 'Mae’n ddrwg gennym, ni allwn storio ffeiliau ar hyn o bryd',
    noRoomHelp: 'Ewch yn ôl i’r ffurflen ac anfonwch eich ymholiad heb ffeiliau.',
    broken: 'Mae’n ddrwg gennym, aeth rhywbeth o’i le',
    brokenHelp:
      'Ail-lwythwch y dudalen hon. Os oeddech yn anfon ymholiad, bydd hynny’n ei anfon eto, a dim ond unwaith y byddwn yn ei gyfrif.',
  },
  de: {
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
      'Zum Schutz Ihrer Daten zeigen wir eine Bestätigung eine Stunde lang. Wenn Sie sie nach dem Senden gesehen haben, ist Ihre Anfrage bei uns, und Sie müssen sie nicht noch einmal senden.',
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
    notStored: 'Wir konnten Ihre Anfrage leider nicht annehmen',
    notStoredHelp:
      'Bei uns ist etwas schiefgegangen. Warten Sie eine Minute, und laden Sie diese Seite neu, um die Anfrage noch einmal zu senden. Wir zählen sie nur einmal.',
    noRoom: 'Wir können gerade leider keine Dateien speichern',
    noRoomHelp: 'Gehen Sie zurück zum Formular, und senden Sie Ihre Anfrage ohne Dateien.',
    broken: 'Leider ist etwas schiefgegangen',
    brokenHelp:
      'Laden Sie diese Seite neu. Falls Sie gerade eine Anfrage gesendet haben, wird sie damit noch einmal gesendet, und wir zählen sie nur einmal.',
  },
  es: {
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
    receiptExpired: 'Este recibo ya no se muestra',
    receiptExpiredHelp:
      'Para proteger su privacidad, mostramos el recibo durante una hora. Si lo vio después de enviar su consulta, la hemos recibido y no hace falta que la envíe de nuevo.',
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
    inProgressHelp:
      'Espere unos segundos y vuelva a cargar esta página. Solo contaremos su consulta una vez.',
    notStored: 'Lo sentimos, no hemos podido recibir su consulta',
    notStoredHelp:
      'Ha habido un error por nuestra parte. Espere un minuto y vuelva a cargar esta página para enviarla de nuevo. Solo la contaremos una vez.',
    noRoom: 'Lo sentimos, en este momento no podemos guardar archivos',
    noRoomHelp: 'Vuelva al formulario y envíe su consulta sin archivos.',
    broken: 'Lo sentimos, ha habido un error',
    brokenHelp:
      'Vuelva a cargar esta página. Si estaba enviando una consulta, se enviará de nuevo y solo la contaremos una vez.',
  },
  fr: {
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
    unknownFormHelp:
      'L’adresse est peut-être incomplète, ou le formulaire n’existe plus. Vérifiez l’adresse.',
    receiptExpired: 'Ce reçu n’est plus affiché',
    receiptExpiredHelp:
      'Pour protéger votre vie privée, nous affichons un reçu pendant une heure. Si vous l’avez vu après l’envoi de votre demande, nous l’avons bien reçue et vous n’avez pas besoin de la renvoyer.',
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
    otherSite: 'Désolé, nous ne pouvons pas accepter votre demande depuis ce site',
    otherSiteHelp: 'Nous ne l’avons pas reçue. Ouvrez le formulaire ici et renvoyez-la.',
    tooMany: 'Veuillez attendre une minute',
    tooManyHelp:
      'Nous recevons beaucoup de demandes depuis votre connexion, c’est pourquoi nous n’avons pas encore accepté celle-ci. Attendez une minute, puis renvoyez-la.',
    inProgress: 'Votre demande est toujours en cours d’envoi',
    inProgressHelp:
      'Attendez quelques secondes, puis rechargez cette page. Nous ne compterons votre demande qu’une fois.',
    notStored: 'Désolé, nous n’avons pas pu recevoir votre demande',
    notStoredHelp:
      'Une erreur s’est produite de notre côté. Attendez une minute, puis rechargez cette page pour la renvoyer. Nous ne la compterons qu’une fois.',
    noRoom: 'Désolé, nous ne pouvons pas enregistrer de fichiers pour le moment',
    noRoomHelp: 'Revenez au formulaire et envoyez votre demande sans fichiers.',
    broken: 'Désolé, une erreur s’est produite',
    brokenHelp:
      'Rechargez cette page. Si vous étiez en train d’envoyer une demande, elle sera renvoyée et nous ne la compterons qu’une fois.',
  },
  pl: {
    ifCondition: 'Jeśli {condition}:',
    answerIs: 'odpowiedź na pytanie {question} to {answer}',
    answerIsNot: 'odpowiedź na pytanie {question} to nie {answer}',
    answerGiven: 'podano odpowiedź na pytanie {question}',
    answerMissing: 'nie podano odpowiedzi na pytanie {question}',
    ticked: 'zaznaczono {question}',
    notTicked: 'nie zaznaczono {question}',
    answerBelow: 'odpowiedź na pytanie {question} jest mniejsza niż {limit}',
    answerNotBelow: 'odpowiedź na pytanie {question} nie jest mniejsza niż {limit}',
    answerAbove: 'odpowiedź na pytanie {question} jest większa niż {limit}',
    answerNotAbove: 'odpowiedź na pytanie {question} nie jest większa niż {limit}',
    dateBefore: 'data w odpowiedzi na pytanie {question} jest wcześniejsza niż {limit}',
    dateNotBefore: 'data w odpowiedzi na pytanie {question} nie jest wcześniejsza niż {limit}',
    dateAfter: 'data w odpowiedzi na pytanie {question} jest późniejsza niż {limit}',
    dateNotAfter: 'data w odpowiedzi na pytanie {question} nie jest późniejsza niż {limit}',
    quoted: '„{text}”',
    checkAndSend: 'Odpowiedzi są tutaj. Proszę je sprawdzić, a potem nacisnąć przycisk wysyłania.',
    keepReceipt:
      'Proszę wydrukować tę stronę lub zapisać numer referencyjny. Tę stronę można ponownie otworzyć przez godzinę.',
    openForm: 'Przejdź do formularza',
    unknownForm: 'Przepraszamy, nie znaleźliśmy tego formularza',
    unknownFormHelp: 'Adres może być niepełny albo formularz został usunięty. Proszę sprawdzić adres.',
    receiptExpired: 'To potwierdzenie nie jest już wyświetlane',
    receiptExpiredHelp:
      'Aby chronić prywatność, wyświetlamy potwierdzenie przez godzinę. Jeśli pojawiło się po wysłaniu zapytania, otrzymaliśmy je i nie trzeba wysyłać go ponownie.',
    pageMissing: 'Przepraszamy, nie znaleźliśmy tej strony',
    pageMissingHelp: 'Adres może być niepełny. Proszę sprawdzić adres.',
    wrongMethod: 'Przepraszamy, tej strony nie można otworzyć w ten sposób',
    wrongMethodHelp: 'Proszę otworzyć formularz i tam go wypełnić.',
    notReadable: 'Przepraszamy, nie udało się odczytać zapytania',
    notReadableHelp:
      'Nie otrzymaliśmy go. Proszę sprawdzić odpowiedzi i wysłać je ponownie. Jeśli były wybrane pliki, proszę spróbować bez nich.',
    tooLarge: 'Przepraszamy, zapytanie jest za duże',
    tooLargeHelp:
      'Nie otrzymaliśmy go. Proszę skrócić odpowiedzi albo wybrać mniej plików lub mniejsze pliki i wysłać je ponownie.',
    otherSite: 'Przepraszamy, nie możemy przyjąć zapytania z tamtej witryny',
    otherSiteHelp: 'Nie otrzymaliśmy go. Proszę otworzyć formularz tutaj i wysłać je ponownie.',
    tooMany: 'Proszę poczekać minutę',
    tooManyHelp:
      'Otrzymujemy wiele zapytań z tego połączenia, dlatego nie przyjęliśmy jeszcze tego zapytania. Proszę poczekać minutę i wysłać je ponownie.',
    inProgress: 'Nadal wysyłamy zapytanie',
    inProgressHelp: 'Proszę poczekać kilka sekund i odświeżyć tę stronę. Zapytanie uwzględnimy tylko raz.',
    notStored: 'Przepraszamy, nie udało się przyjąć zapytania',
    notStoredHelp:
      'Wystąpił błąd po naszej stronie. Proszę poczekać minutę i odświeżyć tę stronę, aby wysłać je ponownie. Uwzględnimy je tylko raz.',
    noRoom: 'Przepraszamy, w tej chwili nie możemy zapisać plików',
    noRoomHelp: 'Proszę wrócić do formularza i wysłać zapytanie bez plików.',
    broken: 'Przepraszamy, coś poszło nie tak',
    brokenHelp:
      'Proszę odświeżyć tę stronę. Jeśli trwało wysyłanie zapytania, zostanie ono wysłane ponownie, a uwzględnimy je tylko raz.',
  },
};
