import type { FormContext } from '../form/form-context.ts';

/** How long the form must be in view. */
const viewMs = 1_000;

/** The shares of the form at which the browser reports how much of it is in view: each percent, because half of the
 * viewport is a small share of a tall form. */
const threshold = Array.from({ length: 101 }, (_, percent) => percent / 100);

/** Emits `enquiry-view` once the visitor has had the form in view for a second. A page that is in a background tab or
 * prerendered isn't viewed. */
export async function watchView({ emit, host, model }: FormContext): Promise<void> {
  await model.rendered; // The content of the tag, or a receipt, isn't the form.
  let isInView = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = () => {
    clearTimeout(timer);
    timer = undefined;
    if (isInView && document.visibilityState === 'visible') timer = setTimeout(report, viewMs);
  };
  const observer = new IntersectionObserver(
    entries => {
      const wasInView = isInView;
      isInView = isViewed(entries.at(-1)!); // There is at least one.
      if (isInView === wasInView) return;
      // Only meanwhile: the document would keep a form that the page has removed.
      if (isInView) document.addEventListener('visibilitychange', update);
      else document.removeEventListener('visibilitychange', update);
      update();
    },
    { threshold },
  );
  const report = () => {
    if (!model.element) return; // A receipt has replaced the form.
    observer.disconnect();
    document.removeEventListener('visibilitychange', update);
    emit('enquiry-view', { case_type: host.caseType });
  };
  observer.observe(host.renderRoot.querySelector('.frame')!); // The host itself may have no box.
}

/** Whether half of the form is visible, or half of the viewport is covered by a form that is more than twice as tall. */
export function isViewed(entry: IntersectionObserverEntry): boolean {
  const { boundingClientRect: form, intersectionRatio, intersectionRect, rootBounds } = entry;
  // A frame of another origin doesn't learn the viewport of the page around it, and may be as tall as the form.
  const viewport = rootBounds?.height ?? Math.min(innerHeight, screen.availHeight);
  return form.height > 2 * viewport ? intersectionRect.height >= viewport / 2 : intersectionRatio >= 0.5;
}
