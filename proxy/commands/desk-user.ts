import { randomBytes } from 'node:crypto';
import { hashPassword } from '../settings/secrets.ts';
import { command, UsageError } from './command.ts';

/** The password is the program's, so that it can't be guessed, and is shown once. */
export const deskUser = command({
  help: 'Print a line of ENQUIRY_DESK_USERS_FILE for this person, and on standard error the password',
  argument: 'NAME',
  check(_, name) {
    if (!/^[\w.@-]{1,60}$/.test(name))
      throw new UsageError('NAME has 1 to 60 letters, digits, dots, hyphens, underscores and "@".');
  },
  async run({ argument: name, io }) {
    const password = randomBytes(15).toString('base64url');
    const line = `${name}:${await hashPassword(password)}`;
    io.print({ line }, line);
    io.warn(`The password of ${name}, which is not shown again: ${password}`);
    return 0;
  },
});
