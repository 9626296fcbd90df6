/** The result of one check. */
export interface Finding {
  /** The subject of the check. */
  check: string;
  status: 'ok' | 'warning' | 'failed';
  /** The problem and its solution; absent when the status is `ok`. */
  advice?: string;
}
