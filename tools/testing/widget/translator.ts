/** Puts elements in place of all texts in a form, again after each change, as a browser's translator does. */
export function translateAll(root: ShadowRoot): void {
  const replaceTexts = () => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.localName === 'font') continue;
      const font = document.createElement('font');
      const inner = document.createElement('font');
      inner.textContent = text.data;
      font.append(inner);
      text.replaceWith(font);
    }
  };
  new MutationObserver(replaceTexts).observe(root, { childList: true, characterData: true, subtree: true });
  replaceTexts();
}
