import { watchDragAndDrop } from './drag-over.ts';

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
