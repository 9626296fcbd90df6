import { randomBytes } from 'node:crypto';
import { createEnquiryApi } from '../delivery/enquiry-api.ts';
import type { Outcome } from '../delivery/outcome.ts';
import { enquiryApiAdvice } from '../settings/advice.ts';
import type { EnquiryApiSettings } from '../settings/settings.ts';
import type { Finding } from './finding.ts';

const maxSkewMs = 60_000;
const check = 'enquiry API and login';

/** Checks the connection, the login and the clock with a create request without a forename. The enquiry API responds
 * with 401 when the login is wrong and otherwise with 400 (spec 7), and creates nothing. */
export async function checkEnquiryApi(settings: EnquiryApiSettings): Promise<Finding[]> {
  let theirTime: number | undefined;
  const client = createEnquiryApi(settings, Date.now, date => {
    theirTime = date;
  });
  const marketing_keywords = randomBytes(4).toString('hex');
  const outcome = await client.create(
    JSON.stringify({ forename: '', case_type: 'check', meta: [], marketing_keywords }),
  );
  await client.close();
  const advice = adviceFor(outcome);
  if (advice !== undefined) return [{ check, status: 'failed', advice }];
  return [{ check, status: 'ok' }, ...(theirTime === undefined ? [] : [checkClock(theirTime - Date.now())])];
}

function adviceFor(outcome: Outcome): string | undefined {
  switch (outcome.kind) {
    case 'unavailable':
      return `${outcome.reason}; ${connectionAdvice(outcome.reason)}`;
    case 'unknown':
      return `${outcome.reason}; the enquiry API is reachable, but not working`;
    case 'misconfigured': {
      const isLogin = /40[13]/.test(outcome.reason);
      return `${outcome.reason}; ${isLogin ? enquiryApiAdvice.credentials : enquiryApiAdvice.url}`;
    }
    case 'delivered':
      return 'an enquiry without a forename was created, contrary to the specification';
    case 'refused':
      return undefined;
  }
}

/** Advice after a failed connection, by the OpenSSL or Node error code in the reason. */
function connectionAdvice(reason: string): string {
  if (reason.includes('CERT_HAS_EXPIRED'))
    return 'the certificate of the enquiry API has expired: ask its operator to renew it';
  if (/SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/.test(reason))
    return `the certificate of the enquiry API is not trusted: ${enquiryApiAdvice.privateCa}`;
  if (reason.includes('ALTNAME')) return `the certificate is for another host: ${enquiryApiAdvice.url}`;
  if (/SSL|EPROTO/.test(reason)) return `the port does not use TLS: ${enquiryApiAdvice.url}`;
  return enquiryApiAdvice.network;
}

function checkClock(skewMs: number): Finding {
  const seconds = Math.round(Math.abs(skewMs) / 1_000);
  if (Math.abs(skewMs) < maxSkewMs) return { check: 'clock', status: 'ok' };
  return {
    check: 'clock',
    status: 'warning',
    advice: `differs from the enquiry API's clock by ${seconds} s: synchronise it with NTP`,
  };
}
