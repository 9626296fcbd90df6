import type { CreateBody } from '../enquiry/create-body.ts';

/** The enquiries that are counted together. */
export interface CountGroup {
  site: string;
  case_type: string;
  /** Empty if there is none, as is `referer`. */
  campaign: string;
  referer: string;
}

/** The value that stands for all values without a count of their own. */
export const otherValue = 'other';

export const dayMs = 24 * 3_600_000;

/** What most values look like, which need no more work. */
const isPlain = /^[ -~]{0,100}$/;
/** Longer values are cut, because PostgreSQL's indexes are limited to 2,704 bytes a row. */
const maxLength = 100;

/** The group that an enquiry counts in. It has no personal data as far as that can be recognised: of an address only the
 * host is left, and a value that looks like an email address or a phone number is `other`. */
export function toCountGroup(body: CreateBody, site: string): CountGroup {
  return {
    site: toCountValue(site),
    case_type: toCountValue(body.case_type),
    campaign: toCountValue(body.marketing_campaign ?? ''),
    referer: toCountValue(hostOf(body.marketing_lead_referer ?? '')),
  };
}

/** Values come from anyone's links, so characters are removed that could change how a terminal shows a report. */
function toCountValue(value: string): string {
  if (mayIdentify(value)) return otherValue;
  if (isPlain.test(value)) return value.trim();
  const visible = value.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return [...visible].slice(0, maxLength).join('').trimEnd();
}

/** Whether a value looks like an email address, whose `@` may be percent-encoded, or like a phone number. Ids of campaigns
 * may have as many digits, but don't begin with + or 0. */
function mayIdentify(value: string): boolean {
  const text = value.normalize('NFKC');
  if (/@|%(?:25)*40/.test(text)) return true;
  return /^\s*[(+0][\d\s()./-]*$/.test(text) && text.replaceAll(/\D/g, '').length >= 9;
}

/** The host of an address, which may lack its scheme; any other value as it is. */
function hostOf(value: string): string {
  const address = value.replace(/^(?:\/\/)?(?=(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?[/?#])/i, 'https://');
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(address)) return value;
  return URL.canParse(address) ? new URL(address).host : otherValue;
}
