// ExifTool, which reads more kinds of metadata than any other program, looks for locations in cleaned photos.
// `npm run test:all` installs it.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { carriers } from '../../../tools/testing/carriers.ts';
import { cleanBytes } from '../../../tools/testing/jpeg.ts';
import { isComplete } from '../../../tools/testing/random.ts';

/** What ExifTool reads in each file, embedded films, pictures and unknown tags included. */
async function readTags(files: Uint8Array[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'exiftool-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const paths = files.map((bytes, index) => {
    const path = join(folder, `${index}.photo`);
    writeFileSync(path, bytes);
    return path;
  });
  const { stdout } = await promisify(execFile)('exiftool', [
    '-q',
    '-a',
    '-ee',
    '-u',
    '-U',
    '-G1',
    '-j',
    ...paths,
  ]);
  return (JSON.parse(stdout) as object[]).map(tags => JSON.stringify(tags));
}

const saysWhere = /GPS|51\.50|51 deg 30|51,30|Canary Wharf|"\d*Location/;

test.runIf(isComplete)(
  'ExifTool finds no location in cleaned photos, and the pictures that belong to them',
  async () => {
    const names = Object.keys(carriers);
    const before = await readTags(Object.values(carriers));
    expect(before.filter(tags => saysWhere.test(tags)).length).toBeGreaterThan(30);
    const cleaned = Object.values(carriers).map(async bytes => (await cleanBytes(bytes, 'location')).cleaned);
    const after = await readTags(await Promise.all(cleaned));
    expect(names.filter((_, index) => saysWhere.test(after[index]!))).toEqual([]);
    expect(names.filter((_, index) => /"\w+:Error"/.test(after[index]!))).toEqual([]);
    expect(after[names.indexOf('JPEG: EXIF, little-endian')]).toMatch(/Rotate 90 CW.*2026:02:01 08:15:00/);
    expect(after[names.indexOf('JPEG: a second picture, and its index')]).toMatch(
      /GainMapMax.*"MPImage2:MPImage2"/,
    );
  },
);
