// Welsh.
import type { FilesPageMessages, Messages, PageMessages } from './en.ts';
import { type EnquiryTexts, onTwelveHourClock, sentence } from './language.ts';

export const messages: Messages = {
  // formMessages
  optional: '(dewisol)',
  yes: 'Ie',
  no: 'Na',
  choose: 'Dewiswch…',
  day: 'Diwrnod',
  month: 'Mis',
  year: 'Blwyddyn',
  readPrivacyNotice: 'Darllenwch ein hysbysiad preifatrwydd',
  readTerms: 'Darllenwch y telerau',
  opensInNewTab: '(yn agor mewn tab newydd)',
  files: 'Lluniau neu ddogfennau',
  dropFiles: 'Llusgwch ffeiliau yma neu eu dewis',
  chooseFiles: 'Dewis ffeiliau',
  takePhoto: 'Tynnu llun',
  fileLimits: {
    one: '1 PDF neu lun, hyd at {megabytes}\u00a0MB.',
    other: 'Hyd at {count} PDF neu lun, {megabytes}\u00a0MB yr un.',
  },
  contactUs: 'Cysylltu â ni',
  send: 'Anfon yr ymholiad',
  sending: 'Wrthi’n anfon…',
  failed: 'Mae’n ddrwg gennym, ni allem anfon eich ymholiad',
  answersKept: 'Mae eich atebion yma o hyd.',
  filesFailed: 'Mae’n ddrwg gennym, ni allem ychwanegu eich ffeiliau. Dewiswch nhw eto.',
  unavailable: 'Mae’n ddrwg gennym, ni allem lwytho’r ffurflen hon.',
  tryAgain: 'Rhoi cynnig arall arni',

  // rareMessages
  oneOfThese: 'Llenwch o leiaf un o’r rhain: {fields}.',
  addressLine1: 'Llinell cyfeiriad 1',
  addressLine2: 'Llinell cyfeiriad 2',
  town: 'Tref neu ddinas',
  postcode: 'Cod post',
  cannotHelp: 'Mae’n ddrwg gennym, ni allwn helpu gyda hyn',
  whoCanHelp: 'Gweld pwy all helpu',
  addFiles: 'Ychwanegu lluniau neu ddogfennau',

  // submissionMessages
  clearChoice: 'Clirio',
  choiceCleared: 'Mae eich dewis wedi’i glirio.',
  didYouMean: 'Oeddech chi’n golygu {address}?',
  digitMissing: 'Oes digid ar goll?',
  charactersLeft: { other: 'Mae gennych {count} nod ar ôl' },
  charactersOver: { other: 'Mae gennych {count} nod yn ormod' },
  error: 'Gwall:',
  problems: { one: 'Mae problem gydag 1 ateb', other: 'Mae problemau gyda {count} ateb' },
  // The number mutates the noun: dau gwestiwn, tri chwestiwn, chwe chwestiwn.
  unanswered: {
    one: 'Mae angen ateb i 1 cwestiwn o hyd',
    two: 'Mae angen ateb i 2 gwestiwn o hyd',
    few: 'Mae angen ateb i {count} chwestiwn o hyd',
    many: 'Mae angen ateb i {count} chwestiwn o hyd',
    other: 'Mae angen ateb i {count} cwestiwn o hyd',
  },
  problemWithLabel: '{label}: {problem}',
  tickToConfirm: 'Ticiwch i gadarnhau: {label}',
  required_forename: 'Rhowch eich enw cyntaf',
  required_surname: 'Rhowch eich enw olaf',
  required_telephone_mobile: 'Rhowch eich rhif ffôn symudol',
  required_text: 'Atebwch y cwestiwn hwn',
  required_your_email: 'Rhowch eich cyfeiriad e-bost',
  required_email: 'Rhowch gyfeiriad e-bost',
  required_tel: 'Rhowch rif ffôn',
  required_number: 'Rhowch rif',
  required_date: 'Rhowch ddyddiad',
  required_choice: 'Dewiswch opsiwn',
  required_checkboxes: 'Dewiswch o leiaf un opsiwn',
  required_yes_no: 'Dewiswch un o’r ddau ateb',
  required_consent: 'Ticiwch y blwch i barhau',
  too_long: { other: 'Rhaid i’ch ateb fod yn {count} nod neu lai. Mae {over} yn ormod.' },
  required_postcode: 'Rhowch god post',
  required_address: 'Rhowch gyfeiriad',
  one_required: 'Llenwch o leiaf un o’r rhain: {fields}',
  not_an_email: 'Rhowch gyfeiriad e-bost yn y fformat cywir, fel enw@example.com',
  not_a_phone_number: 'Rhowch rif ffôn, fel {example}',
  not_a_postcode: 'Rhowch god post, fel {example}',
  not_a_number: 'Rhowch rif, fel {example}',
  not_a_date: 'Rhowch ddyddiad go iawn, gyda diwrnod, mis a blwyddyn',
  no_day: 'Rhaid i’r dyddiad gynnwys diwrnod',
  no_month: 'Rhaid i’r dyddiad gynnwys mis, fel rhif neu enw',
  no_year: 'Rhaid i’r dyddiad gynnwys blwyddyn',
  short_year: 'Rhowch y flwyddyn gyda 4 digid',
  wrong_format: 'Gwiriwch eich ateb. Nid yw yn y fformat sydd ei angen arnom.',
  exclusive: 'Dewiswch naill ai “{option}” neu eich opsiynau eraill, nid y ddau',
  not_an_option: 'Dewiswch un o’r opsiynau',
  not_allowed: 'Mae eich ateb yn cynnwys nod na allwn ei dderbyn. Teipiwch eich ateb yn lle ei ludo.',
  too_small: 'Rhowch {limit} neu fwy',
  too_large: 'Rhowch {limit} neu lai',
  too_early: 'Rhaid i’r dyddiad fod ar {limit} neu’n hwyrach',
  too_late: 'Rhaid i’r dyddiad fod ar {limit} neu’n gynharach',
  before_today: 'Rhaid i’r dyddiad fod heddiw neu yn y dyfodol',
  after_today: 'Rhaid i’r dyddiad fod heddiw neu yn y gorffennol',
  refused: 'Ni allem dderbyn yr ateb hwn. Gwiriwch ef a rhowch gynnig arall arni.',
  enquiryRefused: 'Mae’n ddrwg gennym, ni allem dderbyn eich ymholiad. Cysylltwch â ni mewn ffordd arall.',
  questionsChanged:
    'Mae rhai cwestiynau wedi newid ers i chi agor y dudalen hon. Gwiriwch eich atebion, yna anfonwch eich ymholiad eto.',
  notSentHeading: 'Heb ei anfon eto',
  answersSafe: 'Mae eich atebion yn ddiogel ar y dudalen hon.',
  retryIn: { other: 'Byddwn yn rhoi cynnig arall arni ymhen {count} eiliad. Cadwch y dudalen hon ar agor.' },
  dontWait: 'Ddim eisiau aros?',
  call: 'Ffoniwch {phone}',
  emailAnswers: 'Anfonwch eich atebion atom drwy e-bost',
  answersCut: '(Mae’r gweddill ar goll am fod y testun yn rhy hir i’r e-bost hwn.)',
  stillSending: 'Yn dal i anfon…',
  slow: 'Mae eich cysylltiad yn araf. Cadwch y dudalen hon ar agor.',
  outcomeUnknown: 'Nid ydym yn gwybod eto a yw eich ymholiad wedi cyrraedd.',
  retrying: 'Heb ei anfon eto. Byddwn yn dal i geisio. Cadwch y dudalen hon ar agor.',
  offline:
    'Rydych chi all-lein. Byddwn yn anfon eich ymholiad pan fyddwch yn ôl ar-lein. Cadwch y dudalen hon ar agor.',
  tryNow: 'Rhoi cynnig arni nawr',
  stoppedTrying:
    'Rydym wedi rhoi’r gorau i geisio. Gallwch roi cynnig arall arni, neu gysylltu â ni mewn ffordd arall.',
  contactAnotherWay: 'Cysylltwch â ni mewn ffordd arall.',
  notSentYet: 'Nid yw eich ymholiad wedi’i anfon eto. Anfonwch ef pan fyddwch yn barod.',
  testRefused:
    'Nid anfonwyd eich prawf, gan nad yw ei ddolen brawf yn ddilys mwyach. Agorwch ddolen brawf newydd a rhoi cynnig arall arni.',
  answersRestored: 'Rydym wedi adfer eich atebion.',
  chooseFilesAgain: 'Dewiswch eich ffeiliau eto.',
  clearAnswers: 'Clirio’r atebion a dechrau eto',
  answersCleared: 'Cliriwyd yr atebion.',
  undo: 'Dadwneud',
  moreQuestions: {
    one: 'Mae 1 cwestiwn arall.',
    two: 'Mae 2 gwestiwn arall.',
    few: 'Mae {count} chwestiwn arall.',
    many: 'Mae {count} chwestiwn arall.',
    other: 'Mae {count} cwestiwn arall.',
  },
  thanks: 'Diolch, {name}. Rydym wedi cael eich ymholiad.',
  received: 'Rydym wedi cael eich ymholiad.',
  sentAt: 'Anfonoch chi hwn am {time}.',
  sentOn: 'Anfonwyd ar {date}',
  reference: 'Eich cyfeirnod',
  keepCopy: 'Cadw copi',
  changeNumber: 'Newid y rhif',
  changeEmail: 'Newid y cyfeiriad e-bost',
  cannotChange:
    'Ni allwn newid ymholiad ar ôl i chi ei anfon. Gallwch gywiro eich manylion ac anfon ail ymholiad.',
  correctDetails: 'Cywiro fy manylion',
  addMoreFiles: 'Ychwanegu ffeiliau',
  filesUntil: 'Nawr, neu o unrhyw ddyfais tan {date}.',
  yourFiles: 'Eich ffeiliau',
  yourAnswers: 'Eich atebion',
  newEnquiry: 'Dechrau ymholiad newydd',
  continueWithoutFiles: 'Parhau heb y ffeiliau hyn',

  copy: 'Copïo’r cyfeirnod',
  copied: 'Wedi’i gopïo',
  copyTitle: '{firm} – ymholiad {reference}',
  sentWith: 'Anfonwyd gydag ef: {count} ffeil',
  share: 'Rhannu',
  saveCopy: 'Lawrlwytho copi',
  shareAnswers: 'Rhannu gyda fy atebion',
  saveAnswers: 'Cadw gyda fy atebion',
  print: 'Argraffu',
  copyLink: 'Copïo’r ddolen',
  linkCopied: 'Dolen wedi’i chopïo',
  shareLink: 'Rhannu’r ddolen',
  qrCode: 'Cod QR y ddolen',

  // lastResortMessages
  continueOnPage: 'Rhoi cynnig arni ar ein tudalen ddiogel',
  answersFollow: '(bydd eich atebion wedi’u llenwi yno)',
  answersStay:
    'Nid oes modd llenwi eich atebion yno. Byddant yn aros ar y dudalen hon, felly gallwch eu copïo.',
  continuedInTab: 'Rydych wedi parhau mewn tab arall',
  closeThisTab: 'Ar ôl anfon eich ymholiad yno, gallwch gau’r tab hwn.',
  openPageAgain: 'Agor y dudalen honno eto',

  // amountMessages
  numberWords:
    'k, mil, fil; m, miliwn, filiwn; £, gbp, punt, bunt, o bunnoedd, o bunnau, pounds; €, eur, ewro, o ewros; $, usd, doler, ddoler, o ddoleri',

  // attachmentMessages
  kilobytes: '{count}\u00a0kB',
  megabytes: '{count}\u00a0MB',
  preparing: 'Wrthi’n paratoi…',
  waiting: 'Yn aros i’w huwchlwytho',
  connectionLost: 'Collwyd y cysylltiad. Wrthi’n rhoi cynnig arall arni…',
  finishing: 'Wrthi’n gorffen…',
  sent: 'Wedi’i hanfon',
  notSent: 'Heb ei hanfon.',
  remove: 'Tynnu',
  cancel: 'Canslo',
  skipFile: 'Hepgor y ffeil hon',
  fileCount: '{chosen} o {count} ffeil',
  filesUnsent: {
    one: 'Ni fydd {name} yn cael ei hanfon.',
    other: 'Ni fydd {count} ffeil yn cael eu hanfon.',
  },
  missing: 'Gwnaethoch adael neu ail-lwytho’r dudalen hon cyn i ni gael y ffeil hon. Dewiswch y ffeil eto.',
  chooseAgain: 'Dewis eto',
  added: 'Ychwanegwyd {name}.',
  filesAdded: 'Ychwanegwyd {count} ffeil.',
  someFilesAdded: 'Ychwanegwyd {count} ffeil, {unsent}.',
  unsentCount: 'ni ellir anfon {count}',
  removed: 'Tynnwyd {name}.',
  percentUploaded: 'Uwchlwythwyd {percent}% o’ch ffeiliau.',
  uploadedOf: 'Uwchlwythwyd {uploaded} o {total}',
  uploading: 'Rydym yn uwchlwytho eich ffeiliau. Cadwch y dudalen hon ar agor.',
  uploadsOffline:
    'Rydych chi all-lein. Byddwn yn parhau i uwchlwytho pan fyddwch yn ôl ar-lein. Cadwch y dudalen hon ar agor.',
  filesSent: {
    one: 'Anfonwyd eich ffeil.',
    2: 'Anfonwyd y ddwy ffeil.',
    other: 'Anfonwyd pob un o’r {count} ffeil.',
  },
  someFilesSent: 'Anfonwyd {count} o’r {total} ffeil.',
  noFilesSent: { one: 'Nid anfonwyd eich ffeil.', other: 'Nid anfonwyd yr un o’r {count} ffeil.' },
  filesNoRoom: 'Rydym wedi cael eich ymholiad, ond ni allwn storio rhagor o ffeiliau ar hyn o bryd.',
  file_empty: 'Mae’r ffeil hon yn wag. Dewiswch un arall.',
  file_unreadable: 'Ni allwn ddarllen y ffeil hon. Os ffolder ydyw, dewiswch y ffeiliau sydd ynddo.',
  file_media: 'Ni allwch anfon fideo na sain. Anfonwch sgrinlun yn lle hynny.',
  file_type: 'Ni allwn dderbyn y math hwn o ffeil. Cadwch hi fel PDF, yna dewiswch y PDF.',
  file_wrong_content:
    'Nid PDF na llun yw “{name}” mewn gwirionedd. Agorwch y ffeil, cadwch hi fel PDF, yna dewiswch y PDF.',
  file_too_large: 'Mae’r ffeil hon yn fwy na {size}. Dewiswch un lai.',
  file_too_many: {
    one: 'Gallwch anfon 1 ffeil. I ychwanegu’r ffeil hon, tynnwch y llall yn gyntaf.',
    other: 'Gallwch anfon hyd at {count} ffeil. I ychwanegu’r ffeil hon, tynnwch un arall yn gyntaf.',
  },
  file_too_many_sent: {
    one: 'Dim ond 1 ffeil y gallwch ei hanfon yma. Anfonwch y ffeil hon mewn ffordd arall.',
    other: 'Dim ond {count} ffeil y gallwch eu hanfon yma. Anfonwch y ffeil hon mewn ffordd arall.',
  },
  file_not_ready: 'Ni allem baratoi’r llun hwn oherwydd i’r cysylltiad fethu. Rhowch gynnig arall arni.',
  file_changed: 'Newidiodd y ffeil hon ar ôl i chi ei dewis. Dewiswch y ffeil eto.',
  file_unsafe:
    'Mae’r ffeil hon yn cynnwys rhywbeth na allwn ei dderbyn, fel sgript. Argraffwch hi i PDF, yna dewiswch y PDF hwnnw.',
  file_closed:
    'Ni allwn ychwanegu ffeiliau at yr ymholiad hwn mwyach. Anfonwch y ffeil hon mewn ffordd arall.',
  file_cancelled: 'Wedi’i chanslo',
  file_no_room: 'Ni allem storio’r ffeil hon. Rhowch gynnig arall arni yn nes ymlaen.',
  file_failed: 'Methodd yr uwchlwytho',

  // photoMessages
  locationRemoved: 'Lleoliad wedi’i dynnu',
  detailsRemoved: 'Manylion cudd wedi’u tynnu',
  convertedToJpeg: 'Wedi’i drosi’n JPEG',
  reducedInSize: 'Wedi’i leihau',
  photo_broken:
    'Ni allwn agor y ddelwedd hon. Efallai ei bod wedi’i difrodi. Dewiswch un arall, neu anfonwch sgrinlun.',
  photo_pixels: 'Mae gan y ddelwedd hon dros 250 megapicsel. Cadwch gopi llai, yna dewiswch y copi.',
  photo_animated: 'Mae’r animeiddiad hwn yn fwy na {size}. Dewiswch un byrrach, neu anfonwch sgrinlun.',
  photo_canvas:
    'Mae gosodiadau preifatrwydd eich porwr yn ein hatal rhag trosi’r ddelwedd hon. Cadwch hi fel JPEG, yna dewiswch y JPEG.',
  photo_heic: 'Ni all y porwr hwn agor lluniau HEIC. Cadwch y llun fel JPEG, yna dewiswch y JPEG.',
  photo_heic_android:
    'Ni all y porwr hwn agor lluniau HEIC. Anfonwch sgrinlun yn lle hynny. Ar gyfer lluniau newydd, diffoddwch “High efficiency” yng ngosodiadau’r camera.',
  photo_heic_iphone:
    'Ni all y porwr hwn agor lluniau HEIC. Dewiswch y llun hwn o Photo Library yn lle Files, fel bod eich iPhone yn ei drosi’n JPEG.',

  // measurementMessages
  testMode: 'Prawf: ni fydd dim yn cael ei anfon ymlaen',
  parameterIgnored: 'Mae {parameter} yn cael ei anwybyddu: {value} sydd yn y tag',
  testLinkInvalid:
    'Nid yw’r ddolen brawf hon yn ddilys, neu mae wedi dod i ben. Dyma’r ffurflen arferol: bydd yr hyn a anfonwch yn cael ei anfon ymlaen fel arfer.',
  testLinkUnchecked:
    'Ni allem wirio’r ddolen brawf hon. Dyma’r ffurflen arferol: bydd yr hyn a anfonwch yn cael ei anfon ymlaen fel arfer.',
  previewLost: 'Ni allem lwytho’r rhagolwg. Dyma’r ffurflen bresennol. Crëwch ragolwg arall.',

  // stepsMessages
  checkAnswers: 'Gwiriwch eich atebion',
  stepCount: 'Cam {step} o {steps}',
  back: 'Yn ôl',
  continue: 'Parhau',
  change: 'Newid',
  notAnswered: 'Heb ei ateb',
  none: 'Dim',
  newQuestions: {
    one: '1 cwestiwn newydd',
    two: '2 gwestiwn newydd',
    few: '{count} chwestiwn newydd',
    many: '{count} chwestiwn newydd',
    other: '{count} cwestiwn newydd',
  },
  chooseToContinue: 'Tapiwch neu cliciwch ar ateb i barhau.',

  // chooserMessages
  aboutWhat: 'Am beth mae eich ymholiad?',
  formBelow: 'Mae’r ffurflen “{label}” isod.',
};

