import { expect, test } from 'vitest';
import { measureCpuMs } from '../../cpu-time-for-tests.ts';
import { mixedScripts } from './mixed-scripts.ts';
import { noEvidence } from './signals-for-tests.ts';

test.each(['Vіаgrа', 'Bitсoin', 'Pаypаl', 'Amαzon', 'саsіnо'])('a disguised word fires: %s', word => {
  expect(mixedScripts.fires({ ...noEvidence, texts: [`Buy ${word} now`] })).toBe(true);
  expect(mixedScripts.fires({ ...noEvidence, names: [word] })).toBe(true);
});

test.each([
  'Меня зовут Саша, мой iPhone сломался',
  'Пришли мне smsку, пожалуйста',
  'Cаша',
  'Το ΔT είναι 5 μm και το pH 7',
  'α-Synuclein and β-blockers, 10μg',
  'Δευτέρα, Windows',
  'Γιώργος Papadopoulos',
  'تعرضت لحادث في العمل مع شركة ABC',
  'Cefais fy anafu yn y gwaith ddydd Llun',
  '私はiPhoneを使っています',
  'Straße, Łódź, Çeşme, Điện Biên',
  'NATOвский',
])('ordinary text doesn’t: %s', text => {
  expect(mixedScripts.fires({ ...noEvidence, names: [text], texts: [text] })).toBe(false);
});

test('long texts take little time', async () => {
  const ms = await measureCpuMs(() => {
    for (const text of ['аa'.repeat(50_000), 'а '.repeat(50_000), `${'x'.repeat(100_000)}а`])
      mixedScripts.fires({ ...noEvidence, texts: [text] });
  });
  expect(ms).toBeLessThan(1_000);
});
