// The ways to reach the firm, as a campaign's call tracking sees them. The form shows the number and the email address of the
// links in the tag's content, because scripts give each campaign a number of its own there, and can't in a shadow root.
import type { ContactUs, Definition } from '../../proxy/contract/definition.ts';
import type { FormContext } from '../form/form-context.ts';
import type { ShownContact } from '../form/form-view.ts';

/** Shows the page's number and email address, and reports clicks that lead to the firm. */
export function followPageContact({ emit, host, model }: FormContext): void {
  /** `contact_us` as the config has it. */
  const originals = new WeakMap<Definition, ContactUs>();
  let found = '';
  const follow = () => {
    const before = found;
    found = JSON.stringify(readContact(host)); // Some scripts write the same number once a second.
    if (found !== before) host.requestUpdate();
  };
  const options = { attributes: true, characterData: true, childList: true, subtree: true };
  new MutationObserver(follow).observe(host, options);
  host.addController({ hostUpdate: show });
  host.renderRoot.addEventListener('click', event => report(event.composedPath()));
  follow();

  function show(): void {
    const { definition } = model.source;
    const configured = definition && (originals.get(definition) ?? definition.contact_us);
    if (!configured) return;
    originals.set(definition, configured);
    const { numbers = [], tel, email } = readContact(host);
    const shown: ShownContact = { ...configured };
    const { phone } = configured;
    if (phone) {
      // Some scripts replace the text alone, or the address alone, and some texts spell a number in letters.
      const [, linked] = numbers.map(digitsOf);
      const isOther = (digits: string) =>
        digits && digits !== digitsOf(phone) && (digits === linked || digits[8]);
      shown.phone = numbers.find(each => isOther(digitsOf(each))) ?? phone;
      if (digitsOf(shown.phone) === linked) shown.tel = tel!;
    }
    if (configured.email && email) shown.email = email;
    definition.contact_us = shown; // Each form has a definition object of its own.
  }

  /** Emits `enquiry-contact` if a click leads to the firm, also in the tag's content where that is shown. */
  function report(path: EventTarget[]): void {
    const inside = path.slice(0, path.indexOf(host.renderRoot)) as Partial<HTMLAnchorElement>[]; // Or other nodes.
    const isIn = (selector: string) => inside.some(each => each.matches?.(selector));
    const protocol = inside.map(each => each.protocol).find(Boolean);
    const isPage = isIn('.talk, .ways') && (protocol || isIn('.page'));
    const way = protocol === 'tel:' ? 'call' : protocol === 'mailto:' ? 'email' : isPage && 'page';
    const where = isIn('.receipt') ? 'receipt' : isIn('.note') ? 'note' : 'form';
    if (way) emit('enquiry-contact', { case_type: model.source.requested?.caseType, way, where });
  }
}

/** The last nine digits, which are the same with a country code and without. */
const digitsOf = (number: string) => number.replace(/\D/g, '').slice(-9);

/** The number, as a link says it and as its address does, and the email address, of the first links in a tag's content that have
 * them. */
function readContact(host: Element): { numbers?: string[]; tel?: string; email?: string } {
  const found: ReturnType<typeof readContact> = {};
  // What the site adds to the receipt may have other numbers.
  for (const link of host.querySelectorAll<HTMLAnchorElement>(':scope > a, :scope > :not([slot]) a')) {
    const { href, protocol, style, textContent } = link;
    const address = decode(href.slice(protocol.length));
    // In a link such as "Call us on …", too.
    const numbers = [textContent, address].map(text => /[+(]?\d[\d\s()./–-]{4,28}\d/.exec(text)?.[0] ?? '');
    // Some scripts hide the link and put another one beside it.
    if (protocol === 'tel:' && numbers.some(Boolean) && style.display !== 'none' && !found.tel)
      Object.assign(found, { numbers, tel: href });
    // Without a subject and other parameters.
    const [email] = (protocol === 'mailto:' && /^[^\s?]+@[^\s?]+/.exec(address)) || [];
    if (email) found.email ??= email;
  }
  return found;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // It has a percent sign of its own.
  }
}