export const pageMessages: PageMessages = {
  ifCondition: 'Os {condition}:',
  answerIs: 'mai {answer} yw eich ateb i {question}',
  answerIsNot: 'nad {answer} yw eich ateb i {question}',
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
  otherSiteHelp: 'Nid ydym wedi’i gael. Agorwch y ffurflen yma, yna anfonwch eich ymholiad eto.',
  tooMany: 'Arhoswch am funud',
  tooManyHelp:
    'Rydym yn cael llawer o ymholiadau o’ch cysylltiad, felly nid ydym wedi derbyn yr un hwn eto. Arhoswch am funud, yna anfonwch ef eto.',
  inProgress: 'Rydym yn dal i anfon eich ymholiad',
  inProgressHelp:
    'Arhoswch am ychydig eiliadau, yna ail-lwythwch y dudalen hon. Dim ond unwaith y byddwn yn cyfrif eich ymholiad.',
  notStored: 'Mae’n ddrwg gennym, ni allem anfon eich ymholiad',
  notStoredHelp:
    'Aeth rhywbeth o’i le ar ein hochr ni. Arhoswch am funud, yna ail-lwythwch y dudalen hon i’w anfon eto. Dim ond unwaith y byddwn yn ei gyfrif.',
  noRoom: 'Mae’n ddrwg gennym, ni allwn storio ffeiliau ar hyn o bryd',
  noRoomHelp: 'Ewch yn ôl i’r ffurflen ac anfonwch eich ymholiad heb ffeiliau.',
  broken: 'Mae’n ddrwg gennym, aeth rhywbeth o’i le',
  brokenHelp:
    'Ail-lwythwch y dudalen hon. Os oeddech yn anfon ymholiad, bydd hynny’n ei anfon eto, a dim ond unwaith y byddwn yn ei gyfrif.',
};

