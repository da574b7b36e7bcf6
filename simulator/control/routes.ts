import type { App } from '../app.ts';
import { type Answer, answer } from '../endpoints/endpoint.ts';
import { ENDPOINTS } from '../endpoints/table.ts';
import { isRecord, readPlainJson, textIn } from '../exact/json.ts';
import { readFaults, readScript } from '../misbehaviour/plan.ts';
import { readDemands } from '../state/demands.ts';
import type { OtherWords } from '../state/other-words.ts';
import { eventDetail, eventRows, invalidationRows, loteRows, type OwnerQuery } from './event-view.ts';
import { ledgerDetail, ledgerRows } from './ledger-view.ts';
import { readIssuer } from './register.ts';

/** A request to the control interface. */
export interface ControlRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

type Handler = (request: ControlRequest, app: App) => Answer | Promise<Answer>;

const SERVICE_NAMES = ENDPOINTS.map((service) => service.name);

const DEFAULT_LIMIT = 100;

const ROUTES: Readonly<Record<string, Handler>> = {
  'GET /_sim/health': health,
  'POST /_sim/issuers': register,
  'GET /_sim/issuers': (_, app) =>
    answer(
      200,
      app.world.issuers.all().map(({ nit, ambiente, user }) => ({ nit, ambiente, user })),
    ),
  'GET /_sim/ledger': ledger,
  'POST /_sim/numbers': takeNumber,
  'POST /_sim/words': sayOtherWords,
  'DELETE /_sim/words': (_, app) => {
    app.world.otherWords.forget();
    return answer(200, []);
  },
  'GET /_sim/events': (request, app) => {
    const { contingencies } = app.world;
    return newest(request, ({ nit, state }) => eventRows(contingencies, { nit, state }));
  },
  'GET /_sim/invalidations': (request, app) =>
    newest(request, (filter) => invalidationRows(app.world.invalidations, filter)),
  'GET /_sim/lotes': (request, app) => newest(request, ({ nit }) => loteRows(app.world.lotes, nit)),
  'GET /_sim/demands': (_, app) => answer(200, app.world.demands.now()),
  'PUT /_sim/demands': setDemands,
  'POST /_sim/script': addScript,
  'GET /_sim/script': (_, app) => answer(200, app.plan.script()),
  'DELETE /_sim/script': (_, app) => {
    app.plan.clearScript();
    return answer(200, []);
  },
  'PUT /_sim/faults': setFaults,
  'GET /_sim/faults': (_, app) => answer(200, app.plan.faults()),
  'POST /_sim/tokens/expire': expireTokens,
  'GET /_sim/calls': (_, { calls }) =>
    answer(200, { counts: calls.counts(), addresses: calls.addresses(), calls: calls.calls() }),
  'DELETE /_sim/calls': (_, app) => {
    app.calls.clear();
    return answer(200, { counts: {}, addresses: {}, calls: [] });
  },
};

/** Answers a request under /_sim: what is wrong with it comes as `{"error": "..."}` with status 400 or 404. */
export async function control(request: ControlRequest, app: App): Promise<Answer> {
  const handler = ROUTES[`${request.method} ${request.path}`];
  if (handler !== undefined) return handler(request, app);
  const [, book, code = ''] = /^\/_sim\/(ledger|events)\/([0-9A-Za-z-]+)$/.exec(request.path) ?? [];
  if (book === undefined || request.method !== 'GET') {
    return answer(404, { error: `there is no ${request.method} ${request.path}` });
  }
  const { ledger, contingencies } = app.world;
  const codigoGeneracion = code.toUpperCase();
  const detail =
    book === 'ledger'
      ? await ledgerDetail(ledger, codigoGeneracion)
      : eventDetail(contingencies, codigoGeneracion);
  return detail === null ? answer(404, { error: 'nothing with this code arrived' }) : answer(200, detail);
}

function health(_: ControlRequest, app: App): Answer {
  const entries = app.world.ledger.entries();
  const stamped = entries.filter((entry) => entry.state === 'stamped').length;
  const rejected = entries.length - stamped;
  return answer(200, { status: 'ok', stamped, rejected, issuers: app.world.issuers.all().length });
}

async function register(request: ControlRequest, app: App): Promise<Answer> {
  const reading = readIssuer(readPlainJson(request.body));
  if (reading.kind === 'problem') return answer(400, { error: reading.problem });
  await app.keepIssuer(reading.issuer);
  const { nit, ambiente, user } = reading.issuer;
  return answer(201, { nit, ambiente, user });
}

