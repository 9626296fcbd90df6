// The config that the demo's proxy runs with.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { programs } from './programs.ts';

/** The config file can't be used. The message lists what to change. */
export class UnusableConfig extends Error {
  override name = 'UnusableConfig';
}

/** Writes a copy of a config to `target` with these origins added, and checks it as `npx enquiry-form check` does. Returns
 * the warnings. Throws UnusableConfig. */
export function prepareConfig(source: string, target: string, origins: string[]): string[] {
  const text = readConfig(source);
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 }); // `data` may become a proxy's data folder.
  writeFileSync(target, addOrigins(text, origins));
  const findings = checkConfig(target);
  const adviceOf = (status: string) =>
    findings
      .filter(finding => finding.status === status)
      .map(({ check, advice = check }) => advice.replace(`${target}: `, ''));
  const errors = adviceOf('failed');
  if (errors.length > 0) {
    const count = `${errors.length} configuration error${errors.length === 1 ? '' : 's'} in ${source}:`;
    throw new UnusableConfig([count, ...errors.map(error => `  ${error}`)].join('\n'));
  }
  return adviceOf('warning');
}

interface Finding {
  check: string;
  status: string;
  advice?: string;
}

/** Everything that `npx enquiry-form check` says about a config file. */
function checkConfig(path: string): Finding[] {
  const words = [programs.proxy, 'check', '--config', path, '--json'];
  const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (!stdout) throw new Error(stderr);
  return stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Finding);
}

function readConfig(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'There is no such file.' : `It can't be read (${code}).`;
    throw new UnusableConfig(`The config file is ${path}. ${reason}`);
  }
}

/** Returns a text without a list of origins to add to unchanged, so that the check reports it. */
function addOrigins(text: string, origins: string[]): string {
  try {
    const config = JSON.parse(text);
    const own = config.origins ?? [];
    if (Array.isArray(config) || !Array.isArray(own)) return text;
    return JSON.stringify({ ...config, origins: [...new Set([...own, ...origins])] }, null, 2);
  } catch {
    return text;
  }
}
