import * as lit from 'lit';
import { expect, test } from 'vitest';
import * as parts from './lit-for-parts.ts';

interface TemplateMaker extends Pick<typeof lit, 'html'> {
  nothing: unknown;
}

/** A template with every kind of binding that Lit has. */
const view = ({ html, nothing }: TemplateMaker, name: string, press: () => void) => html`
  <p id=${name || nothing} title="of ${name}" ?hidden=${!name} .lang=${'cy'}>
    ${name}${name ? html`<b>${[name, name]}</b>` : nothing}
  </p>
  <button @click=${press}></button>
`;

test('Lit renders the templates of lazy parts, and updates them, as it does its own', () => {
  const rendered = [lit, parts].map(maker => {
    const root = document.createElement('div');
    const names: string[] = [];
    const show = (name: string) =>
      lit.render(
        view(maker, name, () => names.push(name)),
        root,
      );
    const states = ['Ada', '', 'Grace'].map(name => {
      show(name);
      root.querySelector('button')!.click();
      return root.innerHTML.replaceAll(/\$\d+\$/g, ''); // Lit's random marker.
    });
    const paragraph = root.querySelector('p');
    show('Joan');
    expect(root.querySelector('p')).toBe(paragraph);
    return { states, names, lang: paragraph!.lang };
  });
  expect(rendered[0]?.states[0]).toContain('Ada');
  expect(rendered[1]).toEqual(rendered[0]);
});

test('a lazy part’s template is the same for Lit as its own, and so is nothing', () => {
  const of = ({ html }: Pick<typeof lit, 'html'>) => html`<b>${1}</b>`;
  expect({ ...of(parts) }).toEqual({ ...of(lit) });
  expect(parts.nothing).toBe(lit.nothing);
});

test('a lazy part’s style sheet has the same rules as Lit’s', () => {
  const rules = ({ css }: Pick<typeof parts, 'css'>) => {
    const { styleSheet } = css`ul { list-style-type: ''; } .a::before { content: '“'; }`;
    return [...styleSheet!.cssRules].map(({ cssText }) => cssText);
  };
  expect(rules(parts)).toEqual(rules(lit));
  expect(rules(parts)).toHaveLength(2);
});
