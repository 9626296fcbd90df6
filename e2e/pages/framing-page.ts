// A page that shows the form about moving house in a frame.
import type { Stack } from '../processes/stack.ts';

/** Serves the page and the script of docs/pages.md, which names its origin. `frame`: the value of this parameter. */
export function serveFramingPage({ proxy, servePage }: Stack, frame?: string): string {
  const { origin } = new URL(servePage('', ''));
  return servePage(
    `<!doctype html><html lang="en"><meta charset="utf-8">
  <title>Builder</title><link rel="icon" href="data:,">
  <iframe id="enquiry" title="Enquiry form" src="${proxy}/forms/house-move?frame=${frame ?? origin}" style="width: 100%; height: 300px; border: 0"></iframe>
  <script>
    const frame = document.getElementById('enquiry');
    addEventListener('message', ({ data, origin, source }) => {
      if (origin === '${proxy}' && source === frame.contentWindow && data.type === 'enquiry-height')
        frame.style.height = data.height + 'px';
    });
  </script>`,
    '',
  );
}

export const readFrameHeight = () => document.querySelector('iframe')!.clientHeight;
