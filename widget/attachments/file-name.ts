import { html, type TemplateResult } from 'lit';

/** How much of the end stays visible: the extension and the characters before it, which often tell files apart. */
const end = /.{0,4}(\.[^.]{1,5})?$/su;
/** Characters that are written from right to left, or that change the direction. Cutting a name would reorder them. */
const changesDirection =
  /[\p{Bidi_Control}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A file's name, which is shortened in the middle if it is too long for its row; one that is written from right to
 * left wraps instead. Screen readers get the name in one piece. */
export function fileName(name: string): TemplateResult {
  if (changesDirection.test(name)) {
    return html`<span class="name" part="file-name" title=${name}><bdi>${name}</bdi></span>`;
  }
  const tail = end.exec(name)?.[0] ?? '';
  // Marks and joiners stay with the character before them.
  const marks = /^[\p{M}\u200d]*/u.exec(tail)?.[0] ?? '';
  const at = name.length - tail.length + marks.length;
  return html`<span class="name" part="file-name" dir="ltr" title=${name}><span class="unseen">${name}</span><span class="start" aria-hidden="true">${name.slice(0, at)}</span><span aria-hidden="true">${name.slice(at)}</span></span>`;
}
