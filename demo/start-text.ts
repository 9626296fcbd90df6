// What `npm start` prints once everything is running.
import { proxyCommand, startWithOptions } from './programs.ts';
import type { Shown } from './site/site.ts';

/** Where everything is, and the login of the stand-in enquiry API. */
export interface Addresses {
  site: string;
  proxy: string;
  inbox: string;
  /** The stand-in's `ENQUIRY_API_URL`. */
  apiUrl: string;
  username: string;
  password: string;
}

/** The text for the demo's own pages. */
export function demoText(addresses: Addresses): string {
  const { site, proxy, inbox } = addresses;
  return `
  Landing page   ${site}/
  Inbox          ${inbox}   (stand-in enquiry API: see what arrived, simulate faults)
  Proxy          ${proxy}/health/ready
${standInText(addresses)}
  Try this:
  1. Open the landing page and the inbox side by side. Fill in the form, add a photo or a PDF, then send it.
  2. Choose “is down” in the inbox and send another enquiry. The visitor gets a reference, and the enquiry is
     delivered automatically when you turn the fault off.
  3. Try a campaign link: ${site}/house-move.html?utm_source=radio-kent&utm_campaign=autumn
  4. Step by step: ${site}/steps.html
     Three looks:  ${site}/looks.html
     Three brands: ${site}/brands.html
     Arabic:       ${site}/arabic.html
     Call or email: ${site}/employment.html
     The tag alone: ${site}/?tag
  5. Show your own questions: begin with one of five forms at ${site}/start, or with a file of yours:
     ${startWithOptions} --config mine.json --origin http://localhost:3000
  6. Test your live page without a delivery: ${proxyCommand} test-link --page https://www.example.com/contact

  Press Ctrl-C to stop.
`;
}

/** The text for the site owner's config: its path, the origins of further pages, and what the check has found. */
export function ownText(
  addresses: Addresses,
  { configPath, origins, findings }: { configPath: string; origins: string[]; findings: string },
): string {
  const { site, proxy, inbox } = addresses;
  return `
  Your forms     ${site}/   (with the tag for each form; shows each change of the config)
  Inbox          ${inbox}   (stand-in enquiry API: see what arrived, simulate faults)
  Proxy          ${proxy}   (accepts enquiries from ${[site, ...origins].join(', ')})
  Config         ${configPath}
${standInText(addresses)}
${findings}  Press Ctrl-C to stop.
`;
}

/** What there is to say about a state of the config file after another one: errors and warnings that are new, and that there are
 * no errors any more. */
export function findingsText(shown: Shown, before: Shown | undefined): string {
  const { file } = shown;
  const hasErrors = ({ findings }: Shown) => findings.some(({ status }) => status === 'failed');
  const linesOf = ({ findings }: Shown) =>
    findings.map(({ status, advice, line, column }) => {
      const place = line === undefined ? '' : `:${line}:${column}`;
      return `  ${status === 'failed' ? 'Error' : 'Warning'} in ${file}${place}: ${advice}\n`;
    });
  const known = before ? linesOf(before) : [];
  const lines = linesOf(shown).filter(line => !known.includes(line));
  const isMended = before && hasErrors(before) && !hasErrors(shown);
  return [isMended ? `  No errors in ${file} any more.\n` : '', ...lines].join('');
}

/** The first port that is tried. Tests that run side by side set other ones. */
export const usualPort = Number(process.env.DEMO_PORT ?? 8080);

/** Says which ports are in use if others than the usual ones were taken, in ascending order. Otherwise undefined. */
export function portNote(taken: number[]): string | undefined {
  const tried = Array.from({ length: taken.at(-1)! - usualPort + 1 }, (_, index) => usualPort + index);
  const inUse = tried.filter(port => !taken.includes(port));
  if (inUse.length === 0) return undefined;
  const ports = new Intl.ListFormat('en-GB').format(inUse.map(String));
  return `${inUse.length === 1 ? `Port ${ports} is` : `Ports ${ports} are`} in use by another program, so the addresses have other ports than usual.`;
}

function standInText({ apiUrl, username, password }: Addresses): string {
  return `
  The stand-in enquiry API, as settings of a proxy:
    ENQUIRY_API_URL=${apiUrl}
    ENQUIRY_API_USERNAME=${username}
    ENQUIRY_API_PASSWORD=${password}
`;
}
