// For tests: certificates that are signed with their own keys.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Certificate {
  /** The certificate's file. */
  path: string;
  key: Buffer;
  cert: string;
}

/** Creates a certificate for a host. It expires after this many days; a negative number makes an expired one. */
export function createCertificate(folder: string, host: string, days: number): Certificate {
  const pathOf = (extension: string) => join(folder, `${host}${days}.${extension}`);
  const openssl = (...options: string[]) => execFileSync('openssl', options, { stdio: 'ignore' });
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  openssl('req', ...curve, ...subject, '-keyout', pathOf('key'), '-out', pathOf('csr'));
  const sign = ['-req', '-in', pathOf('csr'), '-signkey', pathOf('key'), '-copy_extensions', 'copy'];
  openssl('x509', ...sign, '-days', String(days), '-out', pathOf('pem'));
  return {
    path: pathOf('pem'),
    key: readFileSync(pathOf('key')),
    cert: readFileSync(pathOf('pem'), 'utf8'),
  };
}
