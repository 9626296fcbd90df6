import { type CSSResult, css, type LitElement } from 'lit';
import type { FormContext } from './form-context.ts';

/** A tinted box with a line below it. Transparent borders keep the size, and are visible in forced colours. */
const filled = css`
  .form { --field: var(--enquiry-field, color-mix(in oklab, var(--ink) 7%, var(--surface))); }
  @supports (color: light-dark(red, red)) {
    .form { --field: var(--enquiry-field, light-dark(color-mix(in oklab, var(--ink) 7%, var(--surface)), #00000060)); }
  }
  .form [part~=input] {
    border-color: #0000 #0000 var(--line);
    border-end-start-radius: 0;
    border-end-end-radius: 0;
  }
  .form .problem [part~=input] {
    background-color: var(--soft-danger);
    border-color: #0000 #0000 var(--danger);
    box-shadow: inset 0 -1px var(--danger);
  }
  .form [readonly] { border-bottom-style: dotted; }
  .choice { border-color: #0000; }
`;

/** Only a line below. A chosen row is tinted. */
const underlined = css`
  .form { --field: var(--enquiry-field, #0000); }
  .form [part~=input] {
    padding-inline: .5em;
    border-color: #0000 #0000 var(--line);
    border-radius: 0;
  }
  .form select[part~=input] { padding-inline-end: 2.25em; }
  .form .problem [part~=input] {
    border-color: #0000 #0000 var(--danger);
    box-shadow: inset 0 -1px var(--danger);
  }
  .form [readonly] { border-bottom-style: dotted; }
  .choice {
    padding: calc(.375em + 1px) .5em .375em;
    border-width: 0 0 1px;
    border-color: #0000;
    border-radius: 0;
  }
  .choice:has(:checked) {
    border-color: var(--tint);
    box-shadow: inset 0 -1px var(--tint);
  }
`;

const looks = new Map([
  ['outlined', undefined],
  ['filled', filled.styleSheet],
  ['underlined', underlined.styleSheet],
]);

/** Draws the form's fields in the look that its tag names, and gives its headings the level that it names. */
export function present({ host }: FormContext): void {
  let drawnLook: string | null | undefined;
  host.addController({
    hostUpdate() {
      const { look, renderRoot } = host;
      if (look === drawnLook) return;
      drawnLook = look;
      if (look && !looks.has(look)) {
        console.warn(`enquiry-form: look is not one of ${[...looks.keys()].join(', ')}: "${look}"`);
      }
      const others = renderRoot.adoptedStyleSheets.filter(sheet => ![...looks.values()].includes(sheet));
      const drawn = looks.get(look ?? '');
      // Right after the form's own style sheet, so that those of other parts take precedence.
      const [own] = (host.constructor as typeof LitElement).elementStyles as CSSResult[]; // It has one of Lit's.
      if (drawn) others.splice(others.indexOf(own!.styleSheet!) + 1, 0, drawn);
      renderRoot.adoptedStyleSheets = others;
    },
    hostUpdated() {
      const { headingLevel, renderRoot } = host;
      // The templates have h2 and h3.
      const lower = /^[1-5]$/.test(`${headingLevel}`) ? Number(headingLevel) - 2 : 0;
      for (const heading of renderRoot.querySelectorAll('h2, h3'))
        heading.ariaLevel = lower ? `${Number(heading.localName[1]) + lower}` : null;
    },
  });
}
