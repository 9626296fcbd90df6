import type { MarketingField } from '../../proxy/contract/definition.ts';

/** What the tag's marketing attributes say; `null` or absent: the attribute is not set. */
export type MarketingAttributes = Partial<
  Record<'campaign' | 'referer' | 'keywords' | 'detail', string | null | undefined>
>;

/** The four marketing fields (spec 2.1): what the tag says, an empty text included; else what the page's
 * address says; for the referer, else the page that linked here, without its query. */
export function marketingOf(
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

/** An address without query and fragment, which may be personal. */
function originAndPath(address: string): string {
  return address.replace(/[?#].*/s, '');
}
