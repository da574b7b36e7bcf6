import type { EventRow, InvalidationRow } from '../../simulator/control/event-view.ts';
import type { LedgerRow } from '../../simulator/control/ledger-view.ts';
import type { Demands } from '../../simulator/state/demands.ts';
import { isJson } from './http-caller.ts';

/** The simulated Hacienda as a test commands and audits it; its ledger is the judge of what happened. */
export interface SimulatorControl {
  readonly url: string;
  register(issuer: {
    readonly nit: string;
    readonly password: string;
    readonly ambiente: string;
    readonly certificate: string;
  }): Promise<void>;
  /** Lets the next calls go wrong in the given ways. */
  script(...entries: readonly Misbehaviour[]): Promise<void>;
  /** Demands this of what is sent, by the names of the simulator's options, until it is told otherwise. */
  demand(demands: Partial<Demands>): Promise<void>;
  /** Ends all misbehaviour that is still to come. */
  behave(): Promise<void>;
  /** Lets another system of the issuer have a control number, in environment 00. */
  takeNumber(taken: {
    readonly nit: string;
    readonly numeroControl: string;
    readonly year: number;
  }): Promise<void>;
  /** Lets queries about a document of environment 00 be told something else than the ledger says. */
  say(words: {
    readonly codigoGeneracion: string;
    readonly is: 'absent' | 'registered' | 'invalidated' | 'stamped';
    readonly selloRecibido?: string;
  }): Promise<void>;
  /** Takes all of that back. */
  unsay(): Promise<void>;
  /** Documents by issuer, oldest first. */
  ledger(nit: string, state?: LedgerRow['state']): Promise<readonly LedgerRow[]>;
  /** Invalidations by issuer, oldest first. */
  invalidations(nit: string): Promise<readonly InvalidationRow[]>;
  /** Events of contingencies by issuer, oldest first. */
  events(nit: string): Promise<readonly EventRow[]>;
  /** Calls by service since the start or the last `forgetCalls`. */
  calls(): Promise<Readonly<Record<string, number>>>;
  /** The same by address. */
  addresses(): Promise<Readonly<Record<string, number>>>;
  forgetCalls(): Promise<void>;
}

export interface Misbehaviour {
  readonly service: string;
  readonly action: string;
  readonly when?: 'before' | 'after';
  readonly nit?: string;
  readonly times?: number;
  readonly delayMs?: number;
  readonly status?: number;
  readonly codigoMsg?: string | number;
  readonly clasificaMsg?: string | number;
  readonly descripcionMsg?: string;
  readonly observaciones?: readonly string[];
  readonly forMs?: number;
  readonly seconds?: number;
}

const MOST_ROWS = 100_000;

export function controlOf(url: string): SimulatorControl {
  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const text = body === undefined ? null : JSON.stringify(body);
    const response = await fetch(`${url}/_sim/${path}`, { method, body: text });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const countsOf = async (member: string): Promise<Readonly<Record<string, number>>> => {
    const answer = await send('GET', 'calls');
    const counts = isJson(answer) ? answer[member] : null;
    return isJson(counts)
      ? Object.fromEntries(Object.entries(counts).map(([name, n]) => [name, Number(n)]))
      : {};
  };
  return {
    url,
    register: async (issuer) => void (await send('POST', 'issuers', issuer)),
    script: async (...entries) => void (await send('POST', 'script', entries)),
    takeNumber: async (taken) => void (await send('POST', 'numbers', taken)),
    say: async (words) => void (await send('POST', 'words', words)),
    unsay: async () => void (await send('DELETE', 'words')),
    demand: async (demands) => void (await send('PUT', 'demands', demands)),
    behave: async () => void (await send('DELETE', 'script')),
    ledger: async (nit, state) => {
      const filter = state === undefined ? '' : `&state=${state}`;
      const rows = await send('GET', `ledger?nit=${nit}&limit=${MOST_ROWS}${filter}`);
      return Array.isArray(rows) ? rows.filter(isLedgerRow) : [];
    },
    invalidations: async (nit) => {
      const rows = await send('GET', `invalidations?nit=${nit}&limit=${MOST_ROWS}`);
      return Array.isArray(rows) ? rows.filter(isInvalidationRow) : [];
    },
    events: async (nit) => {
      const rows = await send('GET', `events?nit=${nit}&limit=${MOST_ROWS}`);
      return Array.isArray(rows) ? rows.filter(isEventRow) : [];
    },
    calls: () => countsOf('counts'),
    addresses: () => countsOf('addresses'),
    forgetCalls: async () => void (await send('DELETE', 'calls')),
  };
}

function isLedgerRow(value: unknown): value is LedgerRow {
  return isJson(value) && 'codigoGeneracion' in value && 'state' in value;
}

function isInvalidationRow(value: unknown): value is InvalidationRow {
  return isJson(value) && 'codigoGeneracion' in value && 'documento' in value;
}

function isEventRow(value: unknown): value is EventRow {
  return isJson(value) && 'codigoGeneracion' in value && 'tipoContingencia' in value;
}
