import { HOUR_MS } from '../core/calendar/spans.ts';
import type { Ambiente, SchemaGeneration } from '../core/dte/kinds.ts';
import type { CodigoGeneracion } from '../core/identifiers/official.ts';
import { isThere } from '../core/submitting/is-there.ts';
import type {
  Authority,
  AuthorityAccount,
  ConsultQuery,
  RawAnswer,
  SignInWatch,
  SilenceCause,
  StatusAuthority,
  Unanswered,
  Unsent,
  Words,
} from '../operations/authority/ports.ts';
import type { ContingencyAuthority } from '../operations/contingencies/ports.ts';
import type { InvalidationAuthority } from '../operations/invalidations/ports.ts';
import { archiveAnswer, readConsultation, readReception, type WireAnswer, wordsIn } from './answer.ts';
import type { AuthAnswer } from './auth-answer.ts';
import { parseBaseUrl } from './base-url.ts';
import { readLoteReception, readLoteResults, readReport } from './contingency-answer.ts';
import { readInvalidation } from './invalidation-answer.ts';
import { authenticate, signInOf } from './sign-in.ts';
import { readStatus } from './status-answer.ts';
import { type Credentials, createTokenStore, type TokenStore } from './token.ts';
import { createWire, type Wire, type WireOutcome, within } from './wire.ts';

export interface AuthorityOptions {
  /** Base URL of environment 00; https, or http on the loopback interface. */
  readonly testUrl: string;
  /** Base URL of environment 01, under the same rule. */
  readonly productionUrl: string;
  /** What one request may take in all. A call with its authentication ends within twice this time. */
  readonly timeoutMs: number;
  /** The company's credentials; null where it has none. Read before each authentication, never kept. */
  readonly credentials: (account: AuthorityAccount) => Promise<Credentials | null>;
  /** Sent as User-Agent, which the Ministry requires; `sello` by default. */
  readonly userAgent?: string;
  /** How long a token is used; 23 hours by default, the Ministry's production tokens living 24. */
  readonly tokenLifetimeMs?: number;
  readonly signIns?: SignInWatch;
  /** Told of every answer that has words and no verdict. */
  readonly onWords?: (account: AuthorityAccount, words: Words) => void;
  /** Told of how the authority dates each of its answers, in milliseconds. */
  readonly onDate?: (ambiente: Ambiente, dateMs: number) => void;
}

export interface HaciendaAuthority
  extends Authority,
    ContingencyAuthority,
    InvalidationAuthority,
    StatusAuthority {
  /** Lets calls under way finish and closes the connections; later calls are not delivered. */
  close(): Promise<void>;
}

/** A call that reached an answer, may have reached the authority, or certainly did not. */
type Exchange =
  | { readonly kind: 'answered'; readonly answer: WireAnswer }
  | { readonly kind: 'broken'; readonly reason: string; readonly raw: RawAnswer | null }
  | {
      readonly kind: 'unsent';
      readonly reason: string;
      readonly cause?: SilenceCause | undefined;
      readonly raw: RawAnswer | null;
    };

interface Call {
  readonly method?: 'GET';
  readonly account: AuthorityAccount;
  readonly path: string;
  readonly body: string;
}

interface Link {
  readonly wires: Readonly<Record<Ambiente, Wire>>;
  readonly tokens: TokenStore;
  readonly timeoutMs: number;
  readonly userAgent: string;
  readonly signIns: SignInWatch | undefined;
  readonly onWords: AuthorityOptions['onWords'] | undefined;
}

/** The client of the Ministry's reception services. Throws TypeError on a base URL that it must not use. */
export function createAuthority(options: AuthorityOptions): HaciendaAuthority {
  const link = connect(options);
  return {
    ...documentServices(link),
    ...eventServices(link),
    async close() {
      await Promise.all([link.wires['00'].close(), link.wires['01'].close()]);
    },
  };
}

function connect(options: AuthorityOptions): Link {
  const { timeoutMs, userAgent = 'sello', tokenLifetimeMs = 23 * HOUR_MS, signIns } = options;
  const dated = (ambiente: Ambiente) => (dateMs: number) => options.onDate?.(ambiente, dateMs);
  const wires = {
    '00': createWire(parseBaseUrl(options.testUrl, 'testUrl'), timeoutMs, dated('00')),
    '01': createWire(parseBaseUrl(options.productionUrl, 'productionUrl'), timeoutMs, dated('01')),
  };
  const tokens = createTokenStore({
    credentials: (account) => readCredentials(options, account),
    async authenticate(account, credentials) {
      const startedMs = performance.now();
      const answer = await authenticate(wires[account.ambiente], credentials, { timeoutMs, userAgent });
      signIns?.ended(account, signInOf(answer), performance.now() - startedMs);
      return answer;
    },
    monotonic: () => performance.now(),
    lifetimeMs: tokenLifetimeMs,
  });
  return { wires, tokens, timeoutMs, userAgent, signIns, onWords: options.onWords };
}

