/** The failures that can be simulated, on either operation. A fault applies to every POST, whatever its login and body,
 * after the body has been read. `down`: 503, nothing processed. The port stays open, because the fault is turned off
 * over it; to have connections refused, stop the process. `slow`: processed after `delay_ms`, or once the fault is
 * changed. `401`: as with a wrong login. `400`: names `field`. `500`: nothing processed. `reset`: processed, then the
 * connection is reset without a response. `reset_before`: reset without processing. `garbage`: processed, then a 201
 * whose body is HTML. `redirect`: 302 to another address. `notice`, `comment`, `gzip` and `digits`: processed, then a
 * response as PHP applications and what is in front of them may change it, see `changes` in `service.ts`. */
export const faultNames = [
  'none',
  'down',
  'slow',
  '401',
  '400',
  '500',
  'reset',
  'reset_before',
  'garbage',
  'redirect',
  'notice',
  'comment',
  'gzip',
  'digits',
] as const;
export type FaultName = (typeof faultNames)[number];
export type Operation = 'create' | 'upload';

export interface Fault {
  fault: FaultName;
  /** For `400`: the parameter named in the response. */
  field: string;
  /** For `slow`: milliseconds. */
  delay_ms: number;
  operation: Operation | 'both';
  /** The number of requests it applies to before it is turned off; null: until it is changed. */
  times: number | null;
}

export const noFault: Fault = {
  fault: 'none',
  field: 'surname',
  delay_ms: 8_000,
  operation: 'both',
  times: null,
};

/** Parses a fault from JSON. Returns a text that says what is wrong if it is malformed. */
export function parseFault(raw: unknown): Fault | string {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return 'the body must be a JSON object';
  for (const key of Object.keys(raw)) if (!Object.hasOwn(noFault, key)) return `"${key}" is unknown`;
  const { fault, field, delay_ms, operation, times } = { ...noFault, ...raw };
  if (!faultNames.includes(fault)) return `"fault" must be one of ${faultNames.join(', ')}`;
  if (typeof field !== 'string' || !/^[\w-]{1,100}$/.test(field))
    return '"field" must be the name of a parameter';
  if (!Number.isInteger(delay_ms) || delay_ms < 0 || delay_ms > 120_000)
    return '"delay_ms" must be 0 to 120000';
  if (!['create', 'upload', 'both'].includes(operation)) return '"operation" must be create, upload or both';
  if (times !== null && !(Number.isInteger(times) && times > 0))
    return '"times" must be a whole number above 0, or null';
  return { fault, field, delay_ms, operation, times };
}

/** Holds the current fault. */
export function createFaults() {
  let current = noFault;
  let change = Promise.withResolvers<void>();
  return {
    get: () => current,
    set(fault: Fault) {
      current = fault;
      change.resolve();
      change = Promise.withResolvers();
    },
    /** Resolves when the fault is changed. */
    untilChanged: () => change.promise,
    /** The fault that applies to this request, if any. Counts the request. */
    hit(operation: Operation): Fault | undefined {
      const fault = current;
      if (fault.fault === 'none' || (fault.operation !== 'both' && fault.operation !== operation))
        return undefined;
      if (fault.times !== null) current = fault.times > 1 ? { ...fault, times: fault.times - 1 } : noFault;
      return fault;
    },
  };
}