export const filesPageMessages: FilesPageMessages = {
  addFiles: 'Ychwanegu lluniau neu ddogfennau',
  addFilesTo: 'Byddant yn cael eu hychwanegu at yr ymholiad a anfonoch. Eich cyfeirnod yw {reference}.',
  mayClose: 'Gallwch gau’r dudalen hon nawr, neu ychwanegu rhagor o ffeiliau.',
  mayCloseFull: 'Gallwch gau’r dudalen hon nawr.',
  noMoreFiles:
    'Rydym wedi cael yr holl ffeiliau y gallwn eu derbyn ar gyfer yr ymholiad hwn. Anfonwch unrhyw rai eraill mewn ffordd arall.',
  linkIncomplete: 'Mae rhan o’r ddolen hon ar goll.',
  linkIncompleteHelp: 'Copïwch y ddolen gyfan o’ch derbynneb, neu sganiwch y cod QR eto.',
  linkExpired: 'Nid yw’r ddolen hon yn gweithio mwyach.',
  linkExpiredHelp: 'Mae eich ymholiad yn ddiogel. Anfonwch eich ffeiliau mewn ffordd arall.',
  pageFailed: 'Mae’n ddrwg gennym, ni allem lwytho’r dudalen hon.',
  needsScript:
    'Mae angen JavaScript ar y dudalen hon. Trowch JavaScript ymlaen yn eich porwr, yna ail-lwythwch y dudalen.',
};

