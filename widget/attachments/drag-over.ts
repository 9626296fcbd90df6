/** Highlights the drop zone while files are dragged over the form. Calls `onDrop` when they are dropped outside the
 * zone, where the browser would open them in place of the page. Inside it, the file input receives them. */
export function watchDragAndDrop(root: ParentNode, onDrop: (event: DragEvent) => void): void {
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
