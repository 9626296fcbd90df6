/** Ignores the second click of a double click on Continue, which would skip the next step, or send the form. */
export function ignoreSecondClick(event: Event): void {
  const isButton = (event.target as Element).closest('.send'); // Only elements are clicked.
  if (isButton && (event as MouseEvent).detail > 1) event.preventDefault();
}
