import { start } from '../../demo/processes.ts';
import { memory } from '../processes/measure.ts';
import { clientOf, standaloneProxy } from '../processes/standalone-proxy.ts';
import { expect, test } from '../test.ts';

const megabyte = 1_048_576;

test('an upload is never held in memory as a whole', async () => {
  const lone = standaloneProxy({ attachments: { max_bytes: 100 * megabyte } });
  const proxy = await start('proxy/main.ts', lone.env);
  const peakMegabytes = () => memory(proxy.child, 'VmHWM');
  try {
    const send = clientOf(proxy.url);
    const receipt = await send.enquiry();
    const before = peakMegabytes();
    const file = new Uint8Array(100 * megabyte);
    file.set(Buffer.from('%PDF-1.4\n'));
    await send.attachment(receipt, file);
    // A stream leaves some tens of megabytes of garbage; a body in memory would take more than its size.
    expect(peakMegabytes() - before).toBeLessThan(100);
  } finally {
    await proxy.stop();
    lone.remove();
  }
});
