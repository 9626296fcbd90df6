import { torture } from '../../tools/torture/main.ts';
import { beforeRelease, expect, test } from '../test.ts';

// A short `npm run torture`: one proxy with SQLite, then three proxies with one PostgreSQL database.
test.describe.configure({ mode: 'serial', timeout: 480_000 });
/** Five minutes in `npm run test:all`. */
const seconds = process.env.TESTS === 'all' ? 150 : 8;

for (const store of ['sqlite', 'postgres'] as const) {
  test(
    `nothing acknowledged is lost while processes are killed and the enquiry API flaps, on ${store}`,
    beforeRelease,
    async () => {
      const seed = Number(process.env.SEED ?? 1);
      const report = await torture({ store, seed, acknowledgements: 500, kills: 5, seconds });
      console.log(report);
      expect(report.lost).toEqual([]);
      expect(report.unmarked).toEqual([]);
      expect(report.ambiguous).toEqual([]);
      expect(report.unreleased).toEqual([]);
      expect(report.refused).toEqual([]);
      expect(report.responses).toBeGreaterThan(10);
      expect(report.misnamed).toEqual([]);
      expect(report.orphaned).toBe(0);
      expect(report.reloads).toBeGreaterThan(0);
      expect(report.gatewayInterruptions).toBeGreaterThan(0);
      expect(report.desk.decisions).toBeGreaterThan(0);
      expect(report.scans).toBeGreaterThan(0);
      expect(report.solved).toBeGreaterThan(0);
      expect(report.suspects).toBeGreaterThan(0);
      expect(report.released).toBeGreaterThan(0);
      expect(report.acknowledged).toBeGreaterThanOrEqual(500);
      expect(report.kills).toBeGreaterThanOrEqual(5);
    },
  );
}
