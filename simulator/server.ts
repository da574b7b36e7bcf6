import { setMaxListeners } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { App } from './app.ts';
import { createCallLog } from './control/call-log.ts';
import { listenerOf } from './http/listener.ts';
import { createPlan } from './misbehaviour/plan.ts';
import type { RelatedMode } from './reception/adjustment.ts';
import type { DateMode } from './reception/dates.ts';
import { resumeLotes } from './reception/lote.ts';
import { createContingenciesMemory } from './state/contingencies.ts';
import { createDemands, type Demands, USUAL_DEMANDS } from './state/demands.ts';
import { createInvalidationsMemory } from './state/invalidations.ts';
import { createIssuers, issuerEntry, readIssuerEntry } from './state/issuers.ts';
import { type Journal, openJournal } from './state/journal.ts';
import { createLedgerMemory } from './state/ledger.ts';
import { createLotesMemory } from './state/lotes.ts';
import { createOtherWords } from './state/other-words.ts';
import { createTokens } from './state/tokens.ts';

// To import this module by a name has Node load its own fetch as well, for 40 ms and 14 MB.
const { createServer } = process.getBuiltinModule('node:http');

export interface SimulatorOptions {
  /** Where stamped documents and issuers are kept; created where it is missing. */
  readonly stateFile: string;
  /** Loopback unless told otherwise: the control interface has no password. */
  readonly host?: string;
  /** 0 takes a free port. */
  readonly port?: number;
  /** `strict` refuses dates outside the period of reception instead of remarking on them. */
  readonly dates?: DateMode;
  /** `trusted` stamps notes on documents that were never sent, for tests of notes alone; `checked` does not. */
  readonly related?: RelatedMode;
  /** What is demanded otherwise than usual. */
  readonly demands?: Partial<Demands>;
  /** How long a lote takes until its last document is judged, in milliseconds; 500 unless told otherwise. */
  readonly loteMs?: number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

export interface Simulator {
  /** Without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** Ends open connections, drops what was not yet processed, and leaves the state file complete. */
  readonly close: () => Promise<void>;
}

const DEFAULT_LOTE_MS = 500;

/** Starts the simulated Hacienda. Rejects with the reason when the port or the state file cannot be used. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const { app, journal } = await openApp(options, closing.signal);
  const server = createServer({ keepAliveTimeout: 60_000 }, listenerOf(app));
  const host = options.host ?? '127.0.0.1';
  try {
    await listen(server, host, options.port ?? 0);
  } catch (error) {
    closing.abort();
    await journal.close();
    throw error;
  }
  resumeLotes(app.world);
  const port = portOf(server);
  const close = async () => {
    closing.abort();
    await closeServer(server);
    await journal.close();
  };
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`, port, close };
}

async function openApp(
  options: SimulatorOptions,
  closing: AbortSignal,
): Promise<{ readonly app: App; readonly journal: Journal }> {
  const issuers = createIssuers();
  const memory = createLedgerMemory();
  const lotes = createLotesMemory();
  const contingencies = createContingenciesMemory();
  const invalidations = createInvalidationsMemory();
  const journal = await openJournal(options.stateFile, (entry, position) => {
    const issuer = readIssuerEntry(entry);
    if (issuer !== null) issuers.register(issuer);
    memory.replay(entry, position);
    lotes.replay(entry);
    contingencies.replay(entry);
    invalidations.replay(entry);
  });
  const world = {
    now: options.now ?? Date.now,
    issuers,
    tokens: createTokens(),
    ledger: memory.openOn(journal),
    lotes: lotes.openOn(journal),
    contingencies: contingencies.openOn(journal),
    invalidations: invalidations.openOn(journal),
    otherWords: createOtherWords(),
    demands: createDemands({ ...USUAL_DEMANDS, ...options.demands }),
    dates: options.dates ?? 'lenient',
    related: options.related ?? 'checked',
    loteMs: options.loteMs ?? DEFAULT_LOTE_MS,
    pause: (delayMs: number) =>
      delayMs === 0 ? Promise.resolve() : wait(delayMs, undefined, { signal: closing }),
  };
  const app: App = {
    world,
    plan: createPlan(),
    calls: createCallLog(),
    keepIssuer: async (issuer) => {
      await journal.append(issuerEntry(issuer)).durable;
      issuers.register(issuer);
    },
  };
  return { app, journal };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return address.port;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
