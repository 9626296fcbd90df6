import { memoryMiB } from '../processes/measure.ts';
import { createClient, startProxy } from '../processes/proxies.ts';
import { expect, test } from '../test.ts';

const bytesPerMiB = 1_048_576;

test('an upload is never held in memory as a whole', async () => {
  const proxy = await startProxy({ config: { attachments: { max_bytes: 100 * bytesPerMiB } } });
  const peakMiB = () => memoryMiB(proxy.child, 'VmHWM');
  try {
    const client = createClient(proxy.url);
    const receipt = await client.sendEnquiry();
    const before = peakMiB();
    const file = new Uint8Array(100 * bytesPerMiB);
    file.set(Buffer.from('%PDF-1.4\n'));
    await client.sendAttachment(receipt, file);
    // Streaming leaves tens of megabytes of garbage; buffering the body would take more than 100 MiB.
    expect(peakMiB() - before).toBeLessThan(100);
  } finally {
    await proxy.stop();
  }
});
