import type { MarketingField } from '../../proxy/contract/definition.ts';
import type { MarketingAttributes } from '../form/form-context.ts';

/** The four marketing fields (spec 2.1): the tag's attribute, which may be empty; or else the parameter in the page's
 * address; or else, for the referer, the address of the page that linked here. */
export function readMarketingFields(
  { campaign, referer, keywords, detail }: MarketingAttributes,
  address: string,
  referrer: string,
): Record<MarketingField, string> {
  const page = new URL(address).searchParams;
  return {
    marketing_lead_referer: referer ?? page.get('utm_source') ?? originAndPath(referrer),
    marketing_campaign: campaign ?? page.get('utm_campaign') ?? '',
    marketing_keywords: keywords ?? page.get('utm_term') ?? '',
    marketing_detail: detail ?? page.get('utm_content') ?? '',
  };
}

/** An address without query and fragment, which may contain personal data. */
function originAndPath(address: string): string {
  return address.replace(/[?#].*/s, '');
}
