import { css, html, nothing, type TemplateResult } from 'lit';
import { accept } from '../form/form-view.ts';

/** Styles of the button, and of the drop zone while files are dragged over the form. */
export const styles = css`
  .drop.over {
    background: var(--soft);
    border: 1px solid var(--accent-text);
    box-shadow: inset 0 0 0 1px var(--accent-text);
  }
  .choose { position: relative; display: inline-grid; align-content: center; margin: 0; cursor: pointer; }
  .choose:has(:focus-visible) {
    outline: var(--enquiry-ring, 3px solid color-mix(in oklab, var(--accent-text) 70%, var(--surface)));
    outline-offset: 1px;
  }
  @media (forced-colors: active) {
    .drop.over { outline: 3px solid Highlight; }
  }
`;

/** A button that opens the file dialog: a file input for several files, or with the look of a link for another version
 * of the file `name`, which screen readers read after the text. */
export function fileButton(text: string, onChoose: (files: File[]) => void, name?: string): TemplateResult {
  const onChange = ({ target }: Event) => {
    const input = target as HTMLInputElement; // The listener is on the input.
    onChoose([...(input.files ?? [])]);
    input.value = '';
  };
  return html`
    <label class="choose ${name ? 'link' : 'quiet'}" part=${name ? 'link' : 'quiet-button'}>${text}<input
      class="unseen"
      type="file"
      id=${name ? nothing : 'files'}
      ?multiple=${!name}
      accept=${accept()}
      aria-label=${name ? `${text}: ${name}` : text}
      @change=${onChange}
    ></label>
  `;
}

/** Calls `add` with the files that are pasted anywhere in the form, or dropped outside the drop zone, if the form has a
 * picker. */
export function watchTransferredFiles(root: ParentNode, add: (files: File[]) => void): void {
  const addFrom = (event: Event, transfer: DataTransfer | null) => {
    const transferred = [...(transfer?.files ?? [])];
    if (!transferred.length || !root.querySelector('#files')) return;
    event.preventDefault();
    add(transferred);
  };
  root.addEventListener('paste', event => {
    const { clipboardData } = event as ClipboardEvent;
    const text = clipboardData?.getData('text/plain');
    // Office programs copy a picture along with text, which is pasted as text. macOS copies a file along with its name,
    // which is pasted as a file.
    const isFileName = [...(clipboardData?.files ?? [])].some(({ name }) => text?.includes(name));
    if (!text || isFileName) addFrom(event, clipboardData);
  });
  watchDragAndDrop(root, event => addFrom(event, event.dataTransfer));
}

/** Highlights the drop zone while files are dragged over the form. Calls `onDrop` when they are dropped outside the
 * zone, where the browser would open them in place of the page. Inside it, the file input receives them. */
function watchDragAndDrop(root: ParentNode, onDrop: (event: DragEvent) => void): void {
  const onDrag = (event: Event) => {
    const { type, target, relatedTarget, dataTransfer } = event as DragEvent;
    if (!dataTransfer?.types.includes('Files')) return;
    const zone = root.querySelector('.drop');
    // Updated on each dragover, because WebKit reports no dragleave towards an element inside.
    const isOver =
      type === 'dragover' || (type === 'dragleave' && root.contains(relatedTarget as Node | null));
    zone?.classList.toggle('over', isOver);
    // In Firefox, the target may be a text node.
    if (type === 'dragleave' || (target as Partial<Element>).matches?.('[type=file]')) return;
    event.preventDefault();
    if (!zone) dataTransfer.dropEffect = 'none';
    else if (type === 'drop') onDrop(event as DragEvent);
  };
  for (const type of ['dragover', 'dragleave', 'drop']) root.addEventListener(type, onDrag);
}
