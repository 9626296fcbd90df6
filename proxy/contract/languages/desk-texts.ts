import { closestLanguage } from './locale.ts';

/** What is stored of a failed attempt, besides its cause. */
export interface FailureFacts {
  /** Of the HTTP response, if there was one. */
  status?: number | undefined;
  /** Depends on the cause. */
  parameter?: string | undefined;
}

const enNumber = (value: number) => value.toLocaleString('en-GB');
const enDeliveries = (count: number) =>
  `${enNumber(count)} ${count === 1 ? 'delivery is' : 'deliveries are'}`;
const enOldest = (count: number, age: string) => `${count === 1 ? 'It' : 'The oldest'} arrived ${age}.`;

/** The texts of the desk, many of which commands print, too, in English. */
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
  /** Why an enquiry may be spam. */
  signals: {
    rate_address: 'many enquiries from one address',
    rate_network: 'many enquiries from one network',
    rate_overall: 'unusually many enquiries in total',
    link_in_name: 'a link in the name',
    many_links: 'many links in the answers',
    fast_send: 'sent within seconds',
  },
  /** Why attempts failed, by what is stored: a response with a status, a field or a number, or the code of an error. */
  failures: {
    /** The enquiry API, or a server in front of it, has responded with `status`. `parameter` is the field that it refused. */
    responded: ({ status, parameter }: FailureFacts) =>
      `responded ${status}${parameter === undefined ? '' : `: ${parameter}`}`,
    /** The response with a status of success had no number of an enquiry. */
    responded_without_result: ({ status }: FailureFacts) => `responded ${status} without a result`,
    /** `parameter` is the number, and the reference of the enquiry that had it already. */
    responded_with_known_number: ({ parameter = '' }: FailureFacts) =>
      `responded with the number ${parameter.replace(' ', ' of ')}`,
    /** No byte of the request was sent. `parameter` is the code of the error, from OpenSSL or Node. */
    not_connected: ({ parameter }: FailureFacts) => `no connection (${parameter})`,
    /** The same, after this many seconds. */
    connection_timeout: ({ parameter }: FailureFacts) => `no connection (timed out after ${parameter} s)`,
    /** `parameter` is Node's code of the error. */
    no_response: ({ parameter }: FailureFacts) => `no response (${parameter})`,
    /** The same, after this many seconds. */
    response_timeout: ({ parameter }: FailureFacts) => `timed out after ${parameter} s`,
    /** The process that sent it died. */
    interrupted: () => 'interrupted',
    file_differs: () => 'spooled file differs',
    file_unreadable: () => 'spooled file unreadable',
    not_scanned: ({ parameter }: FailureFacts) => `file not scanned: ${parameter}`,
    infected: ({ parameter }: FailureFacts) => `infected: ${parameter}`,
  },
  /** What needs a person. */
  findings: {
    /** What to do, without a full stop, because a command follows. `them`: one thing or several. */
    actions: {
      stopped: () => 'Start it',
      left_behind: () => 'See how to move',
      held: (them: 'it' | 'them') => `Release or drop ${them}`,
      waiting: () => 'Find out why',
      failing: (them: 'it' | 'them') => `See which, and ask the enquiry API's operator about ${them}`,
      login: () => 'Check the settings',
      secret: () => 'See how far the rotation is',
      processes: () => 'Copy the current files there, and load them',
      orphans: (them: 'it' | 'them') => `Look through ${them}, and delete the folder`,
      limit: () => 'Find out what fills it',
      disk: () => 'Make room',
      hours: () => 'Add the next dates, and reload the config',
      blocking: () => 'See what the page lacks',
      alerts: () => 'Test the settings',
    },
    stopped: 'No proxy is running: visitors can send nothing, and nothing is delivered.',
    leftBehind: (folder: string, { count, fault }: { count?: number; fault?: string }) =>
      (count === undefined
        ? `The data folder ${folder} has an outbox that can’t be read (${fault})`
        : `${enDeliveries(count)} in the data folder ${folder}`) +
      ', but DATABASE_URL is set, so nobody delivers from there. ' +
      'Run a proxy without DATABASE_URL until nothing waits there ("Move to a fleet" in docs/deploying.md)',
    held: (count: number, age: string, cause: string) =>
      `${enDeliveries(count)} held: ${cause}. ${enOldest(count, age)}`,
    waiting: (count: number, age: string, reasons: { reason: string; count: number; since: string }[]) =>
      [
        `${enDeliveries(count)} waiting`,
        ...reasons.map(each => `, ${each.count} with "${each.reason}", first ${each.since}`),
        `. ${enOldest(count, age)}`,
      ].join(''),
    failing: (count: number, age: string, reason: string) =>
      `${enDeliveries(count)} failing although the enquiry API can be reached: ${reason}. ${enOldest(count, age)}`,
    login: (reasons: string) => `The enquiry API refuses the login or the address (${reasons}).`,
    secret: (signing: string, unable: string) =>
      `${signing} signs with a secret that ${unable} can't read, which refuse uploads and repeated requests that it has accepted. ` +
      'Load the same secrets there: first "old,new" everywhere.',
    processes: (outdated: string) =>
      `The processes use different configs, logins, secrets or client keys. Probably outdated: ${outdated}.`,
    orphans: (count: number, folder: string) =>
      `The enquiries of ${enNumber(count)} ${count === 1 ? 'file' : 'files'} in ${folder} aren't in the outbox, ` +
      'because it was lost or restored from an earlier backup.',
    disk: {
      full: (space: string) => `The disk of the data folder is full, so visitors can send nothing: ${space}.`,
      fullForFiles: (space: string) => `The disk of the data folder is too full for files: ${space}.`,
      nearlyFull: (space: string) => `The disk of the data folder is nearly full: ${space}.`,
    },
    limit: (limit: string, space: string) => `${limit} is nearly reached: ${space}.`,
    hours: {
      past: (key: string, date: string) =>
        `The last date in ${key}.closed, ${date}, has passed, so receipts may promise a call on a holiday.`,
      soon: (key: string, date: string, days: number) =>
        `The last date in ${key}.closed, ${date}, is less than ${days} days ahead.`,
    },
    blocking: (origin: string, age: string) =>
      `A page of ${origin} couldn't send an enquiry ${age}, and its visitor had to send it from the form's own page. ` +
      "The page's policy or a script in it blocks the proxy, or only this visitor's browser did.",
    alerts: (channel: string, reason: string) =>
      `The last message for ${channel} couldn't be sent (${reason}).`,
  },
  /** How much of a limit is used. */
  space: {
    disk: (free: string, most: string) => `${free} of ${most} free on the disk`,
    inodes: (free: string, most: string) => `${free} of ${most} inodes free on the disk`,
    ENQUIRY_SPOOL_BYTES: (used: string, most: string) => `${used} of ${most} in the spool`,
    ENQUIRY_OUTBOX_MOST: (used: string, most: string) => `${used} of ${most} enquiries in the outbox`,
  },
  /** How long ago something happened. */
  ago: {
    now: 'just now',
    minutes: (count: number) => `${count} min ago`,
    hours: (count: number) => `${count} h ago`,
    days: (count: string) => `${count} days ago`,
  },
  states: {
    waiting: 'waiting to be delivered',
    delivered: 'delivered',
    held: 'held',
    refused: 'returned to the visitor',
    dropped: 'deleted',
    test: 'a test, which is never delivered',
  },
  decide: 'Decide',
  nothingHeld: 'Nothing is left to decide here.',
  all: 'All',
  chooseCause: 'Choose a reason to deliver or delete all its enquiries at once.',
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
    due: 'Next attempt',
    number: 'Number',
    suspicion: 'Suspicion',
  },
  /** What the enquiry API gets besides the answers. */
  fields: {
    forename: 'First name',
    surname: 'Last name',
    telephone_mobile: 'Mobile number',
    email: 'Email address',
    case_type: 'Case type',
    marketing_lead_referer: 'Referrer',
    marketing_campaign: 'Campaign',
    marketing_keywords: 'Keywords',
    marketing_detail: 'Detail',
  },
  file: { name: 'Name', type: 'Type', size: 'Size', sha256: 'SHA-256' },
  files: 'Files',
  erased: 'The content has been erased.',
  answers: 'Answers',
  unknownOutcomes: (count: number) => `${count} unknown ${count === 1 ? 'outcome' : 'outcomes'}`,
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
    unchanged: (count: string, because: string) => `Not changed: ${count}, because ${because}.`,
  },
  /** Why nothing was changed, as what follows “because”. */
  faults: {
    changed: 'somebody else has decided, or the state has changed meanwhile',
    sending: 'a part is being sent. Try again later',
    arrived: 'a file has arrived meanwhile',
    deleted: 'it was deleted meanwhile',
    released: 'it was released meanwhile',
    other_cause: 'it is held for another cause, too. Decide about it alone',
    taken: 'another enquiry has this number already',
    number: 'there was no number: enter a number, such as 4711',
    copy: 'the copy can’t be written on the proxy’s machine. Tell the operator',
  },
  plots: {
    title: (days: number) => `Forms and enquiries of the last ${days} days`,
    times: 'From Send to delivery',
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
    hour: 'From',
    table: 'Figures',
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

const deNumber = (value: number) => value.toLocaleString('de');
const deDeliveries = (count: number) =>
  count === 1 ? '1 Zustellung ist' : `${deNumber(count)} Zustellungen sind`;
const deOldest = (count: number, age: string) =>
  `${count === 1 ? 'Sie' : 'Die älteste'} ist ${age} eingegangen.`;

const de: DeskTexts = {
  lang: 'de',
  title: 'Anfragen',
  glance: 'Überblick',
  held: 'Zu entscheiden',
  find: 'Suchen',
  signedIn: user => `Angemeldet als ${user}. Zum Abmelden schließen Sie den Browser.`,
  figuresOnly: 'Diese Seite zeigt nur Zahlen. Entscheidungen brauchen ENQUIRY_DESK_USERS_FILE.',
  verdict: {
    needed: count => (count === 1 ? '1 Punkt wartet auf Sie' : `${count} Punkte warten auf Sie`),
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
  signals: {
    rate_address: 'viele Anfragen von einer Adresse',
    rate_network: 'viele Anfragen aus einem Netz',
    rate_overall: 'insgesamt ungewöhnlich viele Anfragen',
    link_in_name: 'ein Link im Namen',
    many_links: 'viele Links in den Antworten',
    fast_send: 'nach wenigen Sekunden abgeschickt',
  },
  failures: {
    responded: ({ status, parameter }) =>
      `antwortete ${status}${parameter === undefined ? '' : `: ${parameter}`}`,
    responded_without_result: ({ status }) => `antwortete ${status} ohne Ergebnis`,
    responded_with_known_number: ({ parameter = '' }) =>
      `antwortete mit der Nummer ${parameter.replace(' ', ' von ')}`,
    not_connected: ({ parameter }) => `keine Verbindung (${parameter})`,
    connection_timeout: ({ parameter }) => `keine Verbindung in ${parameter} s`,
    no_response: ({ parameter }) => `keine Antwort (${parameter})`,
    response_timeout: ({ parameter }) => `keine Antwort in ${parameter} s`,
    interrupted: () => 'unterbrochen',
    file_differs: () => 'gespeicherte Datei verändert',
    file_unreadable: () => 'gespeicherte Datei nicht lesbar',
    not_scanned: ({ parameter }) => `Datei nicht geprüft: ${parameter}`,
    infected: ({ parameter }) => `infiziert: ${parameter}`,
  },
  findings: {
    actions: {
      stopped: () => 'Starten Sie ihn',
      left_behind: () => 'Wie Sie umziehen',
      held: () => 'Geben Sie sie frei, oder löschen Sie sie',
      waiting: () => 'Finden Sie den Grund',
      failing: () => 'Sehen Sie nach, welche, und fragen Sie den Betreiber der Anfrage-API',
      login: () => 'Prüfen Sie die Einstellungen',
      secret: () => 'Wie weit der Wechsel ist',
      processes: () => 'Kopieren Sie die aktuellen Dateien dorthin, und laden Sie sie',
      orphans: () => 'Sehen Sie den Ordner durch, und löschen Sie ihn',
      limit: () => 'Finden Sie heraus, was es füllt',
      disk: () => 'Schaffen Sie Platz',
      hours: () => 'Tragen Sie die nächsten Tage ein, und laden Sie die Konfiguration neu',
      blocking: () => 'Was der Seite fehlt',
      alerts: () => 'Testen Sie die Einstellungen',
    },
    stopped: 'Kein Proxy läuft: Besucher können nichts senden, und nichts wird zugestellt.',
    leftBehind: (folder, { count, fault }) =>
      (count === undefined
        ? `Der Datenordner ${folder} hat einen Ausgangskorb, der nicht lesbar ist (${fault})`
        : `${deDeliveries(count)} im Datenordner ${folder}`) +
      ', aber DATABASE_URL ist gesetzt, also stellt sie niemand zu. ' +
      'Starten Sie einen Proxy ohne DATABASE_URL, bis dort nichts mehr wartet („Move to a fleet“ in docs/deploying.md)',
    held: (count, age, cause) => `${deDeliveries(count)} angehalten: ${cause}. ${deOldest(count, age)}`,
    waiting: (count, age, reasons) =>
      [
        `${deDeliveries(count)} noch nicht gesendet`,
        ...reasons.map(each => `, ${each.count} mit „${each.reason}“, zuerst ${each.since}`),
        `. ${deOldest(count, age)}`,
      ].join(''),
    failing: (count, age, reason) =>
      `${deDeliveries(count)} gescheitert, obwohl die Anfrage-API erreichbar ist: ${reason}. ${deOldest(count, age)}`,
    login: reasons => `Die Anfrage-API weist den Login oder die Adresse ab (${reasons}).`,
    secret: (signing, unable) =>
      `${signing} signiert mit einem Secret, das ${unable} nicht lesen kann. Dort werden Uploads und wiederholte Anfragen abgewiesen. ` +
      'Laden Sie dort dieselben Secrets: zuerst überall „alt,neu“.',
    processes: outdated =>
      `Die Prozesse verwenden verschiedene Konfigurationen, Logins, Secrets oder Schlüssel. Wahrscheinlich veraltet: ${outdated}.`,
    orphans: (count, folder) =>
      `Zu ${count === 1 ? '1 Datei' : `${deNumber(count)} Dateien`} in ${folder} fehlt die Anfrage im Ausgangskorb, ` +
      'weil er verloren ging oder aus einem früheren Backup stammt.',
    disk: {
      full: space => `Die Festplatte mit dem Datenordner ist voll, Besucher können nichts senden: ${space}.`,
      fullForFiles: space => `Die Festplatte mit dem Datenordner ist zu voll für Dateien: ${space}.`,
      nearlyFull: space => `Die Festplatte mit dem Datenordner ist fast voll: ${space}.`,
    },
    limit: (limit, space) => `${limit} ist fast erreicht: ${space}.`,
    hours: {
      past: (key, date) =>
        `Der letzte Tag in ${key}.closed, ${date}, ist vorbei: vielleicht wird ein Anruf an einem Feiertag versprochen.`,
      soon: (key, date, days) =>
        `Der letzte Tag in ${key}.closed, ${date}, ist in weniger als ${days} Tagen.`,
    },
    blocking: (origin, age) =>
      `Eine Seite von ${origin} konnte ${age} eine Anfrage nicht senden; der Besucher musste die eigene Seite des Formulars nehmen. ` +
      'Die Richtlinie der Seite oder ein Skript darin blockiert den Proxy, oder nur der Browser dieses Besuchers tat es.',
    alerts: (channel, reason) => `Die letzte Nachricht an ${channel} wurde nicht gesendet (${reason}).`,
  },
  space: {
    disk: (free, most) => `${free} von ${most} frei auf der Festplatte`,
    inodes: (free, most) => `${free} von ${most} Inodes frei auf der Festplatte`,
    ENQUIRY_SPOOL_BYTES: (used, most) => `${used} von ${most} für Dateien`,
    ENQUIRY_OUTBOX_MOST: (used, most) => `${used} von ${most} Anfragen im Ausgangskorb`,
  },
  ago: {
    now: 'gerade eben',
    minutes: count => `vor ${count} min`,
    hours: count => `vor ${count} h`,
    days: count => `vor ${count} Tagen`,
  },
  states: {
    waiting: 'wartet auf die Zustellung',
    delivered: 'zugestellt',
    held: 'angehalten',
    refused: 'an den Besucher zurückgegeben',
    dropped: 'gelöscht',
    test: 'ein Test, der nie zugestellt wird',
  },
  decide: 'Entscheiden',
  nothingHeld: 'Hier ist nichts mehr zu entscheiden.',
  all: 'Alle',
  chooseCause: 'Wählen Sie einen Grund, um alle zugehörigen Anfragen auf einmal zuzustellen oder zu löschen.',
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
    due: 'Nächster Versuch',
    number: 'Nummer',
    suspicion: 'Verdacht',
  },
  fields: {
    forename: 'Vorname',
    surname: 'Nachname',
    telephone_mobile: 'Mobilnummer',
    email: 'E-Mail-Adresse',
    case_type: 'Fallart',
    marketing_lead_referer: 'Verweisende Seite',
    marketing_campaign: 'Kampagne',
    marketing_keywords: 'Suchbegriffe',
    marketing_detail: 'Detail',
  },
  file: { name: 'Name', type: 'Typ', size: 'Größe', sha256: 'SHA-256' },
  files: 'Dateien',
  erased: 'Der Inhalt ist gelöscht.',
  answers: 'Antworten',
  unknownOutcomes: count => `${count} mit unbekanntem Ausgang`,
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
    unchanged: (count, because) => `Nicht geändert: ${count}, weil ${because}.`,
  },
  faults: {
    changed: 'inzwischen jemand entschieden oder sich der Zustand geändert hat',
    sending: 'ein Teil gerade gesendet wird. Versuchen Sie es später noch einmal',
    arrived: 'inzwischen eine Datei angekommen ist',
    deleted: 'sie inzwischen gelöscht wurde',
    released: 'sie inzwischen freigegeben wurde',
    other_cause: 'sie auch aus einem anderen Grund angehalten ist. Entscheiden Sie einzeln',
    taken: 'eine andere Anfrage diese Nummer schon hat',
    number: 'eine Nummer fehlt: geben Sie eine ein, zum Beispiel 4711',
    copy: 'die Kopie auf dem Rechner des Proxys nicht geschrieben werden kann. Sagen Sie es dem Betreiber',
  },
  plots: {
    title: days => `Formulare und Anfragen der letzten ${days} Tage`,
    times: 'Vom Absenden bis zur Zustellung',
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
    hour: 'Ab',
    table: 'Zahlen',
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
