// The clients in the torture test. They repeat each enquiry and file until it is acknowledged.
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Challenge, solve } from './challenges.ts';
import { createPageClient } from './page-client.ts';
import { createPatientClient, type Surroundings } from './patient-client.ts';
import type { Acknowledged } from './report.ts';

export const origin = 'https://www.example.com';

/** The dependencies that all clients share. */
export interface ClientSurroundings extends Surroundings {
  /** The clients add each enquiry that a proxy has acknowledged, and its files. */
  ledger: Acknowledged[];
  /** The numbers of challenges that the clients received and solved. */
  challenges: { received: number; solved: number };
  isComplete(): boolean;
  /** Called before each enquiry. Default: the next one follows at once. */
  rest?: () => Promise<void>;
}

/** How clients treat challenges. `older` is a tab of an earlier release, which the proxy can't challenge. */
const abilities = ['solves', 'solves', 'gives up', 'older'] as const;

/** The members of a definition that a client needs. */
interface Tab {
  definition: string;
  label: string;
}

interface SentRequest {
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer>;
  /** Resolves with the headers of the next attempt. Rejects if the request must not be challenged. Default: rejects. */
  answerChallenge?: (challenge: Challenge) => Promise<Record<string, string>>;
}

/** The token of the link that adds files later, in a receipt. */
const readLaterToken = ({ add_later }: { add_later?: unknown }) => (add_later as { token: string }).token; // As specified.

/** Returns a function that runs a client until the torture is complete. */
export function createClients(surroundings: ClientSurroundings) {
  const { ledger, challenges, randomInteger, isComplete, rest } = surroundings;
  const request = createPatientClient(surroundings);
  const sendForm = createPageClient(surroundings);

  /** Sends a request, always with the same key, until a proxy has accepted it. */
  async function sendUntilAccepted({ path, headers, body, answerChallenge }: SentRequest) {
    const given = { origin, 'idempotency-key': randomUUID(), ...headers };
    for (;;) {
      const wanted = answerChallenge ? [201, 202, 403] : [201, 202];
      const { status, text } = await request(path, wanted, () => ({ method: 'POST', headers: given, body }));
      const response = JSON.parse(text);
      if (status !== 403) return response as Record<string, string>;
      Object.assign(given, await answerChallenge!(response.challenge));
    }
  }

  /** Opens a page with the form. */
  const openTab = async () => JSON.parse((await request('/case-types/torture', [200])).text) as Tab;

  async function sendEnquiry({ definition }: Tab, forename: string, isSuspect: boolean) {
    const ability = abilities[randomInteger(0, abilities.length)];
    const enquiry = {
      case_type: 'torture',
      definition,
      answers: { what: 'fall' },
      forename,
      // With Cyrillic letters in its name, the enquiry is challenged, and with a proof it isn't a suspect.
      surname: isSuspect ? 'www.spam.example' : randomInteger(0, 10) < 2 ? 'Exаmplе' : 'Example',
      email: 'client@example.com',
    };
    let isChallenged = false;
    return await sendUntilAccepted({
      path: '/enquiries',
      headers: {
        'content-type': 'application/json',
        ...(ability !== 'older' && { authorization: 'Proof v=1' }),
      },
      body: JSON.stringify(enquiry),
      async answerChallenge(challenge) {
        if (ability === 'older' || isChallenged)
          throw new Error(`${forename} was challenged ${isChallenged ? 'twice' : 'in an older tab'}.`);
        isChallenged = true;
        challenges.received += 1;
        if (ability === 'gives up') return { authorization: 'Proof v=1, unsolved' };
        const authorization = await solve(challenge);
        challenges.solved += 1;
        return { authorization };
      },
    });
  }

  const createFile = () => {
    const file = new Uint8Array(randomInteger(1_000, 300_000)).map(() => randomInteger(0, 256));
    // Outside a stream, random bytes would sometimes be the name of a script.
    file.set(Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nstream\n'));
    return file;
  };
  const hashOf = (file: Uint8Array) => createHash('sha256').update(file).digest('hex');

  async function sendOnPage(forename: string, isSuspect: boolean): Promise<void> {
    const file = randomInteger(0, 10) < 3 ? createFile() : undefined;
    const { reference, formLabel, isFileAccepted } = await sendForm({
      values: {
        forename,
        surname: isSuspect ? 'www.spam.example' : 'Example',
        telephone_mobile: '',
        email: 'client@example.com',
        'answers.what': 'fall',
      },
      file,
    });
    const files = file && isFileAccepted ? [hashOf(file)] : [];
    ledger.push({ reference, forename, formLabel, isSuspect, files });
  }

  async function runClient(number: number): Promise<void> {
    let tab = await openTab();
    for (let n = 0; !isComplete(); n++) {
      await rest?.();
      if (randomInteger(0, 4) === 0) {
        await sendOnPage(`Page ${number}-${n}`, randomInteger(0, 10) === 0);
        continue;
      }
      // A tab may be open while the config changes several times.
      if (randomInteger(0, 4) === 0) tab = await openTab();
      const forename = `Client ${number}-${n}`;
      const isSuspect = randomInteger(0, 10) === 0;
      const receipt = await sendEnquiry(tab, forename, isSuspect);
      const reference = receipt.reference ?? '';
      const acknowledged: Acknowledged = {
        reference,
        forename,
        formLabel: tab.label,
        isSuspect,
        files: [],
      };
      ledger.push(acknowledged);
      for (let left = randomInteger(0, 10) < 3 ? randomInteger(1, 3) : 0; left > 0; left--) {
        const file = createFile();
        // Some visitors add files later, with the link of the receipt, perhaps after a rotation of the secret.
        const isLater = randomInteger(0, 3) === 0;
        if (isLater) await pause(randomInteger(0, 8_000));
        const token = isLater ? readLaterToken(receipt) : receipt.upload_token;
        await sendUntilAccepted({
          path: `/enquiries/${reference}/attachments`,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/pdf' },
          body: file,
        });
        acknowledged.files.push(hashOf(file));
      }
    }
  }

  return runClient;
}
