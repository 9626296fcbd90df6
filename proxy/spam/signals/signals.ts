import { fastSend, untrustedInput } from './client.ts';
import { linkInName, manyLinks } from './links.ts';
import { mixedScripts } from './mixed-scripts.ts';
import { rateOfAddress, rateOfNetwork, rateOverall } from './rates.ts';
import { repeatedText } from './repeated-text.ts';
import type { Signal } from './signal.ts';

/** Every signal, in the order in which they are named. */
export const signals: Signal[] = [
  rateOfAddress,
  rateOfNetwork,
  rateOverall,
  repeatedText,
  linkInName,
  manyLinks,
  mixedScripts,
  fastSend,
  untrustedInput,
];
