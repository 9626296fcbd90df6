import type { CreateBody } from '../enquiry/create-body.ts';

/** The enquiries that are counted together. */
export interface CountGroup {
  site: string;
  case_type: string;
  /** `campaign` and `referer` are empty if the enquiry has none. */
  campaign: string;
  referer: string;
}

/** The value that stands for all values without a count of their own. */
export const otherValue = 'other';

export const dayMs = 24 * 3_600_000;

/** Matches most values, which need no cleaning. */
const isPlain = /^[ -~]{0,100}$/;
/** Longer values are cut, because PostgreSQL's indexes are limited to 2,704 bytes a row. */
const maxLength = 100;

/** The group in which an enquiry is counted. Personal data is removed as far as it can be recognised: only the host of an
 * address is kept, and a value that looks like an email address or a phone number becomes `other`. */
export function toCountGroup(body: CreateBody, site: string): CountGroup {
  return {
    site: toCountValue(site),
    case_type: toCountValue(body.case_type),
    campaign: toCountValue(body.marketing_campaign ?? ''),
    referer: toCountValue(hostOf(body.marketing_lead_referer ?? '')),
  };
}

/** Anyone can write a link with any value, so characters that could change how a terminal shows a report are removed. */
function toCountValue(value: string): string {
  if (mayIdentify(value)) return otherValue;
  if (isPlain.test(value)) return value.trim();
  const visible = value.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return [...visible].slice(0, maxLength).join('').trimEnd();
}

/** Whether a value looks like a phone number, or like an email address, whose `@` may be percent-encoded. Ids of
 * campaigns may have as many digits as a phone number, but don't begin with + or 0. */
function mayIdentify(value: string): boolean {
  const text = value.normalize('NFKC');
  if (/@|%(?:25)*40/.test(text)) return true;
  return /^\s*[(+0][\d\s()./-]*$/.test(text) && text.replaceAll(/\D/g, '').length >= 9;
}

/** Returns the host of an address, which may lack its scheme. Returns any other value unchanged. */
function hostOf(value: string): string {
  const address = value.replace(/^(?:\/\/)?(?=(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?[/?#])/i, 'https://');
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(address)) return value;
  return URL.canParse(address) ? new URL(address).host : otherValue;
}