/** Throws where they do not come in time, so that one hanging read does not hold up the company for ever. */
async function readCredentials(
  { credentials, timeoutMs }: AuthorityOptions,
  account: AuthorityAccount,
): Promise<Credentials | null> {
  const found = await within(credentials(account), timeoutMs, undefined);
  if (found === undefined) throw new Error('the credentials took too long');
  return found;
}

type Failed = Unsent | ({ readonly kind: 'silent' } & Omit<Unanswered, 'cause'>);

function unanswered(exchange: Exclude<Exchange, { kind: 'answered' }>): Failed {
  const { kind, ...said } = exchange;
  return { ...said, kind: kind === 'unsent' ? 'not_delivered' : 'silent' };
}

interface Reading {
  readonly kind: string;
}

/** What is read of the answer to a call; of a call without one, what became of it. */
async function asked<T extends Reading>(
  link: Link,
  call: Call,
  read: (answer: WireAnswer) => T,
): Promise<T | Failed> {
  const exchange = await exchanged(link, call);
  return exchange.kind === 'answered' ? readBy(link, call, read)(exchange.answer) : unanswered(exchange);
}

/** What is read of answers that decide nothing. */
const UNDECIDED: readonly string[] = ['silent', 'refused'];

/** The reader of an answer that passes on the words of one that decides nothing. */
function readBy<T extends Reading>(link: Link, call: Call, read: (answer: WireAnswer) => T) {
  return (answer: WireAnswer): T => {
    const reading = read(answer);
    if (UNDECIDED.includes(reading.kind)) passWords(link, call, answer);
    return reading;
  };
}

/** The words of an answer that is taken for silence are for the operator, who may know better. */
function passWords({ onWords }: Link, { account }: Call, answer: WireAnswer): void {
  const words = wordsIn(answer);
  if (words !== null) onWords?.(account, words);
}

/** The manual of the generation before ends these addresses with a slash, that of v2.0 does not. */
function addressOf(path: string, generation: SchemaGeneration): string {
  return generation === 'v1' ? `${path}/` : path;
}

function documentServices(link: Link): Pick<HaciendaAuthority, 'submit' | 'consult' | 'status' | 'speaksOf'> {
  /** A question says nothing of the document where it was not delivered either. */
  const askedAbout = async <T extends Reading>(
    { account, tipoDte, codigoGeneracion, generation }: ConsultQuery,
    read: (answer: WireAnswer, codigoGeneracion: CodigoGeneracion) => T,
  ) => {
    const body = JSON.stringify({ nitEmisor: account.nit, tdte: tipoDte, codigoGeneracion });
    const call = { account, path: addressOf('/fesv/recepcion/consultadte', generation), body };
    const exchange = await exchanged(link, call);
    return exchange.kind === 'answered'
      ? readBy(link, call, (answer) => read(answer, codigoGeneracion))(exchange.answer)
      : { ...unanswered(exchange), kind: 'silent' as const };
  };
  return {
    submit({ account, jws: documento, codigoGeneracion, tipoDte, version, idEnvio }) {
      const { ambiente } = account;
      const body = JSON.stringify({ ambiente, idEnvio, version, tipoDte, documento, codigoGeneracion });
      const call = { account, path: '/fesv/recepciondte', body };
      return asked(link, call, (answer) => readReception(answer, codigoGeneracion));
    },
    consult: (query) => askedAbout(query, readConsultation),
    status: (query) => askedAbout(query, readStatus),
    speaksOf: async (query) => isThere(await askedAbout(query, readStatus)),
  };
}

/** Envelope version of a lote (Manual Técnico V1.0, page 23). */
const LOTE_VERSION = 2;

