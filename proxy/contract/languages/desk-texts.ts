import { closestLanguage } from './locale.ts';

const en = {
  /** A BCP 47 tag. */
  lang: 'en-GB',
  title: 'Enquiry desk',
  glance: 'At a glance',
  held: 'To decide',
  find: 'Find',
  signedIn: (user: string) => `Signed in as ${user}. Close the browser to sign out.`,
  figuresOnly: 'This page shows figures only. Decisions need ENQUIRY_DESK_USERS_FILE.',
  verdict: {
    needed: (count: number) => (count === 1 ? '1 thing needs you' : `${count} things need you`),
    failing: 'Deliveries are failing and will be repeated. Nothing needs you yet.',
    failingThough:
      'Deliveries are failing although the enquiry API can be reached, and will be repeated. Nothing needs you yet.',
    well: 'Everything is being delivered.',
  },
  causes: {
    refused: 'refused by the enquiry API',
    unknown_outcome: 'may have arrived, so look in the back office',
    known_number: 'with the number of another enquiry',
    file_differs: 'with a file that has changed',
    not_scanned: 'not scanned in time',
    infected: 'infected',
    suspect: 'suspected spam',
  },
  states: {
    waiting: 'waiting to be delivered',
    delivered: 'delivered',
    held: 'held',
    refused: 'returned to the visitor',
    dropped: 'deleted',
    test: 'a test, which is never delivered',
  },
  heldDeliveries: (count: string, cause: string) => `${count} to decide: ${cause}`,
  decide: 'Decide',
  nothingHeld: 'There is nothing to decide.',
  all: 'All',
  older: 'Older',
  newest: 'Back to the newest',
  kinds: { enquiry: 'Enquiry', attachment: 'File' },
  row: {
    arrived: 'Arrived',
    state: 'State',
    held: 'Held because',
    attempts: 'Attempts',
    failure: 'Last failure',
    message: 'Response',
    number: 'Number in the back office',
    suspicion: 'Suspicion',
    name: 'Name',
    mobile: 'Mobile number',
    email: 'Email address',
    caseType: 'Case type',
    files: 'Files',
  },
  erased: 'The answers have been erased.',
  answers: 'Answers',
  unknownOutcomes: (count: number) => `${count}, of which some may have arrived`,
  release: {
    title: 'Deliver it',
    all: (count: string) => `Deliver all ${count}`,
    says: 'The enquiry is sent to the enquiry API again, now. If it may have arrived before, it is marked as a possible duplicate.',
    saysAll: (count: string, cause: string) =>
      `${count} enquiries (${cause}) are sent to the enquiry API again, now. Possible duplicates are marked.`,
    button: 'Deliver',
  },
  drop: {
    title: 'Delete it',
    all: (count: string) => `Delete all ${count}`,
    says: 'The answers and all files are deleted here for good. Nothing is sent to the back office.',
    saysAll: (count: string, cause: string) =>
      `${count} enquiries (${cause}) are deleted here for good, with all answers and files. Nothing is sent to the back office.`,
    copy: 'First write a copy to the proxy’s folder “copies”. Clear this for an erasure request.',
    button: 'Delete',
  },
  settle: {
    title: 'It’s in the back office already',
    says: 'Nothing more is sent but its files. The answers are erased here, after a copy is written to the proxy’s folder “copies”.',
    label: 'Its number in the back office',
    button: 'Record the number',
  },
  export: {
    title: 'Download a copy',
    says: 'Your browser downloads the answers and all files as one archive. Nothing changes here.',
    button: 'Download',
  },
  noDecision: 'It is waiting and will be sent automatically.',
  done: {
    changed: (count: string) => `Done: ${count}.`,
    unchanged: (count: string) =>
      `Not changed: ${count}, because somebody else has decided, or the state has changed meanwhile.`,
  },
  faults: {
    sending: 'Nothing was changed, because a part is being sent. Try again later.',
    taken: 'Nothing was changed, because another enquiry has this number already.',
    number: 'Nothing was changed: enter a number, such as 4711.',
    copy: 'Nothing was changed, because the copy can’t be written on the proxy’s machine. Tell the operator.',
  },
  plots: {
    title: (days: number) => `Forms and enquiries of the last ${days} days, by hour`,
    times: 'From Send to delivery, by hour',
    case_type: 'Case type',
    site: 'Site',
    days: 'Days',
    show: 'Show',
    steps: {
      served: 'Forms served',
      challenged: 'Challenges',
      refused: 'Refused',
      accepted: 'Accepted',
      delivered: 'Delivered',
    },
    half: 'Half within',
    most: '95 % within',
    limits: ['5 s', '1 min', '10 min', '1 h', '1 day', 'over a day'],
    hour: 'Hour',
    table: 'Figures by hour',
    csv: 'Download 90 days as CSV',
  },
  search: {
    label: 'A name, an email address, digits of a telephone number, or a reference',
    button: 'Search',
    none: 'No enquiry that is kept here matches. Delivered ones have been erased: search the back office.',
    tooShort: 'Enter a name or an email address, or at least four digits of a number.',
    steps: 'When a person asks for a copy, or for erasure',
    copy: 'For a copy: open each enquiry below and download it. Then search the back office, which has the delivered ones.',
    erase:
      'For erasure: open each enquiry below and delete it without a copy. Then erase the delivered ones in the back office.',
    times: (count: string) => `${count} found`,
  },
  refused: {
    title: 'This can’t be done',
    host: 'The address in the browser isn’t the desk’s. The operator sets it with ENQUIRY_DESK_URL.',
    signIn: 'Sign in with your name and password.',
    tooMany: 'There were too many wrong passwords. Wait a minute, then try again.',
    token:
      'This page was open for too long, or belongs to somebody else. Go back, load it again, and repeat your decision.',
    missing: 'There is no such page or enquiry here. A delivered or deleted one is erased after some time.',
    failed: 'The desk can’t read or change the outbox at the moment. Try again later.',
  },
};

