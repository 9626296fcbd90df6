import { html, nothing, type TemplateResult } from 'lit';
import { accept } from '../form/accept.ts';

/** The details of a button that opens the file dialog. */
export interface FileButtonOptions {
  /** The name of the file that the button is about, which screen readers read after the text. */
  name?: string;
  id?: string;
  isMultiple?: boolean;
}

/** A button that opens the file dialog: a file input with the look of a button or link. */
export function fileButton(
  look: 'quiet' | 'link',
  text: string,
  onChoose: (files: File[]) => void,
  { name, id, isMultiple = false }: FileButtonOptions = {},
): TemplateResult {
  const onChange = ({ target }: Event) => {
    const input = target as HTMLInputElement; // The listener is on the input.
    onChoose([...(input.files ?? [])]);
    input.value = '';
  };
  const part = look === 'quiet' ? 'quiet-button' : 'link';
  return html`<label class="choose ${look}" part=${part}>${text}<input class="unseen" type="file" id=${id ?? nothing} ?multiple=${isMultiple} accept=${accept} aria-label=${name ? `${text}: ${name}` : text} @change=${onChange}></label>`;
}
