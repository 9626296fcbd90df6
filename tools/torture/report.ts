// Compares the enquiries that the proxies have acknowledged with those that have arrived at the enquiry API.
import type { ReceivedEnquiry } from '../../e2e/processes/enquiry-api.ts';
import { type AcknowledgedEnquiry, type Comparison, compareArrivals } from '../testing/proxy/arrivals.ts';

export interface Report extends Comparison {
  seed: number;
  acknowledged: number;
  attachments: number;
  kills: number;
  databaseStops: number;
  /** The numbers of challenges that the clients received and solved. */
  challenged: number;
  solved: number;
  /** The number of enquiries that were still held as suspects after the clients had finished. They are then released. */
  suspects: number;
  /** The number of enquiries that the operator released or tried to release while processes were killed. */
  released: number;
  /** Suspects that arrived at the enquiry API before the operator released them. Must be empty. */
  unreleased: string[];
  /** References of deliveries that are held as if the enquiry API refused them alone. Must be empty. */
  refused: string[];
  /** The number of files that the starts after the kills have set aside for a person. Must be 0. */
  orphaned: number;
  /** References of enquiries that arrived under other names and labels than those of their tab. Must be empty. */
  misnamed: string[];
  /** How often the config changed and the proxies loaded it. */
  reloads: number;
  /** How often another secret began to sign. */
  rotations: number;
  /** How often the web server in front of the enquiry API was reloaded or stopped; 0 without nginx. */
  gatewayInterruptions: number;
  /** How many pages the desk showed, and how many suspects were released there. */
  desk: { pages: number; decisions: number };
  /** The number of files that were scanned. */
  scans: number;
  /** The number of kinds of responses that the enquiry API has given. */
  responses: number;
  /** What came of the backups, if there were any. Then an enquiry or file is lost only if it was acknowledged before the newest
   * one. */
  backups?: BackupReport;
}

/** What came of the backups, and of the loss of the machine. */
export interface BackupReport {
  made: number;
  slowestMs: number;
  /** The number of backups that were killed, and of those that left something behind, which a person has to delete. */
  killed: number;
  leftBehind: number;
  /** Why backups failed. Must be empty. */
  failed: string[];
  /** The number of enquiries and files that were acknowledged after the newest backup had begun, and how long ago that
   * was when the machine was lost. */
  newer: number;
  newestAgeMs: number;
}

/** An enquiry that a proxy has acknowledged. */
export interface Acknowledged extends AcknowledgedEnquiry {
  /** The label of the form in the tab that sent the enquiry. */
  formLabel: string;
  /** Whether the enquiry must be held as a suspect. The proxy may also hold other enquiries. */
  isSuspect: boolean;
}
/** A delivery as `outbox list` prints it. */
export interface ListedDelivery {
  kind: string;
  reference: string;
  state: string;
  /** Why it is held. */
  cause?: string;
  /** The signals of an enquiry that is or was held as a suspect. */
  suspicion?: string[];
}

/** Whether a delivery is an enquiry that is held as a suspect. */
export const isSuspect = ({ kind, cause }: ListedDelivery) => kind === 'enquiry' && cause === 'suspect';

const findMetaValue = ({ meta }: ReceivedEnquiry, id: string) => meta.find(entry => entry.id === id)?.value;
export const findReference = (enquiry: ReceivedEnquiry) => findMetaValue(enquiry, 'enquiry_reference') ?? '';

/** Finds the suspects that have arrived without a release. `deliveries` are those that are held or delivered. */
export function findUnreleased(
  ledger: Acknowledged[],
  enquiries: ReceivedEnquiry[],
  deliveries: ListedDelivery[],
  released: Set<string>,
): string[] {
  const suspects = [
    ...ledger.filter(({ isSuspect }) => isSuspect),
    ...deliveries.filter(({ suspicion }) => suspicion),
  ].map(({ reference }) => reference);
  const arrived = new Set(enquiries.map(findReference));
  const stillHeld = deliveries.filter(isSuspect).map(({ reference }) => reference);
  return [...new Set([...suspects.filter(reference => !released.has(reference)), ...stillHeld])].filter(
    reference => arrived.has(reference),
  );
}

/** Compares what was acknowledged with what has arrived. Attachments wait while their enquiry is held. */
export function compare(ledger: Acknowledged[], enquiries: ReceivedEnquiry[], deliveries: ListedDelivery[]) {
  const isHeld = ({ reference }: ListedDelivery) =>
    deliveries.some(each => each.kind === 'enquiry' && each.reference === reference && each.state === 'held');
  const arrived = enquiries.map(enquiry => ({
    reference: findReference(enquiry),
    forename: enquiry.forename,
    isMarked: findMetaValue(enquiry, 'possible_duplicate') === 'yes',
    files: enquiry.files.map(({ sha256 }) => sha256),
  }));
  return {
    acknowledged: ledger.length,
    attachments: ledger.reduce((sum, { files }) => sum + files.length, 0),
    ...compareArrivals(
      ledger,
      arrived,
      deliveries.filter(each => each.state === 'held' || isHeld(each)),
    ),
  };
}