function eventServices(link: Link): Pick<InvalidationAuthority, 'invalidate'> & ContingencyAuthority {
  return {
    invalidate({ account, version, jws: documento, idEnvio, codigoGeneracion: event, invalidated }) {
      const body = JSON.stringify({ ambiente: account.ambiente, idEnvio, version, documento });
      const codes = { event, document: invalidated.codigoGeneracion };
      const call = { account, path: '/fesv/anulardte', body };
      return asked(link, call, (answer) => readInvalidation(answer, codes));
    },
    report(account, documento) {
      const body = JSON.stringify({ nit: account.nit, documento });
      return asked(link, { account, path: '/fesv/contingencia', body }, readReport);
    },
    submitLote({ account, generation, idEnvio, documents: documentos }) {
      const { ambiente, nit: nitEmisor } = account;
      const body = JSON.stringify({ ambiente, idEnvio, version: LOTE_VERSION, nitEmisor, documentos });
      const path = addressOf('/fesv/recepcionlote', generation);
      return asked(link, { account, path, body }, readLoteReception);
    },
    async consultLote({ account, codigoLote, codigos }) {
      const path = `/fesv/recepcion/consultadtelote/${encodeURIComponent(codigoLote)}`;
      const call = { method: 'GET', account, path, body: '' } as const;
      const exchange = await exchanged(link, call);
      if (exchange.kind !== 'answered') return null;
      const results = readLoteResults(exchange.answer, codigos);
      if (results === null) passWords(link, call, exchange.answer);
      for (const { kind, raw } of results?.values() ?? [])
        if (kind === 'silent' && raw !== null) passWords(link, call, { ...raw, body: Buffer.from(raw.body) });
      return results;
    },
  };
}

/**
 * Sends a call with the company's token. 401 means that the authority looked at the token alone: the token is
 * renewed once and the same bytes are sent again.
 */
async function exchanged(link: Link, call: Call): Promise<Exchange> {
  const untilMs = performance.now() + 2 * link.timeoutMs;
  const first = await tokenFor(link, call.account, { untilMs });
  if (first.kind !== 'token') return { ...unsent(first), raw: null };
  const outcome = await send(link, call, { token: first.token, untilMs });
  if (!isUnauthorized(outcome)) return exchangeOf(outcome);

  const raw = archiveAnswer(outcome);
  const second = await tokenFor(link, call.account, { untilMs, stale: first.token });
  if (second.kind !== 'token') return { ...unsent(second), reason: `HTTP 401; ${second.reason}`, raw };
  const repeated = await send(link, call, { token: second.token, untilMs });
  if (!isUnauthorized(repeated)) return exchangeOf(repeated);
  if (link.tokens.distrust(call.account, second.token)) link.signIns?.tokenRefused(call.account);
  passWords(link, call, repeated);
  return {
    kind: 'unsent',
    reason: 'HTTP 401 with a new token',
    cause: 'sign_in_refused',
    raw: archiveAnswer(repeated),
  };
}

function unsent(answer: Exclude<AuthAnswer, { kind: 'token' }>) {
  return { kind: 'unsent', reason: answer.reason, cause: causeOf(answer) } as const;
}

/** A 400 or 429 without a code of the authority's may have judged the request, or its pace, and not who signs in. */
function causeOf(answer: Exclude<AuthAnswer, { kind: 'token' }>): SilenceCause | undefined {
  if (answer.kind !== 'refused') return undefined;
  const saysWhy = answer.code !== null || (answer.status !== 400 && answer.status !== 429);
  return saysWhy ? 'sign_in_refused' : undefined;
}

async function tokenFor(
  link: Link,
  account: AuthorityAccount,
  { untilMs, stale }: { readonly untilMs: number; readonly stale?: string },
): Promise<AuthAnswer> {
  const timeoutMs = Math.min(link.timeoutMs, untilMs - performance.now());
  const late: AuthAnswer = { kind: 'unavailable', reason: 'authentication: time-out' };
  return within(link.tokens.acquire(account, stale), timeoutMs, late);
}

async function send(
  link: Link,
  call: Call,
  { token, untilMs }: { readonly token: string; readonly untilMs: number },
): Promise<WireOutcome> {
  const { companyId, ambiente } = call.account;
  const mostMs = () => Math.min(link.timeoutMs, untilMs - performance.now());
  const wire = link.wires[ambiente];
  const end = await wire.shares.take(companyId, mostMs());
  if (end === null) return { kind: 'unsent', reason: 'the company waits for too many other calls' };
  try {
    return await wire.post({
      method: call.method ?? 'POST',
      path: call.path,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'user-agent': link.userAgent,
      },
      body: call.body,
      timeoutMs: mostMs(),
    });
  } finally {
    end();
  }
}

/** Also when the answer broke off after its status line: the verdict on the token is in the status. */
function isUnauthorized(
  outcome: WireOutcome,
): outcome is Exclude<WireOutcome, { kind: 'unsent' }> & { status: 401 } {
  return outcome.kind !== 'unsent' && outcome.status === 401;
}

function exchangeOf(outcome: WireOutcome): Exchange {
  if (outcome.kind === 'answered') return { kind: 'answered', answer: outcome };
  if (outcome.kind === 'unsent') return { ...outcome, raw: null };
  const { reason, status, body } = outcome;
  return { kind: 'broken', reason, raw: status === null ? null : archiveAnswer({ status, body }) };
}
