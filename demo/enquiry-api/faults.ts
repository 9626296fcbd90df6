/** What can be made to go wrong, on either operation. A fault hits every POST to it, with whatever login and body,
 * after the body was read. `down`: 503, nothing processed; the socket still listens, since a fault has to be switched
 * off over it (to have the connection refused, stop the process). `slow`: processed after `delay_ms`. `401`: as if the
 * login were wrong. `400`: names `field`. `500`: nothing processed. `reset`: processed, then the connection is reset
 * without an answer. `reset_before`: reset without processing. `garbage`: processed, then a 201 whose body is HTML.
 * `redirect`: 302 to elsewhere. */
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
] as const;
export type FaultName = (typeof faultNames)[number];
export type Operation = 'create' | 'upload';

export interface Fault {
  fault: FaultName;
  /** Of `400`: the parameter that is named in backticks. */
  field: string;
  /** Of `slow`, milliseconds. */
  delay_ms: number;
  operation: Operation | 'both';
  /** How many requests it hits before it turns itself off; null: until it is changed. */
  times: number | null;
}

export const noFault: Fault = {
  fault: 'none',
  field: 'surname',
  delay_ms: 8_000,
  operation: 'both',
  times: null,
};

/** Reads a fault from JSON; the text says what is wrong with it. */
export function parseFault(raw: unknown): Fault | string {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return 'the body must be a JSON object';
  for (const key of Object.keys(raw)) if (!Object.hasOwn(noFault, key)) return `"${key}" is not known`;
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

/** The switch. */
export function createFaults() {
  let current = noFault;
  return {
    get: () => current,
    set(fault: Fault) {
      current = fault;
    },
    /** The fault that hits this request, if one does. */
    hit(operation: Operation): Fault | undefined {
      const fault = current;
      if (fault.fault === 'none' || (fault.operation !== 'both' && fault.operation !== operation))
        return undefined;
      if (fault.times !== null) current = fault.times > 1 ? { ...fault, times: fault.times - 1 } : noFault;
      return fault;
    },
  };
}