const NUMBER = /^DTE-[0-9]{2}-[A-Z0-9]{8}-[0-9]{15}$/;

/** Another system of the same issuer has used a control number. */
async function takeNumber(request: ControlRequest, app: App): Promise<Answer> {
  const body = readPlainJson(request.body);
  if (!isRecord(body)) return answer(400, { error: 'the body must be an object' });
  const { ambiente = '00', year } = body;
  const [nit, numeroControl] = [textIn(body, 'nit'), textIn(body, 'numeroControl')];
  if (nit === null || (ambiente !== '00' && ambiente !== '01'))
    return answer(400, { error: 'nit must be a text, and ambiente 00 or 01' });
  if (numeroControl === null || !NUMBER.test(numeroControl))
    return answer(400, { error: 'numeroControl must be a control number' });
  if (typeof year !== 'number' || !Number.isInteger(year))
    return answer(400, { error: 'year must be a year' });
  await app.world.ledger.takeNumber({ nit, ambiente, fecEmi: String(year), numeroControl });
  return answer(201, { nit, ambiente, year, numeroControl });
}

const CODE = /^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/;
const SELLO = /^[A-Z0-9]{40}$/;

/** Queries about a document are told something else than the ledger says. */
function sayOtherWords(request: ControlRequest, app: App): Answer {
  const body = readPlainJson(request.body);
  if (!isRecord(body)) return answer(400, { error: 'the body must be an object' });
  const { ambiente = '00', is } = body;
  const codigoGeneracion = textIn(body, 'codigoGeneracion') ?? '';
  const selloRecibido = textIn(body, 'selloRecibido') ?? '';
  if (ambiente !== '00' && ambiente !== '01') return answer(400, { error: 'ambiente must be 00 or 01' });
  if (!CODE.test(codigoGeneracion))
    return answer(400, { error: 'codigoGeneracion must be a generation code' });
  if (is !== 'absent' && is !== 'registered' && is !== 'invalidated' && is !== 'stamped')
    return answer(400, { error: 'is must be absent, registered, invalidated or stamped' });
  if (is === 'stamped' && !SELLO.test(selloRecibido))
    return answer(400, { error: 'selloRecibido must be a seal of 40 characters' });
  const words: OtherWords = is === 'stamped' ? { kind: is, selloRecibido } : { kind: is };
  app.world.otherWords.say(ambiente, codigoGeneracion, words);
  return answer(201, { ambiente, codigoGeneracion, ...words });
}

function ledger(request: ControlRequest, app: App): Answer {
  return newest(request, ({ nit, state }) =>
    ledgerRows(app.world.ledger, { nit, state, codigoGeneracion: null }),
  );
}

/** The newest rows of a list, as many as the request wants. */
function newest({ query }: ControlRequest, rows: (filter: OwnerQuery) => readonly unknown[]): Answer {
  const limit = Number(query.get('limit') ?? DEFAULT_LIMIT);
  if (!Number.isInteger(limit) || limit < 1)
    return answer(400, { error: 'limit must be a positive integer' });
  return answer(200, rows({ nit: query.get('nit'), state: query.get('state') }).slice(-limit));
}

function addScript(request: ControlRequest, app: App): Answer {
  const reading = readScript(readPlainJson(request.body), SERVICE_NAMES);
  if (reading.kind === 'problem') return answer(400, { error: reading.problem });
  app.plan.addScript(reading.value, app.world.now());
  return answer(200, app.plan.script());
}

function setFaults(request: ControlRequest, app: App): Answer {
  const reading = readFaults(readPlainJson(request.body), SERVICE_NAMES);
  if (reading.kind === 'problem') return answer(400, { error: reading.problem });
  app.plan.setFaults(reading.value);
  return answer(200, app.plan.faults());
}

function setDemands({ body }: ControlRequest, { world: { demands } }: App): Answer {
  const reading = readDemands(readPlainJson(body), demands.now());
  if (reading.kind === 'problem') return answer(400, { error: reading.problem });
  demands.make(reading.value);
  return answer(200, demands.now());
}

function expireTokens(request: ControlRequest, app: App): Answer {
  const body = request.body === '' ? {} : readPlainJson(request.body);
  if (!isRecord(body)) return answer(400, { error: 'the body must be an object, or empty' });
  return answer(200, { expired: app.world.tokens.expire(textIn(body, 'nit')) });
}
