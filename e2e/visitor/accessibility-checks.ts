// Checks of the form that run in the page.

/** Describes why the focus is lost, off the screen or covered. Returns undefined if it is visible. */
export function describeHiddenFocus(): string | undefined {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  if (!focused || focused === document.body) return 'the focus is lost';
  if (focused.localName === 'enquiry-form') return 'the focus is lost in the form';
  // The focus ring of a radio button is on its row, and the file input covers the drop zone invisibly.
  const { left, top, right, bottom } = (focused.closest('.choice, .drop') ?? focused).getBoundingClientRect();
  const name = `${focused.localName} ${focused.id || focused.textContent?.trim()}`;
  if (!(right > 0 && bottom > 0 && left < innerWidth && top < innerHeight))
    return `${name} is off the screen`;
  const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
  const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
  const root = focused.getRootNode() as Document | ShadowRoot;
  const topmost = root.elementFromPoint(x, y);
  const isVisible =
    topmost && (focused.contains(topmost) || topmost.contains(focused) || topmost.closest('.choice, .drop'));
  return isVisible ? undefined : `${name} is covered by ${topmost?.localName} ${topmost?.className}`;
}

/** Lists the form's elements whose text is cut off or that reach beyond the window. */
export function findClippedElements(): string[] {
  const root = document.querySelector('enquiry-form')!.shadowRoot!;
  const findings: string[] = [];
  for (const element of root.querySelectorAll<HTMLElement>(
    '.form, .form *:not(svg, svg *, .unseen, option)',
  )) {
    if (element.closest('[hidden]') || element.matches('input[type=file]')) continue;
    const { left, right, width } = element.getBoundingClientRect();
    if (!width) continue;
    const name = `${element.localName}.${element.className} ${element.id}`;
    if (left < -0.5 || right > innerWidth + 0.5) findings.push(`${name} sticks out`);
    // These scroll, or show in full what is cut in the middle.
    const mayBeCut = element.matches('input, select, textarea, .name, .name *');
    if (!mayBeCut && element.clientWidth && element.scrollWidth > element.clientWidth + 1) {
      findings.push(`${name} is cut`);
    }
  }
  return findings;
}

/** Lists the targets below a size, with their sizes. Links within sentences need a height of 24 px. */
export function findSmallTargets(minPx: number): string[] {
  const root = document.querySelector('enquiry-form')!.shadowRoot!;
  const controls = root.querySelectorAll<HTMLElement>('button, input, select, textarea, a, summary');
  return [...controls].flatMap(element => {
    const target = element.closest<HTMLElement>('.choice, label.quiet, .choose') ?? element;
    if (!target.checkVisibility() || target.closest('.unseen')) return [];
    const isInSentence = getComputedStyle(element).display === 'inline';
    const [{ width, height } = { width: 0, height: 0 }] = isInSentence
      ? target.getClientRects()
      : [target.getBoundingClientRect()];
    const size = isInSentence ? height : Math.min(width, height);
    if (size >= (isInSentence ? 24 : minPx) - 0.1) return [];
    return [`${element.localName} ${element.id || element.textContent}: ${width} × ${height}`];
  });
}

/** Returns the contrast ratios (WCAG 2.2) of pairs of CSS colours. A canvas converts them from any colour space. */
export function contrastRatios(pairs: [string, string][]): number[] {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
  const luminance = (...layers: string[]) => {
    for (const layer of layers) {
      context.fillStyle = layer;
      context.fillRect(0, 0, 1, 1);
    }
    const [r = 0, g = 0, b = 0] = [...context.getImageData(0, 0, 1, 1).data].map(byte => {
      const share = byte / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return pairs.map(([foreground, background]) => {
    const [lighter = 0, darker = 0] = [
      luminance('#fff', background),
      luminance('#fff', background, foreground),
    ].sort((a, b) => b - a);
    return (lighter + 0.05) / (darker + 0.05);
  });
}

/** Returns the text, background and border colours of the first match of each selector in the form. */
export function readColours(selectors: string[]): { color: string; background: string; border: string }[] {
  const root = document.querySelector('enquiry-form')!.shadowRoot!;
  return selectors.map(selector => {
    const { color, backgroundColor, borderTopColor } = getComputedStyle(root.querySelector(selector)!);
    return { color, background: backgroundColor, border: borderTopColor };
  });
}
