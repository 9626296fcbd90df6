import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoConfig, programs } from './programs.ts';

/** The presets of `npx enquiry-form init`: the names and titles of the demo's case types in several languages. */
export function listPresets(): { name: string; label: string }[] {
  const { case_types } = JSON.parse(readFileSync(demoConfig, 'utf8')) as {
    case_types: Record<string, { label: string | { en: string } }>;
  };
  return Object.entries(case_types).flatMap(([name, { label }]) =>
    typeof label === 'string' ? [] : [{ name, label: label.en }],
  );
}

/** The text of a config with this preset, for a site that has no details of its own yet. */
export function readPreset(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'enquiry-preset-'));
  const example = 'https://www.example.com';
  const answers = ['--contact', '01632 960001', '--privacy', `${example}/privacy`, '--page', example];
  const unused = ['--proxy', example, '--api-url', `${example}/rest/enquiries/v1`, '--api-username', 'demo'];
  const words = [programs.proxy, 'init', '--preset', name, '--to', folder, ...answers, ...unused];
  try {
    const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return readFileSync(join(folder, 'enquiry.config.json'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
