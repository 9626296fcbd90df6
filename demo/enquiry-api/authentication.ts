import { createHash, timingSafeEqual } from 'node:crypto';

export interface Login {
  username: string;
  password: string;
  applicationPassword: string;
}

/** Whether an `Authorization` header holds one of the two accepted logins (section 5): username with password,
 * or with application password. */
export function isAuthorised(header: string | undefined, login: Login): boolean {
  const credentials = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '')?.[1];
  if (credentials === undefined) return false;
  const given = digest(Buffer.from(credentials, 'base64'));
  const accepted = [login.password, login.applicationPassword].map(password =>
    digest(`${login.username}:${password}`),
  );
  // Both are compared, in constant time.
  return accepted.filter(each => timingSafeEqual(each, given)).length > 0;
}

const digest = (text: string | Buffer) => createHash('sha256').update(text).digest();
