// `npm run heights` measures how tall each part of the form is and writes proxy/form-height/figures.json, from which
// `enquiry-proxy check` computes the height that a page should reserve. All figures are in em of the form's font.
import { writeFileSync } from 'node:fs';
import { type Browser, chromium, type Page } from '@playwright/test';
import { fullChromium } from '../browsers.ts';
import { fieldKinds, sampleForms as forms } from './form-height-samples.ts';

const output = 'proxy/form-height/figures.json';
const origin = 'https://form.example';
/** The font size of the form on a page with the browser's default of 16 px. */
const emPx = 17;
/** A width of the form below and above the one at which its layout changes. */
const widthsPx = { narrow: 340, wide: 680 };

/** The texts whose length decides on the number of lines: the form that has one, and its part. */
const texts: Record<string, [form: string, part: string]> = {
  heading: ['base', '[part~=heading]'],
  introduction: ['introduction', '[part~=introduction]'],
  questionHeading: ['heading', '[part~=group-heading]'],
  label: ['text', '[part~=label]'],
  help: ['help', '[part~=help]'],
  choice: ['radio', '[part~=choice]'],
  privacy: ['privacy', '[part~=privacy]'],
};

/** Opens all forms at once, at this width. */
async function openForms(browser: Browser, widthPx: number, isTouch = false): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 900 },
    hasTouch: isTouch,
    isMobile: isTouch,
  });
  await page.route(`${origin}/**`, route => {
    const { pathname } = new URL(route.request().url());
    const name = /^\/case-types\/(.+)/.exec(pathname)?.[1];
    if (name) return route.fulfill({ json: { ...forms[name], case_type: name } });
    if (pathname !== '/') return route.fulfill({ path: `widget/dist${pathname}` });
    const tags = Object.keys(forms).flatMap(each => [
      `<enquiry-form id="${each}" case-type="${each}"></enquiry-form>`,
      `<enquiry-form id="${each}-steps" layout="steps" case-type="${each}"></enquiry-form>`,
    ]);
    const body = `<!doctype html><html lang="en"><title>Heights</title><meta name="viewport" content="width=1280"><style>body { font-family: "Liberation Sans", "Nimbus Sans", Arial } enquiry-form { width: ${widthPx}px }</style><script type="module" src="/enquiry-form.js"></script>${tags.join('')}`;
    return route.fulfill({ contentType: 'text/html', body });
  });
  await page.goto(`${origin}/`);
  await page.waitForFunction(() => !document.querySelector('enquiry-form:not([ready])'));
  return page;
}

/** Measures every form. Resolves with a function that returns the height of one, or by how much two differ, in em. */
async function measureHeights(page: Page): Promise<(form: string, without?: string) => number> {
  const heights = await page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('enquiry-form')].map(form => [
        form.id,
        form.getBoundingClientRect().height,
      ]),
    ),
  );
  return (form, without) => {
    const px = heights[form]! - (without === undefined ? 0 : heights[without]!);
    return toEm(px);
  };
}

const toEm = (px: number) => Number((px / emPx).toFixed(3));

async function measureLayout(browser: Browser, widthPx: number) {
  const page = await openForms(browser, widthPx);
  const height = await measureHeights(page);
  const padding = await page.evaluate(() => {
    const form = document.querySelector('#base')!.shadowRoot!.querySelector('[part~=form]')!;
    const { paddingLeft, paddingRight } = getComputedStyle(form);
    return Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
  });
  await page.close();
  const kind = (form: string) => height(form, 'base');
  return {
    padding: toEm(padding),
    form: height('base'),
    introduction: kind('introduction'),
    surname: kind('surname'),
    oneOf: height('oneOf', 'notOneOf'),
    privacy: kind('privacy'),
    steps: height('text-steps', 'base'),
    fields: Object.fromEntries(fieldKinds.map(each => [each, kind(each)])),
    parts: {
      heading: height('heading', 'text'),
      help: height('help', 'text'),
      option: height('radioMore', 'radio'),
      optionalRadio: height('radioOptional', 'radio'),
      counter: height('counter', 'textarea'),
      consentLink: height('consentLink', 'consent'),
      row: Number(((kind('textareaRows') - kind('textareaFewRows')) / 2).toFixed(3)),
      tenRows: height('textareaFewRows', 'textarea'),
    },
  };
}

