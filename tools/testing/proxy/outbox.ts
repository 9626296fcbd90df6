// For tests: runs a suite on both stores, with sample deliveries.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import { openSqlite } from '../../../proxy/database/sqlite.ts';
import type { CreateBody } from '../../../proxy/enquiry/create-body.ts';
import type { NewAttachment, NewEnquiry } from '../../../proxy/outbox/deliveries.ts';
import { createOutbox, type Outbox, openFleetStore } from '../../../proxy/outbox/outbox.ts';
import type { WaitingVisitor } from '../../../proxy/outbox/waiting-visitors.ts';
import { startPostgres } from './postgres.ts';

const log = pino({ level: 'silent' });

export const exampleCreateBody: CreateBody = {
  forename: 'Canary',
  case_type: 'other',
  meta: [],
  marketing_keywords: '',
};

/** An enquiry with the reference `REFER-0000n`. */
export const newEnquiry = (n: number): NewEnquiry => ({
  kind: 'enquiry',
  route: '/enquiries',
  idempotency_key: `key-${n}`,
  digest: `digest-${n}`,
  reference: `REFER-0000${n}`,
  case_type: exampleCreateBody.case_type,
  content: exampleCreateBody,
});

/** An attachment of the enquiry with the reference `REFER-0000n`, with the spooled file `spooled-m`. */
export const newAttachment = (n: number, m: number): NewAttachment => ({
  kind: 'attachment',
  route: `/enquiries/REFER-0000${n}/attachments`,
  idempotency_key: `file-${m}`,
  digest: `digest-${n}`,
  reference: `REFER-0000${n}`,
  content: {
    file: { name: 'letter.pdf', mime: 'application/pdf', postname: 'letter.pdf' },
    bytes: 8,
    sha256: '',
  },
  spool_file: `spooled-${m}`,
});

/** The process `web-n`, which has loaded what has the hash of twelve `letter`s. */
export const runningProcess = (n: number, letter: string) => ({
  id: `process-${n}`,
  host: `web-${n}`,
  pid: 4_710 + n,
  started: '100 pid:[1]',
  loaded_hash: letter.repeat(12),
  loaded_at: Date.now(),
  settings: '{}',
  secret_ids: 'current',
  test_failure: null as string | null,
});

/** A visitor who can correct these fields. */
export const visitor = (fields: string[] = []): WaitingVisitor => ({
  waitMs: 60_000,
  signal: new AbortController().signal,
  findField: sentName => fields.find(each => each === sentName),
});

export async function openSqliteOutbox(folder: string, clock: () => number = Date.now): Promise<Outbox> {
  return createOutbox(await openSqlite(folder, clock, { maxReserveBytes: 2 ** 16 }));
}

/** Claims a delivery, and holds it because the enquiry API refuses it. */
export async function holdOne({ claims }: Outbox): Promise<void> {
  const [claim] = await claims.claim(1, 60_000);
  const failure = { cause: 'responded', status: 400 } as const;
  await claims.hold(claim!, { cause: 'refused', failure, isUnknown: false });
}

/** Claims a delivery, and records that it has been delivered. */
export async function deliverOne({ claims }: Outbox, enquiryApiId = 4711): Promise<void> {
  const [claim] = await claims.claim(1, 60_000);
  await claims.markDelivered(claim!, enquiryApiId);
}

/** An outbox that can be closed and opened again. */
export interface OutboxUnderTest {
  outbox: Outbox;
  isShared: boolean;
  /** The settings with which a command finds it. */
  variables: Record<string, string>;
  reopen(): Promise<void>;
  /** Runs a statement in a connection of its own. */
  execute(statement: string): Promise<void>;
  /** The contents of the database's files, where a test can read them. */
  files(): string[];
}

/** Adds an enquiry that is kept back, with an attachment. Checks that both stay in the outbox. Resolves with the
 * enquiry. */
export async function expectKeptBack(store: OutboxUnderTest, state: 'test' | 'held', enquiry: NewEnquiry) {
  const { intake } = store.outbox;
  const { row, visitorOutcome } = await intake.add({ ...enquiry, state }, { visitor: visitor() });
  expect(await visitorOutcome).toEqual({ state: 'accepted' });
  const { row: attachment } = await intake.add(newAttachment(1, 1));
  expect([row.state, attachment.state]).toEqual([state, state]);

  await store.reopen();
  const { claims, operator } = store.outbox;
  await claims.makeAllDue(0);
  expect(await operator.makeDue(row.reference)).toEqual([]);
  if (state === 'test') expect(await operator.release(row.reference)).toEqual([]);
  expect(await claims.claim(9, 60_000, { untriedFrom: 0 })).toEqual([]);
  expect(await claims.untilDue()).toBeUndefined();
  expect((await operator.list({ state })).map(({ id }) => id)).toEqual([row.id, attachment.id]);
  return row;
}

interface Place {
  variables: Record<string, string>;
  open(): Promise<Outbox>;
  execute(statement: string): Promise<void>;
  files(): string[];
  remove(): void;
}

function placeOnDisk(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'outbox-'));
  return {
    variables: { ENQUIRY_DATA: folder },
    open: () => openSqliteOutbox(folder),
    async execute(statement) {
      const database = new DatabaseSync(join(folder, 'outbox.db'));
      database.exec(statement);
      database.close();
    },
    files: () =>
      readdirSync(folder, { withFileTypes: true }).flatMap(entry =>
        entry.isFile() ? [readFileSync(join(folder, entry.name), 'latin1')] : [],
      ),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** Runs a suite on SQLite and on PostgreSQL. Each test has an empty outbox, whose delivery loop seems to be ready. */
export function describeOnEachStore(title: string, suite: (store: OutboxUnderTest) => void): void {
  const postgres = postgresForAllTests({ fsync: 'off' }); // These tests don't cut the power.
  let databases = 0;

  async function placeInPostgres(): Promise<Place> {
    databases += 1;
    const url = await postgres.database(`outbox_${databases}`);
    return {
      variables: { DATABASE_URL: url, ENQUIRY_SECRET: 's'.repeat(32) },
      open: async () => (await openFleetStore(url, log)).outbox,
      async execute(statement) {
        const client = new pg.Client(url);
        await client.connect();
        await client.query(statement);
        await client.end();
      },
      files: () => [],
      remove: () => {},
    };
  }

  describe.each([
    ['SQLite', placeOnDisk],
    ['PostgreSQL', placeInPostgres],
  ])(`${title} on %s`, (_, createPlace) => {
    let place: Place;
    const store = {
      isShared: createPlace === placeInPostgres,
      get variables() {
        return place.variables;
      },
      files: () => place.files(),
      execute: statement => place.execute(statement),
      async reopen() {
        await store.outbox.close();
        await open();
      },
    } as OutboxUnderTest; // `open` adds the outbox before each test.
    async function open() {
      store.outbox = await place.open();
      store.outbox.claims.setListener({ isReady: () => true, wake: () => {}, reserve: () => undefined });
    }
    beforeEach(async () => {
      place = await createPlace();
      await open();
    });
    afterEach(async () => {
      await store.outbox.close();
      place.remove();
    });
    suite(store);
  });
}

/** A server for all tests of a file, which starts before them. */
export function postgresForAllTests(settings?: Record<string, string>) {
  const server = {} as Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => void Object.assign(server, await startPostgres(settings)));
  afterAll(() => server.destroy());
  return server;
}
