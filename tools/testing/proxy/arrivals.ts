// The ledger of the injected faults and of the torture: what was acknowledged, what has arrived, and what must be true of
// both.

/** An enquiry that a proxy has acknowledged, and the checksums of its files. */
export interface AcknowledgedEnquiry {
  reference: string;
  /** Identifies the enquiry, because it is unique. */
  forename: string;
  files: string[];
}

/** An enquiry as the enquiry API received it, once for each copy. */
export interface ArrivedEnquiry {
  reference: string;
  forename: string;
  /** Whether the copy is marked as a possible duplicate. */
  isMarked: boolean;
  /** The checksums of its files. */
  files: string[];
}

/** A delivery that is still stored, so that nothing of it is lost. */
export interface KeptDelivery {
  kind: string;
  reference: string;
  /** The checksum of an attachment. Default: any. */
  sha256?: string | undefined;
}

export interface Comparison {
  /** Acknowledged enquiries and files that have neither arrived nor are stored. Must be empty. */
  lost: string[];
  /** References with more than one copy that isn't marked as a possible duplicate. Must be empty. */
  unmarked: string[];
  /** References that several enquiries have. Must be empty. */
  ambiguous: string[];
  /** The number of surplus copies. */
  duplicates: number;
  /** The number of acknowledged enquiries that haven't arrived and are stored. */
  held: number;
}

/** Compares what was acknowledged with what has arrived. */
export function compareArrivals(
  acknowledged: AcknowledgedEnquiry[],
  arrived: ArrivedEnquiry[],
  kept: KeptDelivery[],
): Comparison {
  const byReference = Map.groupBy(arrived, ({ reference }) => reference);
  const isKept = (kind: string, reference: string, file?: string) =>
    kept.some(
      each =>
        each.kind === kind &&
        each.reference === reference &&
        (each.sha256 === undefined || each.sha256 === file),
    );
  const lost: string[] = [];
  let held = 0;
  for (const { reference, forename, files } of acknowledged) {
    const copies = byReference.get(reference) ?? [];
    if (!copies.some(copy => copy.forename === forename)) {
      if (isKept('enquiry', reference)) held += 1;
      else lost.push(`enquiry ${reference} of ${forename}`);
    }
    for (const file of files) {
      if (!copies.some(copy => copy.files.includes(file)) && !isKept('attachment', reference, file))
        lost.push(`file ${file} of ${reference}`);
    }
  }
  const referencesWith = (isWrong: (copies: ArrivedEnquiry[]) => boolean) =>
    [...byReference].flatMap(([reference, copies]) => (isWrong(copies) ? [reference] : []));
  return {
    lost,
    unmarked: referencesWith(copies => copies.filter(({ isMarked }) => !isMarked).length > 1),
    ambiguous: referencesWith(copies => new Set(copies.map(({ forename }) => forename)).size > 1),
    duplicates: arrived.length - byReference.size,
    held,
  };
}
