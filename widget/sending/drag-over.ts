/** Shows the zone for files as such while some are dragged over it. The input in it takes them by itself. */
export function showDragOver(root: EventTarget): void {
  const show = (event: Event) => {
    const { type, target, dataTransfer } = event as DragEvent;
    const isOver = type === 'dragover' && !!dataTransfer?.types.includes('Files');
    // Firefox may tell a text of it.
    (target as Partial<Element>).closest?.('.drop')?.classList.toggle('over', isOver);
  };
  // Over and over again, rather than once: browsers tell also of leaving for what is inside the input.
  for (const type of ['dragover', 'dragleave', 'drop']) root.addEventListener(type, show);
}
