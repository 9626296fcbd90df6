// Dark mode: Send leads, and fields are darker than the card, with any accent. Every browser engine runs this suite, because each
// clips colours that the screen can't show in its own way.
import { expect, type VisitorTest } from '../../test.ts';
import { contrastRatios } from '../../visitor/accessibility-checks.ts';
import { waitForOwnForm } from '../../visitor/navigation.ts';

/** The ends of the spectrum, the colours of the demo and its brands, and those that are hard to get right. */
const accents =
  '#000 #fff #ff0 #0b6e5f #6d28d9 #1f3a5f #b8f53d #ffb400 #1f4fd8 #808080 #f00 #0f0 #00f #0ff #f0f #e8590c #7a1f5c'.split(
    ' ',
  );

/** Runs in the page: the pairs of colours whose contrast counts, of each form with each accent in dark mode. */
function readDarkColours(accents: string[]): [string, string][] {
  document.documentElement.style.colorScheme = 'dark';
  return [...document.querySelectorAll<HTMLElement>('enquiry-form')].flatMap(element => {
    const find = (selector: string) => element.shadowRoot!.querySelector<HTMLElement>(selector)!;
    const [card, send, link] = [find('.form'), find('.send'), find('a')];
    send.style.transition = 'none';
    return (accents.length > 0 ? accents : ['']).flatMap((accent): [string, string][] => {
      if (accent) element.style.setProperty('--enquiry-accent', accent);
      const { color, backgroundColor } = getComputedStyle(send);
      const surface = getComputedStyle(card).backgroundColor;
      return [
        [backgroundColor, surface],
        [color, backgroundColor],
        [getComputedStyle(link).color, surface],
      ];
    });
  });
}

/** Runs in the page: whether fields are darker than the card that they are on. */
function haveDarkFields(): boolean {
  const context = document.createElement('canvas').getContext('2d')!;
  const lightness = (...layers: string[]) => {
    for (const layer of layers) {
      context.fillStyle = layer;
      context.fillRect(0, 0, 1, 1);
    }
    return [...context.getImageData(0, 0, 1, 1).data].reduce((sum, byte) => sum + byte);
  };
  const backgroundOf = (element: Element) => getComputedStyle(element).backgroundColor;
  return [...document.querySelectorAll('enquiry-form')].every(({ shadowRoot }) => {
    const card = backgroundOf(shadowRoot!.querySelector('.form')!);
    const field = shadowRoot!.querySelector<HTMLElement>('[name=forename]')!;
    field.style.transition = 'none';
    return lightness(card, backgroundOf(field)) < lightness(card);
  });
}

export function darkColoursSuite(test: VisitorTest): void {
  test('in dark mode, Send stands out from the card with any accent, and its text and links are readable', async ({
    visitor,
    stack,
  }) => {
    await visitor.open(`${stack.site}/?tag`);
    await waitForOwnForm(visitor);
    const pairs = await visitor.run(readDarkColours, accents);
    const ratios = await visitor.run(contrastRatios, pairs);
    expect(accents.filter((_, at) => ratios.slice(3 * at, 3 * at + 3).some(ratio => ratio < 4.5))).toEqual(
      [],
    );
    expect(await visitor.run(haveDarkFields, undefined)).toBe(true);
  });

  test('in dark mode, the same is true of every brand', async ({ visitor, stack }) => {
    await visitor.open(`${stack.site}/brands.html`);
    await expect
      .poll(() => visitor.run(() => document.querySelectorAll('enquiry-form[ready]').length, undefined))
      .toBe(3);
    const pairs = await visitor.run(readDarkColours, []);
    expect(Math.min(...(await visitor.run(contrastRatios, pairs)))).toBeGreaterThanOrEqual(4.5);
    // The law firm has no dark mode, and underlined fields.
    await visitor.run(() => document.querySelector('enquiry-form.law-firm')!.remove(), undefined);
    expect(await visitor.run(haveDarkFields, undefined)).toBe(true);
  });
}
