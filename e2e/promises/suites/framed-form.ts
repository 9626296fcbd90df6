// A page that shows the form in a frame, for builders that accept nothing else. Every browser engine runs this suite.
import { readFrameHeight, serveFramingPage } from '../../pages/framing-page.ts';
import { expect, type VisitorTest } from '../../test.ts';

export function framedFormSuite(test: VisitorTest): void {
  test('a form in a frame is as tall as its content', async ({ visitor, stack }) => {
    await visitor.open(serveFramingPage(stack));
    const height = () => visitor.run(readFrameHeight, undefined);
    await expect.poll(height).toBeGreaterThan(900);
    const wide = await height();
    await visitor.run(() => {
      document.querySelector('iframe')!.style.width = '320px';
    }, undefined);
    await expect.poll(height).toBeGreaterThan(wide + 50);
  });
}
