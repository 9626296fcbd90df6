// For tests: evidence for which no signal fires.
import type { Evidence } from '../../../proxy/spam/signals.ts';

export const noEvidence: Evidence = {
  names: ['Ada', 'Byron'],
  texts: ['I was hurt at work last week.'],
  fromAddress: 1,
  fromNetwork: 1,
  isOverRate: false,
  firstTouchMs: 40_000,
};
