// Compares the enquiries that the proxies have acknowledged with those that have arrived at the enquiry API.

export interface Report {
  seed: number;
  acknowledged: number;
  attachments: number;
  kills: number;
  databaseStops: number;
  /** The numbers of challenges that the clients received and solved. */
  challenged: number;
  solved: number;
  /** The number of enquiries that were still quarantined after the clients had finished. They are then released. */
  quarantined: number;
  /** The number of enquiries that the operator released or tried to release while processes were killed. */
  released: number;
  /** Suspects that arrived at the enquiry API before the operator released them. Must be empty. */
  unreleased: string[];
  /** The number of files that the starts after the kills have set aside for a person. Must be 0. */
  orphaned: number;
  /** The number of surplus copies at the enquiry API. */
  duplicates: number;
  /** The number of acknowledged enquiries that haven't arrived and are held. */
  held: number;
  /** Acknowledged enquiries and files that are neither at the enquiry API nor held. Must be empty. */
  lost: string[];
  /** References with more than one copy that isn't marked as a possible duplicate. Must be empty. */
  unmarked: string[];
  /** References of enquiries that arrived under other names and labels than those of their tab. Must be empty. */
  misnamed: string[];
  /** How often the config changed and the proxies loaded it. */
  reloads: number;
  /** How often another secret began to sign. */
  rotations: number;
  /** How often the web server in front of the enquiry API was reloaded or stopped; 0 without nginx. */
  gatewayInterruptions: number;
}

/** An enquiry that a proxy has acknowledged, and the checksums of its files. */
export interface Acknowledged {
  reference: string;
  forename: string;
  /** The label of the form in the tab that sent the enquiry. */
  formLabel: string;
  /** Whether the enquiry must be quarantined. The proxy may also quarantine other enquiries. */
  isSuspect: boolean;
  files: string[];
}
/** An enquiry as the stand-in received it. */
export interface ArrivedEnquiry {
  forename: string;
  case_type: string;
  meta: { id: string; label: string; value: string }[];
  files: { sha256: string }[];
}
/** A delivery as `outbox list` prints it. */
export interface ListedDelivery {
  kind: string;
  reference: string;
  state: string;
  /** The signals of an enquiry that is or was quarantined. */
  suspicion?: string[];
}

const findMetaValue = ({ meta }: ArrivedEnquiry, id: string) => meta.find(entry => entry.id === id)?.value;
export const findReference = (enquiry: ArrivedEnquiry) => findMetaValue(enquiry, 'enquiry_reference') ?? '';

/** Finds the suspects that have arrived without a release. `deliveries` are those that are quarantined or delivered. */
export function findUnreleased(
  ledger: Acknowledged[],
  enquiries: ArrivedEnquiry[],
  deliveries: ListedDelivery[],
  released: Set<string>,
): string[] {
  const suspects = [
    ...ledger.filter(({ isSuspect }) => isSuspect),
    ...deliveries.filter(({ suspicion }) => suspicion),
  ].map(({ reference }) => reference);
  const arrived = new Set(enquiries.map(findReference));
  const stillQuarantined = deliveries
    .filter(({ state }) => state === 'quarantined')
    .map(({ reference }) => reference);
  return [
    ...new Set([...suspects.filter(reference => !released.has(reference)), ...stillQuarantined]),
  ].filter(reference => arrived.has(reference));
}

/** Counts the enquiries and files that have arrived, and finds those that haven't. */
export function compare(
  ledger: Acknowledged[],
  enquiries: ArrivedEnquiry[],
  deliveries: ListedDelivery[],
): Pick<Report, 'acknowledged' | 'attachments' | 'duplicates' | 'held' | 'lost' | 'unmarked'> {
  const byReference = new Map<string, ArrivedEnquiry[]>();
  for (const enquiry of enquiries) {
    const reference = findReference(enquiry);
    byReference.set(reference, [...(byReference.get(reference) ?? []), enquiry]);
  }
  const isHeld = (kind: string, reference: string) =>
    deliveries.some(each => each.kind === kind && each.reference === reference && each.state === 'held');

  const lost: string[] = [];
  let held = 0;
  for (const { reference, forename, files } of ledger) {
    const copies = byReference.get(reference) ?? [];
    const hasArrived = copies.some(copy => copy.forename === forename);
    const isEnquiryHeld = isHeld('enquiry', reference);
    if (!hasArrived && isEnquiryHeld) held += 1;
    if (!hasArrived && !isEnquiryHeld) lost.push(`enquiry ${reference} of ${forename}`);
    const arrived = new Set(copies.flatMap(copy => copy.files.map(({ sha256 }) => sha256)));
    for (const file of files) {
      // An attachment waits while its enquiry is held.
      if (!arrived.has(file) && !isHeld('attachment', reference) && !isEnquiryHeld)
        lost.push(
          `file ${file} of ${reference}${deliveries.some(each => each.reference === reference) ? ', still waiting' : ''}`,
        );
    }
  }
  const unmarked = [...byReference].flatMap(([reference, copies]) =>
    copies.filter(copy => findMetaValue(copy, 'possible_duplicate') !== 'yes').length > 1 ? [reference] : [],
  );
  return {
    acknowledged: ledger.length,
    attachments: ledger.reduce((sum, { files }) => sum + files.length, 0),
    duplicates: enquiries.length - byReference.size,
    held,
    lost,
    unmarked,
  };
}
