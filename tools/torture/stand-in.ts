import { setTimeout as pause } from 'node:timers/promises';
import type { ReceivedEnquiry } from './report.ts';

const faults = [
  'none',
  'none',
  'none',
  'down',
  '401',
  '500',
  'reset',
  'reset_before',
  'garbage',
  'redirect',
  'slow',
];

/** The stand-in enquiry API as the torture uses it. */
export interface StandIn {
  /** Switches between faults until `isOver` returns true, and then turns them off. */
  switchFaults(isOver: () => boolean): Promise<void>;
  /** Turns a fault on, or with `none` off. */
  setFault(fault: string): Promise<void>;
  listArrived(): Promise<ReceivedEnquiry[]>;
}

/** Returns functions for the stand-in with the address `url`. */
export function createStandIn(url: string, randomInteger: (min: number, limit: number) => number): StandIn {
  /** Sends a request, and again if the stand-in has closed the kept-alive connection in the meantime. */
  async function request(path: string, init?: RequestInit): Promise<unknown> {
    for (let attempts = 0; ; attempts++) {
      try {
        return await (await fetch(`${url}${path}`, init)).json();
      } catch (error) {
        if (attempts >= 5) throw error;
      }
    }
  }

  async function setFault(fault: string): Promise<void> {
    const body = JSON.stringify({ fault, field: 'unknown_field', delay_ms: 900 });
    await request('/faults', { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
  }

  return {
    setFault,
    async switchFaults(isOver) {
      while (!isOver()) {
        await setFault(faults[randomInteger(0, faults.length)] ?? 'none');
        await pause(randomInteger(100, 600));
      }
      await setFault('none');
    },
    async listArrived() {
      const { enquiries } = (await request('/inbox.json')) as { enquiries: ReceivedEnquiry[] };
      return enquiries;
    },
  };
}
