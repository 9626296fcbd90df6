/** The mail providers whose names are corrected. Short names are left out, because too many other domains are one letter
 * away from them. */
const providers =
  'gmail.com googlemail.com hotmail.com hotmail.co.uk hotmail.fr hotmail.de hotmail.es hotmail.it outlook.com ' +
  'outlook.fr outlook.de outlook.es yahoo.com yahoo.co.uk yahoo.fr yahoo.de yahoo.es yahoo.it icloud.com ' +
  'protonmail.com proton.me btinternet.com btopenworld.com virginmedia.com talktalk.net ntlworld.com ' +
  'blueyonder.co.uk tiscali.co.uk live.co.uk live.com aol.com msn.com t-online.de freenet.de orange.fr ' +
  'wanadoo.fr laposte.net interia.pl rocketmail.com comcast.net';
const domains = providers.split(' ');

/** The shortest name that a misspelling is corrected to. */
const minNameLength = 5;
/** Misspellings of `com`. Several are the domains of countries, where these providers have no addresses. */
const misspeltCom = /^(c|cm|co|om|con|comm|coom|ccom|cmo|ocm|cim|cpm|vom|xom|c0m|con\.uk)$/;

/** Suggests another address if the domain looks like a misspelling of a large mail provider's. Undefined otherwise.
 * `changed` is the part of the address that differs from what was typed. */
export function suggestEmail(typed: string) {
  const address = typed.trim();
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  if (at < 1 || domains.includes(domain)) return undefined;
  const { name, ending } = splitDomain(domain);
  const repairedEnding = misspeltCom.test(ending) ? 'com' : ending;
  // `outlook.co` may be short for `outlook.co.uk`, too.
  const found = domains.map(splitDomain).find(provider => {
    const isName =
      provider.name === name || (provider.name.length >= minNameLength && isMisspelt(name, provider.name));
    return isName && provider.ending === repairedEnding;
  });
  if (!found) return undefined;
  const wanted = `${found.name}.${found.ending}`;
  return {
    address: `${address.slice(0, at)}@${wanted}`,
    changed: found.name === name ? found.ending : found.ending === ending ? found.name : wanted,
  };
}

function splitDomain(domain: string): { name: string; ending: string } {
  const [name = '', ...ending] = domain.split('.');
  return { name, ending: ending.join('.') };
}

/** Whether one letter was left out, added, replaced, or swapped with the next. The first letter must be right: `mail`
 * and `ymail` are providers, too. */
function isMisspelt(typed: string, name: string): boolean {
  if (typed === name || typed[0] !== name[0]) return false;
  let start = 0;
  while (typed[start] === name[start]) start += 1;
  let end = 0;
  while (end < Math.min(typed.length, name.length) - start && typed.at(-1 - end) === name.at(-1 - end))
    end += 1;
  const left = typed.slice(start, typed.length - end);
  const right = name.slice(start, name.length - end);
  const isSwap = left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
  return isSwap || (left.length <= 1 && right.length <= 1);
}
