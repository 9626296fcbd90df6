/** Shows the zone for files as such while some are dragged over the form, and takes those that are dropped beside it,
 * which the browser would open in place of the page. On the zone the input takes them by itself. */
export function watchDrags(root: ParentNode, take: (event: DragEvent) => void): void {
  const onDrag = (event: Event) => {
    const { type, target, relatedTarget, dataTransfer } = event as DragEvent;
    if (!dataTransfer?.types.includes('Files')) return;
    const zone = root.querySelector('.drop');
    // Over and over again, rather than once: WebKit doesn't tell of leaving for what is inside.
    const isOver =
      type === 'dragover' || (type === 'dragleave' && root.contains(relatedTarget as Node | null));
    zone?.classList.toggle('over', isOver);
    // Firefox may tell a text of it.
    if (type === 'dragleave' || (target as Partial<Element>).matches?.('[type=file]')) return;
    event.preventDefault();
    if (!zone) dataTransfer.dropEffect = 'none';
    else if (type === 'drop') take(event as DragEvent);
  };
  for (const type of ['dragover', 'dragleave', 'drop']) root.addEventListener(type, onDrag);
}
