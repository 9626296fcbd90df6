import type { Signal } from './signal.ts';

/** The start of a link, an HTML tag or BBCode. A single `<` doesn't count, because people write "<3" and "< 5 years". */
const linkStart =
  /https?:\/\/|www\.[a-z\d-]|<\/?[a-z][a-z\d]{0,15}[\s>/]|\[\/?(?:url|link|img|b|i|u|size|color)[=\]]/giu;

const countLinks = (text: string) => text.match(linkStart)?.length ?? 0;

/** People who sell or let a house may send an advertisement and two or three more pages. */
const mostLinks = 3;

/** A link without a scheme, such as "bit.ly/x". In answers, people write "St.Mary/St.John". */
const domainWithPath = /[\p{L}\d-]+\.\p{L}{2,24}\//u;

/** A name contains a link, HTML or BBCode. No real name does, so the enquiry is a suspect even with a proof. */
export const linkInName: Signal = {
  name: 'link_in_name',
  weight: 12,
  isForgeable: false,
  fires: ({ names }) => names.some(name => countLinks(name) > 0 || domainWithPath.test(name)),
};

/** The answers contain many links. */
export const manyLinks: Signal = {
  name: 'many_links',
  weight: 4,
  isForgeable: false,
  fires: ({ texts }) => texts.reduce((sum, text) => sum + countLinks(text), 0) > mostLinks,
};
