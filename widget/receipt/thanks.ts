/** Inserts the content of the site's `<template slot="thanks">` into the page, where it has the page's style and is
 * slotted into the receipt. */
export function showThanks(element: Element): void {
  const template = element.querySelector<HTMLTemplateElement>(':scope > template[slot=thanks]');
  if (!template) return;
  const thanks = document.createElement('div');
  thanks.slot = 'thanks';
  thanks.append(document.importNode(template.content, true));
  element.append(thanks);
}

/** Removes it again. */
export function removeThanks(element: Element): void {
  element.querySelector(':scope > div[slot=thanks]')?.remove();
}