export type DeskTexts = typeof en;

const de: DeskTexts = {
  lang: 'de',
  title: 'Anfragen',
  glance: 'Überblick',
  held: 'Zu entscheiden',
  find: 'Suchen',
  signedIn: user => `Angemeldet als ${user}. Zum Abmelden schließen Sie den Browser.`,
  figuresOnly: 'Diese Seite zeigt nur Zahlen. Entscheidungen brauchen ENQUIRY_DESK_USERS_FILE.',
  verdict: {
    needed: count => (count === 1 ? '1 Sache braucht Sie' : `${count} Sachen brauchen Sie`),
    failing: 'Zustellungen schlagen fehl und werden wiederholt. Noch müssen Sie nichts tun.',
    failingThough:
      'Zustellungen schlagen fehl, obwohl die Anfrage-API erreichbar ist, und werden wiederholt. Noch müssen Sie nichts tun.',
    well: 'Alles wird zugestellt.',
  },
  causes: {
    refused: 'von der Anfrage-API abgelehnt',
    unknown_outcome: 'vielleicht angekommen: sehen Sie im Backoffice nach',
    known_number: 'mit der Nummer einer anderen Anfrage',
    file_differs: 'mit einer veränderten Datei',
    not_scanned: 'nicht rechtzeitig auf Viren geprüft',
    infected: 'infiziert',
    suspect: 'Spam-Verdacht',
  },
  states: {
    waiting: 'wartet auf die Zustellung',
    delivered: 'zugestellt',
    held: 'angehalten',
    refused: 'an den Besucher zurückgegeben',
    dropped: 'gelöscht',
    test: 'ein Test, der nie zugestellt wird',
  },
  heldDeliveries: (count, cause) => `${count} zu entscheiden: ${cause}`,
  decide: 'Entscheiden',
  nothingHeld: 'Es gibt nichts zu entscheiden.',
  all: 'Alle',
  older: 'Ältere',
  newest: 'Zurück zu den neuesten',
  kinds: { enquiry: 'Anfrage', attachment: 'Datei' },
  row: {
    arrived: 'Eingegangen',
    state: 'Zustand',
    held: 'Angehalten, weil',
    attempts: 'Versuche',
    failure: 'Letzter Fehler',
    message: 'Antwort der API',
    number: 'Nummer im Backoffice',
    suspicion: 'Verdacht',
    name: 'Name',
    mobile: 'Mobilnummer',
    email: 'E-Mail-Adresse',
    caseType: 'Fallart',
    files: 'Dateien',
  },
  erased: 'Die Antworten sind gelöscht.',
  answers: 'Antworten',
  unknownOutcomes: count => `${count}, davon vielleicht welche angekommen`,
  release: {
    title: 'Zustellen',
    all: count => `Alle ${count} zustellen`,
    says: 'Die Anfrage wird jetzt noch einmal an die Anfrage-API gesendet. Ist sie vielleicht schon angekommen, wird sie als mögliches Duplikat markiert.',
    saysAll: (count, cause) =>
      `${count} Anfragen (${cause}) werden jetzt noch einmal gesendet. Mögliche Duplikate werden markiert.`,
    button: 'Zustellen',
  },
  drop: {
    title: 'Löschen',
    all: count => `Alle ${count} löschen`,
    says: 'Die Antworten und alle Dateien werden hier endgültig gelöscht. Das Backoffice bekommt nichts.',
    saysAll: (count, cause) =>
      `${count} Anfragen (${cause}) werden hier endgültig gelöscht, mit allen Antworten und Dateien. Das Backoffice bekommt nichts.`,
    copy: 'Vorher eine Kopie in den Ordner „copies“ des Proxys schreiben. Entfernen Sie den Haken, wenn jemand Löschung verlangt.',
    button: 'Löschen',
  },
  settle: {
    title: 'Sie ist schon im Backoffice',
    says: 'Nur ihre Dateien werden noch gesendet. Die Antworten werden hier gelöscht, nachdem eine Kopie in den Ordner „copies“ des Proxys geschrieben wurde.',
    label: 'Ihre Nummer im Backoffice',
    button: 'Nummer eintragen',
  },
  export: {
    title: 'Kopie herunterladen',
    says: 'Ihr Browser lädt die Antworten und alle Dateien als ein Archiv herunter. Hier ändert sich nichts.',
    button: 'Herunterladen',
  },
  noDecision: 'Sie wartet und wird automatisch gesendet.',
  done: {
    changed: count => `Erledigt: ${count}.`,
    unchanged: count =>
      `Nicht geändert: ${count}, weil inzwischen jemand entschieden oder sich der Zustand geändert hat.`,
  },
  faults: {
    sending:
      'Nichts wurde geändert, weil ein Teil gerade gesendet wird. Versuchen Sie es später noch einmal.',
    taken: 'Nichts wurde geändert, weil eine andere Anfrage diese Nummer schon hat.',
    number: 'Nichts wurde geändert: geben Sie eine Nummer ein, zum Beispiel 4711.',
    copy: 'Nichts wurde geändert, weil die Kopie auf dem Rechner des Proxys nicht geschrieben werden kann. Sagen Sie es dem Betreiber.',
  },
  plots: {
    title: days => `Formulare und Anfragen der letzten ${days} Tage, je Stunde`,
    times: 'Vom Absenden bis zur Zustellung, je Stunde',
    case_type: 'Fallart',
    site: 'Website',
    days: 'Tage',
    show: 'Anzeigen',
    steps: {
      served: 'Formulare',
      challenged: 'Rechenaufgaben',
      refused: 'Abgewiesen',
      accepted: 'Angenommen',
      delivered: 'Zugestellt',
    },
    half: 'Die Hälfte in',
    most: '95 % in',
    limits: ['5 s', '1 min', '10 min', '1 h', '1 Tag', 'über einem Tag'],
    hour: 'Stunde',
    table: 'Zahlen je Stunde',
    csv: '90 Tage als CSV herunterladen',
  },
  search: {
    label: 'Ein Name, eine E-Mail-Adresse, Ziffern einer Telefonnummer oder eine Referenz',
    button: 'Suchen',
    none: 'Keine hier aufbewahrte Anfrage passt. Zugestellte sind gelöscht: suchen Sie im Backoffice.',
    tooShort: 'Geben Sie einen Namen, eine E-Mail-Adresse oder mindestens vier Ziffern einer Nummer ein.',
    steps: 'Wenn jemand Auskunft oder Löschung verlangt',
    copy: 'Für eine Auskunft öffnen Sie jede Anfrage unten und laden sie herunter. Suchen Sie dann im Backoffice, das die zugestellten hat.',
    erase:
      'Für eine Löschung öffnen Sie jede Anfrage unten und löschen sie ohne Kopie. Löschen Sie dann die zugestellten im Backoffice.',
    times: count => `${count} gefunden`,
  },
  refused: {
    title: 'Das geht nicht',
    host: 'Die Adresse im Browser ist nicht die dieser Seite. Der Betreiber legt sie mit ENQUIRY_DESK_URL fest.',
    signIn: 'Melden Sie sich mit Namen und Passwort an.',
    tooMany:
      'Es gab zu viele falsche Passwörter. Warten Sie eine Minute, und versuchen Sie es dann noch einmal.',
    token:
      'Diese Seite war zu lange offen oder gehört jemand anderem. Gehen Sie zurück, laden Sie sie neu, und entscheiden Sie noch einmal.',
    missing:
      'Diese Seite oder Anfrage gibt es hier nicht. Zugestellte und gelöschte werden nach einiger Zeit entfernt.',
    failed:
      'Der Ausgangskorb kann gerade nicht gelesen oder geändert werden. Versuchen Sie es später noch einmal.',
  },
};

export const deskTexts = { en, de };

/** The texts of the desk in the first language of an `Accept-Language` header that there is, or in English. */
export function deskTextsFor(accepted = ''): DeskTexts {
  const ranges = accepted.split(',').map(range => range.split(';')[0]!.trim());
  const known = ranges.map(range => closestLanguage(range, Object.keys(deskTexts)) as keyof typeof deskTexts);
  return deskTexts[known.find(each => each) ?? 'en'];
}
