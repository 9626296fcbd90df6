// One conversion for each enquiry. Every browser engine runs this suite.
import type { TwoSitesTest } from '../../pages/two-sites.ts';
import { dataLayerSuite } from './conversions/data-layer.ts';
import { onceSuite } from './conversions/once.ts';
import { redirectSuite } from './conversions/redirect.ts';

export function conversionSuite(test: TwoSitesTest): void {
  redirectSuite(test);
  onceSuite(test);
  dataLayerSuite(test);
}
