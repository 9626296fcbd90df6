import type { Receipt } from '../../proxy/contract/enquiry.ts';

/** What of the tag matters after acceptance. */
type Tag = Pick<Element, 'getAttribute'>;

/** Where the visitor goes after acceptance, resolved against the page's address; undefined: nowhere, which is so
 * for everything but http and https. The reference is told to the parameter that the tag names, else to nobody. */
export function successAddress(tag: Tag, page: string, { reference }: Receipt): string | undefined {
  const wanted = tag.getAttribute('success-url');
  const parameter = tag.getAttribute('success-reference');
  if (!wanted?.trim()) return undefined;
  let address: URL;
  try {
    address = new URL(wanted, page);
  } catch {
    return undefined; // The site's fault; the visitor has a receipt all the same.
  }
  if (!/^https?:$/.test(address.protocol)) return undefined;
  if (parameter) address.searchParams.set(parameter, reference);
  return address.href;
}

/** Puts the content of the site's `<template slot="thanks">` where the receipt shows it: beside the template, so
 * that it has the page's style. */
export function giveThanks(element: Element): void {
  const template = element.querySelector<HTMLTemplateElement>(':scope > template[slot=thanks]');
  if (!template) return;
  const thanks = document.createElement('div');
  thanks.slot = 'thanks';
  thanks.append(document.importNode(template.content, true));
  element.append(thanks);
}

/** Takes it away again. */
export function takeThanksBack(element: Element): void {
  element.querySelector(':scope > div[slot=thanks]')?.remove();
}
