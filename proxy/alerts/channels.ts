import type { Failure } from '../outbox/failure.ts';
import type { Finding } from '../outbox/inspection.ts';
import { isLoopback, type Settings } from '../settings/settings.ts';

/** What a person is told: counts, ages and commands, never visitors' data. */
export interface Message {
  /** One line. */
  subject: string;
  /** The whole message in plain sentences, for people. */
  text: string;
  /** Undefined: it is about new enquiries. */
  needs?: Finding[];
}

/** A way to reach a person. */
export interface Channel<Sent = Message> {
  /** The name of its setting; for a second or later address, with the number of the address. */
  name: string;
  /** Resolves with undefined once the message has been taken, and otherwise with what failed. Never rejects. */
  send: (sent: Sent, signal: AbortSignal) => Promise<Failure | undefined>;
}

/** How long a server may take for a request. */
const requestMs = 5_000;
/** How long a mail server may take to accept a mail, which it may scan first (RFC 5321, section 4.5.3.2.6). A shorter limit would
 * make the proxy send the same mail again and again. */
const decisionMs = 60_000;
/** How long a mail server may take to greet. Some delay the greeting to deter spammers, and some look up the client's name first
 * (RFC 5321, section 4.5.3.2.1). */
const greetingMs = 30_000;
/** How long the delivery of a mail may take in all. */
const mailMs = 90_000;

/** The channels of the settings for messages to a person. */
export function createChannels({ url, email, smtpUrl, from }: Settings['alerts']): Channel[] {
  const channels: Channel[] = [];
  if (url !== undefined)
    channels.push({
      name: 'ENQUIRY_ALERT_URL',
      // Some services refuse members that they don't know.
      send: ({ text, needs }, signal) =>
        request(url, signal, { text, ...(new URL(url).hash !== '#text' && { needs }) }),
    });
  if (email === undefined) return channels;
  // The settings require both with the addresses.
  const createSend = createMailer(new URL(smtpUrl!), from!);
  // Each gets its own mail, because a server may refuse one address of several.
  for (const [at, address] of email.entries()) {
    const which = at > 0 ? ` (address ${at + 1})` : '';
    channels.push({ name: `ENQUIRY_ALERT_EMAIL${which}`, send: createSend(address) });
  }
  return channels;
}

/** The channel to a service that notices when nothing arrives any more. It is told whether everything is well. */
export function createHeartbeat({ heartbeatUrl }: Settings['alerts']): Channel<boolean> | undefined {
  if (heartbeatUrl === undefined) return undefined;
  return {
    name: 'ENQUIRY_HEARTBEAT_URL',
    send(isWell, signal) {
      const url = new URL(heartbeatUrl);
      if (!isWell) url.pathname = `${url.pathname.replace(/\/$/, '')}/fail`;
      return request(url.href, signal);
    },
  };
}

/** Makes a request, with a body in JSON if there is one. The response isn't read, and a redirection is a
 * failure. */
async function request(url: string, signal: AbortSignal, body?: object): Promise<Failure | undefined> {
  try {
    const response = await fetch(url, {
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(requestMs)]),
    });
    await response.body?.cancel();
    return response.ok ? undefined : { cause: 'responded', status: response.status };
  } catch (error) {
    const { name, cause } = error as Error;
    if (name === 'TimeoutError') return { cause: 'response_timeout', parameter: String(requestMs / 1_000) };
    return { cause: 'no_response', parameter: (cause as { code?: string } | undefined)?.code ?? name };
  }
}

/** Mails through an SMTP server, one mail at a time. A connection to another machine is encrypted, and its certificate
 * verified. */
function createMailer(server: URL, from: string): (to: string) => Channel['send'] {
  let previous: Promise<unknown> = Promise.resolve();
  const isLocal = isLoopback(server.hostname);
  const user = decodeURIComponent(server.username);
  // Few proxies mail, and it takes several MiB. Loaded now, because the next release may replace its file while this one runs.
  const loading = import('nodemailer');
  const options = {
    host: server.hostname.replace(/^\[(.*)\]$/, '$1'),
    ...(server.port !== '' && { port: Number(server.port) }),
    secure: server.protocol === 'smtps:',
    requireTLS: !isLocal,
    ignoreTLS: isLocal, // Its certificate would be for another name.
    ...(user !== '' && { auth: { user, pass: decodeURIComponent(server.password) } }),
    name: from.slice(from.lastIndexOf('@') + 1), // Some servers refuse the name of a container.
    connectionTimeout: greetingMs,
    greetingTimeout: greetingMs,
    socketTimeout: decisionMs,
    dnsTimeout: requestMs,
  };
  async function deliver(
    to: string,
    { subject, text }: Message,
    signal: AbortSignal,
  ): Promise<Failure | undefined> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(mailMs)]);
    const headers = { 'auto-submitted': 'auto-generated' };
    try {
      const { createTransport } = await loading;
      await createTransport(options).sendMail({ from, to, subject, text, headers, signal: limit });
      return undefined;
    } catch (error) {
      const { code, responseCode } = error as { code?: string; responseCode?: number };
      // Without TLS, the response to `STARTTLS` says less than the code.
      if (responseCode !== undefined && code !== 'ETLS') return { cause: 'responded', status: responseCode };
      return { cause: 'no_response', parameter: code ?? 'error' };
    }
  }
  return to => (message, signal) => {
    const sent = previous.then(() => deliver(to, message, signal));
    previous = sent;
    return sent;
  };
}
