/** The result of one check. */
export interface Finding {
  /** What was checked. */
  check: string;
  status: 'ok' | 'warning' | 'failed';
  /** What is wrong and what to do; absent when the status is `ok`. */
  advice?: string;
}
