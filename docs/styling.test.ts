import { expect, test } from 'vitest';
import { described, read, section } from './markdown.ts';

const styling = read('docs/styling.md');
const reference = read('docs/reference.md');
const page = read('demo/site/brands.html');

/** The code below a heading. */
const recipeIn = (title: string) => /```css\n(.*?)```/s.exec(section(styling, title))?.[1] ?? '';

test.each([
  ['A start-up', 'start-up'],
  ['An old law firm', 'law-firm'],
  ['A game studio', 'game-studio'],
])('the recipe for %s is what the demo’s page uses, in at most 12 lines', (title, brand) => {
  const recipe = recipeIn(title);
  expect(recipe.trim().split('\n').length).toBeLessThanOrEqual(12);
  const sheet = read('demo/site/brands.css');
  expect(sheet).toContain(recipe);
  expect(sheet.split(`enquiry-form.${brand}`)).toHaveLength(recipe.split(`enquiry-form.${brand}`).length);
  const [, look = ''] = new RegExp(`<enquiry-form class="${brand}"( look="\\w+")?`).exec(page) ?? [];
  expect(/`(look="\w+")`/.exec(section(styling, title))?.[1] ?? '').toBe(look.trim());
});

test('the custom properties and parts in the examples exist', () => {
  const named = (heading: string, pattern: RegExp) => {
    const found = Array.from(styling.matchAll(pattern), ([, names = '']) => names.split(' ')).flat();
    expect(found.length).toBeGreaterThan(3);
    const known = described(section(reference, heading));
    expect(found.filter(name => !known.includes(name))).toEqual([]);
  };
  named('Custom properties', /(--enquiry-[\w-]+)/g);
  named('Parts', /::part\(([\w -]+)\)/g);
});
