import { setImmediate as letRequestsRun } from 'node:timers/promises';
import type { Hono } from 'hono';
import { createDefinitions, type Definitions } from '../enquiry/definitions.ts';
import { canonicalJson, createSigner, type Signer } from '../enquiry/identifiers.ts';
import type { AppDependencies, AppEnvironment } from '../http/context.ts';
import type { openWidget, WidgetFiles } from '../http/scripts/widget-files.ts';
import type { Archive } from '../outbox/archive.ts';
import type { Config } from '../settings/config.ts';
import { InvalidConfiguration } from '../settings/configuration-error.ts';
import { listFixedSettings, type Settings } from '../settings/settings.ts';
import { createApp } from './app.ts';

/** The content of the environment, the config file and the files that they name. */
export interface Loaded {
  settings: Settings;
  config: Config;
}

/** Everything that comes from files, and everything made from it. It never changes: a reload puts the next generation in its
 * place, and each request ends with the one that it began with. */
interface Generation extends Loaded {
  /** Identifies what was loaded. */
  hash: string;
  /** In milliseconds since 1970. */
  loadedAt: number;
  signer: Signer;
  definitions: Definitions;
  widget: WidgetFiles;
  app: Hono<AppEnvironment>;
}

interface GenerationDependencies {
  /** The dependencies that the apps of all generations share. */
  lasting: Omit<AppDependencies, 'settings' | 'config' | 'definitions' | 'widget' | 'signer'>;
  archive: Archive;
  provideWidget: Awaited<ReturnType<typeof openWidget>>;
  /** The secret that signs without ENQUIRY_SECRET. */
  generatedSecret: string | undefined;
  /** Reads everything again. Throws InvalidConfiguration. */
  reread: () => Loaded;
  /** Called in the same step in which a new generation takes the place of the one before. */
  onTaken: (taken: Generation) => Promise<void>;
}

/** The store has failed, so neither the config nor a bug is to blame. */
class StoreFailed extends Error {}

/** Computes the hash of everything that a reload takes. */
export function hashLoaded({ settings, config }: Loaded, signer: Signer): string {
  const { enquiryApi, secrets, clientKeys, desk } = settings;
  const { username, password } = enquiryApi;
  return signer.loadedHash(
    canonicalJson({ config, username, password, secrets, clientKeys, deskUsers: desk.users }),
  );
}

/** Lists the variables that differ but change only with a restart. */
export function listChanged(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.filter(name => canonicalJson(before[name] ?? null) !== canonicalJson(after[name] ?? null));
}

/** Lists the settings that a reload doesn't change. */
function listFixedChanges(before: Settings, after: Settings): string[] {
  const changed = listChanged(listFixedSettings(before), listFixedSettings(after));
  // It may contain a password, so it isn't listed.
  return before.store.databaseUrl === after.store.databaseUrl ? changed : [...changed, 'DATABASE_URL'];
}

export type Generations = Awaited<ReturnType<typeof createGenerations>>;

/** Makes the first generation, and the next one for each reload. */
export async function createGenerations(first: Loaded, dependencies: GenerationDependencies) {
  const { lasting, archive, provideWidget, generatedSecret, reread, onTaken } = dependencies;
  const { clock, log } = lasting;

  async function load(loaded: Loaded, before?: Generation): Promise<Generation> {
    const { config, settings } = loaded;
    const signer = createSigner(settings.secrets ?? [generatedSecret!]); // There is always one of them.
    await letRequestsRun(); // Each step takes milliseconds.
    const definitions = await createDefinitions(config, archive, before?.definitions).catch(cause => {
      throw new StoreFailed(String(cause), { cause });
    });
    await letRequestsRun();
    const widget = provideWidget(definitions, config.attribution.parameters);
    await letRequestsRun();
    const { requests, uploads } = first.settings;
    const app = createApp({
      ...lasting,
      settings: { ...settings, requests, uploads },
      config,
      definitions,
      widget,
      signer,
    });
    const hash = hashLoaded(loaded, signer);
    return { ...loaded, hash, loadedAt: clock(), signer, definitions, widget, app };
  }

  let current = await load(first);
  let running = Promise.resolve();
  let next: Promise<void> | undefined;

  /** Loads everything and checks it completely before the first request sees any of it. */
  async function loadNext(): Promise<void> {
    try {
      const loaded = reread();
      current = await load(loaded, current);
      await onTaken(current);
      log.info({ hash: current.hash }, 'reloaded');
      const changed = listFixedChanges(first.settings, loaded.settings);
      if (changed.length > 0) log.warn({ settings: changed }, 'changed settings need a restart');
    } catch (error) {
      if (error instanceof InvalidConfiguration)
        for (const line of error.lines) log.error({ error: line }, 'reload failed: configuration error');
      else if (error instanceof StoreFailed)
        log.error({ err: error.cause }, 'reload failed: storage unavailable');
      else log.error({ err: error }, 'reload failed: internal error');
      throw error;
    }
  }

  /** Resolves when the present content of the files is in use. Rejects if it can't be used, or the store fails: then
   * everything stays as it is. Calls during a reload share the next one, because the files may have changed after the
   * running one has read them. */
  function reload(): Promise<void> {
    next ??= running
      .catch(() => {}) // Its callers get the error.
      .then(() => {
        next = undefined;
        running = lasting.isStopping() ? Promise.resolve() : loadNext();
        return running;
      });
    return next;
  }

  return {
    current: () => current,
    reload,
    /** Resolves when no reload is running. */
    settled: () => Promise.allSettled([running, next]),
  };
}
