import { escapeHtml } from '../contract/html.ts';
import { styleSource } from '../http/pages/page-document.ts';
import { listOf } from '../outbox/formats.ts';
import { findLack, type Need } from './page-policy.ts';
import {
  attribute,
  type Element,
  type Fault,
  lineOf,
  type Parts,
  readPrerendered,
  type ServedPage,
  textIn,
} from './page-source.ts';
import { findEntryFault, findImporter } from './script-faults.ts';
import { toSource } from './snippet.ts';

/** Finds what the policies of a page forbid to its form. `isSending`: whether the form is to be sent from this page. */
export function findPolicyFaults(parts: Parts, page: ServedPage, isSending: boolean): Fault[] {
  const needs = [...(isSending ? listNeeds(parts) : []), ...listNeedsOfForms(parts)];
  return parts.policies.flatMap(({ text, meta }): Fault[] => {
    const lack = findLack(text, needs, page.address, toSource(parts.proxy));
    if (!lack) return [];
    const name = 'Content-Security-Policy';
    const [place, line] = meta
      ? [`${lineOf(meta)}: the policy`, `<meta http-equiv="${name}" content="${escapeHtml(lack.corrected)}">`]
      : ['the policy in the header', `${name}: ${lack.corrected}`];
    const faults: Fault[] = [];
    if (lack.lacks.length > 0)
      faults.push({ about: 'policy', advice: `${place} lacks ${listOf(lack.lacks)}. Write ${line}` });
    if (lack.needsNonce) {
      const problem = `${place} has 'strict-dynamic', so browsers run only scripts that have its nonce`;
      faults.push({ about: 'policy', advice: `${problem}. Write <script nonce="…" …>` });
    }
    return faults;
  });
}

/** What the script needs to load and to send. */
function listNeeds(parts: Parts): Need[] {
  const { tags, links, proxy } = parts;
  // A bundle of the site is for the site to allow.
  const isBundled = links.length === 0 && !findImporter(parts) && tags.every(tag => attribute(tag, 'proxy'));
  return [
    ...(isBundled && parts.entries.length === 0 ? [] : listScripts(parts)),
    { for: 'connection', address: `${proxy}case-types/any` },
    { for: 'connection', address: `${proxy}enquiries` },
    { for: 'post', address: `${proxy}forms/any` },
    { for: 'trusted-types', name: 'lit-html' },
  ];
}

/** The form's script, the parts that it loads, and the import map that has their hashes. */
function listScripts(parts: Parts): Need[] {
  const { entries, scripts, proxy } = parts;
  const entry = entries.find(each => !findEntryFault(each, proxy)) ?? entries[0];
  const script = entry?.script ?? findImporter(parts);
  const nonce = script && attribute(script, 'nonce');
  const integrity = entry && attribute(entry.script, 'integrity');
  const isMap = (each: Element) => attribute(each, 'type') === 'importmap' && textIn(each).includes(proxy);
  const map = integrity === undefined ? undefined : scripts.find(isMap);
  return [
    {
      for: 'script',
      address: entry?.address.startsWith(proxy) ? entry.address : `${proxy}enquiry-form.js`,
      nonce,
      integrity,
      isImported: script && !entry ? true : undefined,
    },
    { for: 'script', address: `${proxy}assets/part.js`, nonce, isImported: true },
    ...(map
      ? [{ for: 'inline-script', hash: styleSource(textIn(map)), nonce: attribute(map, 'nonce') } as const]
      : []),
  ];
}

/** What forms need that are there without a script. */
function listNeedsOfForms({ tags, frames, resolve }: Parts): Need[] {
  const styles = tags.flatMap(tag => readPrerendered(tag)?.style ?? []);
  return [
    ...styles.map(({ text, nonce }): Need => ({ for: 'style', hash: styleSource(text), nonce })),
    ...frames.map((each): Need => ({ for: 'frame', address: resolve(each, 'src')! })), // It is the address of a form.
  ];
}