/** The picker's texts break at many widths: resolves with its height from each width at which that changes. */
async function measureFiles(
  browser: Browser,
  isTouch: boolean,
): Promise<[fromEm: number, heightEm: number][]> {
  const page = await openForms(browser, widthsPx.narrow, isTouch);
  const heights = await page.evaluate(
    ([px, from, to]) => {
      const [base, files] = ['#base', '#files'].map(id => document.querySelector<HTMLElement>(id)!);
      const measured: [number, number][] = [];
      for (let em = from!; em <= to!; em += 0.5) {
        for (const form of [base!, files!]) form.style.width = `${em * px!}px`;
        const height = files!.getBoundingClientRect().height - base!.getBoundingClientRect().height;
        if (Math.abs(height - (measured.at(-1)?.[1] ?? 0)) > 1) measured.push([em, height]);
      }
      return measured;
    },
    [emPx, 15, 48],
  );
  await page.close();
  return heights.map(([fromEm, px]) => [fromEm, toEm(px)]);
}

async function measureTexts(browser: Browser) {
  const page = await openForms(browser, widthsPx.narrow);
  const measured = await page.evaluate(
    entries =>
      entries.map(([name, [form, selector]]) => {
        const root = document.querySelector(`#${form}`)!.shadowRoot!;
        const style = getComputedStyle(root.querySelector(selector) ?? root.querySelector('[part~=label]')!);
        const { fontSize, lineHeight, fontWeight } = style;
        return [
          name,
          Number.parseFloat(fontSize),
          Number.parseFloat(lineHeight),
          Number(fontWeight) > 500,
        ] as const;
      }),
    Object.entries(texts),
  );
  const choice = await page.evaluate(() => {
    const row = document.querySelector('#radio')!.shadowRoot!.querySelector('[part~=choice]')!;
    const style = getComputedStyle(row);
    const px = (...lengths: string[]) => lengths.reduce((sum, length) => sum + Number.parseFloat(length), 0);
    const start = row.querySelector('span')!.getBoundingClientRect().left - row.getBoundingClientRect().left;
    return {
      height: row.getBoundingClientRect().height,
      indent: start + px(style.paddingRight, style.borderRightWidth),
      padding: px(style.paddingTop, style.paddingBottom, style.borderTopWidth, style.borderBottomWidth),
    };
  });
  const layoutChange = await page.evaluate(() => {
    const form = document.querySelector<HTMLElement>('#surname')!;
    form.style.width = '300px';
    const narrow = form.offsetHeight;
    for (let px = 300; px < 1000; px++) {
      form.style.width = `${px}px`;
      if (form.offsetHeight < narrow * 0.9) return px;
    }
    throw new Error('The layout never changes');
  });
  await page.close();
  return {
    layoutChange: Math.round(toEm(layoutChange)),
    choice: { height: toEm(choice.height), indent: toEm(choice.indent), padding: toEm(choice.padding) },
    texts: Object.fromEntries(
      measured.map(([name, size, line, isBold]) => [name, { size: toEm(size), line: toEm(line), isBold }]),
    ),
  };
}

const browser = await chromium.launch(fullChromium.launchOptions);
const figures = {
  ...(await measureTexts(browser)),
  files: { mouse: await measureFiles(browser, false), touch: await measureFiles(browser, true) },
  narrow: await measureLayout(browser, widthsPx.narrow),
  wide: await measureLayout(browser, widthsPx.wide),
};
await browser.close();
writeFileSync(output, `${JSON.stringify(figures, null, 2)}\n`);