export const enquiryTexts: EnquiryTexts = {
  contact: {
    heading: 'Eich manylion cyswllt',
    forename: 'Enw cyntaf',
    surname: 'Enw olaf',
    telephone_mobile: 'Rhif ffôn symudol',
    email: 'Cyfeiriad e-bost',
  },
  entryLabels: {
    form_version: 'Fersiwn y ffurflen',
    site: 'Gwefan',
    client: 'Rhaglen',
    language: 'Iaith',
    landing_page: 'Tudalen lanio',
    parameter: name => `Paramedr ${name}`,
    first_landing_page: 'Ymweliad cyntaf: tudalen lanio',
    first_referrer: 'Ymweliad cyntaf: tudalen gyfeirio',
    first_parameter: name => `Ymweliad cyntaf: paramedr ${name}`,
    sources: 'Ffynonellau’r gwerthoedd',
    possible_duplicate_of: 'Dyblygiad posibl o',
    suspected_spam: 'Sbam posibl',
    received: 'Derbyniwyd',
    promised: 'Addawyd i’r ymwelydd',
    channel: 'Dull cysylltu a ffefrir',
  },
  orCall: 'Neu ffoniwch',
  callBack: {
    call: (to, when) => sentence('Byddwn yn eich ffonio', to && `ar ${to}`, when),
    reply: (to, when) => sentence('Byddwn yn ateb', to && `i ${to}`, when),
    today: 'heddiw',
    tomorrow: 'yfory',
    on: '',
    // The soft mutation, because it says when.
    date: (weekday, day, month) => `${weekday.replace('Dydd', 'ddydd')} ${day}\u00a0${month}`,
    from: (hour, minutes) => {
      if (hour === 12 && minutes === '00') return 'o hanner dydd ymlaen';
      const period = hour < 12 ? 'y bore' : hour < 18 ? 'y prynhawn' : 'yr hwyr';
      return `o ${onTwelveHourClock(hour, minutes, period)} ymlaen`;
    },
  },
};
