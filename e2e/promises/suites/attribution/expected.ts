// Compares the values that arrive from a journey with those of its row.
import type { ReceivedEnquiry } from '../../../processes/stack.ts';
import type { Journey } from './journey-row.ts';

const marketingFields = {
  campaign: 'marketing_campaign',
  referer: 'marketing_lead_referer',
  keywords: 'marketing_keywords',
  detail: 'marketing_detail',
};

/** Completes the expected values of each form in a row. */
export function expectedValues(arrives: Journey['arrives'], site: string, elsewhere: string) {
  return (Array.isArray(arrives) ? arrives : [arrives]).map(values => {
    const complete = Object.entries(values).map(([name, value]) => [
      name,
      value.replaceAll('{site}', site).replaceAll('{elsewhere}', elsewhere).slice(0, 500),
    ]);
    return sortSources({ language: 'en', site, ...Object.fromEntries(complete) });
  });
}

/** Lists the values that aren't empty, by their names in rows. */
export function summarise({ body, meta }: ReceivedEnquiry): Record<string, string> {
  const marketing = Object.entries(marketingFields).map(([name, field]) => [name, String(body[field] ?? '')]);
  const entries = meta.map(({ id, value }) => [id.replace(/^attribution_/, ''), value, id]);
  return sortSources(
    Object.fromEntries([
      ...marketing.filter(([, value]) => value),
      ...entries.filter(([, , id]) => id?.startsWith('attribution_')),
    ]),
  );
}

/** Sorts the sources, because their order doesn't matter. */
function sortSources(values: Record<string, string>): Record<string, string> {
  return values.sources === undefined
    ? values
    : { ...values, sources: values.sources.split(', ').sort().join(', ') };
}
