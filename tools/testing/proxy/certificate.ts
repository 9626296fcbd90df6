// For tests: self-signed certificates.
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
  const toPath = (extension: string) => join(folder, `${host}${days}.${extension}`);
  const openssl = (...options: string[]) => execFileSync('openssl', options, { stdio: 'ignore' });
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  openssl('req', ...curve, ...subject, '-keyout', toPath('key'), '-out', toPath('csr'));
  const sign = ['-req', '-in', toPath('csr'), '-signkey', toPath('key'), '-copy_extensions', 'copy'];
  openssl('x509', ...sign, '-days', String(days), '-out', toPath('pem'));
  return {
    path: toPath('pem'),
    key: readFileSync(toPath('key')),
    cert: readFileSync(toPath('pem'), 'utf8'),
  };
}
