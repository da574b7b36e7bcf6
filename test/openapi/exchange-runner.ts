import { EXCHANGES, type Exchange, REHEARSAL } from '../../src/http/openapi/exchanges.ts';
import { OPERATIONS } from '../../src/http/openapi/operations.ts';
import type { House } from '../support/house.ts';
import { type Answer, type Caller, isJson, type Method } from '../support/http-caller.ts';
import { until } from '../support/until.ts';

/** A route of the interface under the name of its operation. */
export interface DescribedRoute {
  readonly operationId: string;
  readonly method: Method;
  /** With its parameters as `:name`. */
  readonly url: string;
}

export const ROUTES: readonly DescribedRoute[] = Object.entries(OPERATIONS).map(
  ([route, { operationId }]) => {
    const [method, url = ''] = route.split(' ');
    return { operationId, method: method === 'POST' ? 'POST' : 'GET', url };
  },
);

/** Makes the request of an example. */
export function makeExchange(caller: Caller, exchange: Exchange): Promise<Answer> {
  const route = ROUTES.find(({ operationId }) => operationId === exchange.operationId);
  if (route === undefined) throw new Error(`no route ${exchange.operationId}`);
  const given = Object.entries(exchange.parameters ?? {});
  const path = given.reduce(
    (url, [name, value]) => url.replace(`:${name}`, encodeURIComponent(value)),
    route.url,
  );
  const query = new URLSearchParams(given.filter(([name]) => !route.url.includes(`:${name}`)).map(pair));
  const address = query.size === 0 ? path : `${path}?${query}`;
  return caller.call(route.method, address, exchange.body === undefined ? {} : { body: exchange.body });
}

function pair([name, value]: readonly [string, string]): [string, string] {
  return [name, value];
}

/** Makes every example in order; what came back by `operation.name`. */
export async function makeExchanges(house: House): Promise<ReadonlyMap<string, Answer>> {
  const answers = new Map<string, Answer>();
  for (const exchange of EXCHANGES) {
    if (exchange.outage === true)
      await house.authority.script({ service: 'recepcion', action: 'status', status: 503, times: 20 });
    if (exchange.parameters?.['id'] === REHEARSAL) await endRehearsal(house);
    answers.set(`${exchange.operationId}.${exchange.name}`, await makeExchange(house.company, exchange));
    if (exchange.outage === true) await house.authority.behave();
  }
  return answers;
}

/** Waits for the rehearsal that was begun, and gives it the identifier of the examples. */
async function endRehearsal(house: House): Promise<void> {
  const running = () => house.sql('SELECT FROM rehearsals WHERE finished_at IS NULL');
  await until(async () => (await running()).length === 0, 'the end of the rehearsal');
  for (const table of ['rehearsals', 'rehearsal_gaps'])
    await house.sql(`UPDATE ${table} SET rehearsal_id = $1`, [REHEARSAL]);
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const SEAL = /\b(?=[A-Z0-9]*[0-9])[A-Z0-9]{40}\b/g;
const TOKEN = /token=[\w.-]+/g;
const SIGNATURE = /"eyJ[\w-]+\.[\w-]+\.[\w-]+"/g;
/** As the authority writes it. */
const OFFICIAL_INSTANT = /\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d/g;
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-06:00/g;
/** Files say when they were made, and answers name the month in which that was. */
const [HASH, BYTES, MONTH] = [/"[0-9a-f]{64}"/g, /"bytes":\d+/g, /"\d{4}-\d\d"/g];
const [DAY, HOUR] = [/"\d{4}-\d\d-\d\d"/g, /"\d\d:\d\d:\d\d"/g];

/** What of the answers does not change from one run to the next: identities in the order in which they appear. */
export function settled(answers: ReadonlyMap<string, Answer>): Readonly<Record<string, unknown>> {
  const bodies = Object.fromEntries([...answers].map(([name, { body }]) => [name, body['list'] ?? body]));
  const text = JSON.stringify(bodies)
    .replaceAll(UUID, numbered(uuidOf))
    .replaceAll(SEAL, numbered(sealOf))
    .replaceAll(TOKEN, 'token=AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA')
    .replaceAll(SIGNATURE, '"eyJhbGciOiJSUzUxMiJ9.eyJpZGVudGlmaWNhY2lvbiI6e319.AAAA"')
    .replaceAll(INSTANT, '2026-11-20T10:15:30-06:00')
    .replaceAll(OFFICIAL_INSTANT, '20/11/2026 10:15:30')
    .replaceAll(HASH, `"${'0123456789abcdef'.repeat(4)}"`)
    .replaceAll(BYTES, '"bytes":1024')
    .replaceAll(MONTH, '"2026-11"')
    .replaceAll(DAY, '"2026-11-20"')
    .replaceAll(HOUR, '"10:15:30"');
  const value: unknown = JSON.parse(text);
  return isJson(value) ? value : {};
}

function numbered(write: (found: string, number: number) => string): (found: string) => string {
  const known = new Map<string, number>();
  return (found) => {
    const number = known.get(found) ?? known.size + 1;
    known.set(found, number);
    return write(found, number);
  };
}

function uuidOf(found: string, number: number): string {
  const tail = String(number).padStart(12, '0');
  const uuid = `0a1b2c3d-0000-4000-8000-${tail}`;
  return found === found.toUpperCase() ? uuid.toUpperCase() : uuid;
}

function sealOf(_found: string, number: number): string {
  return `2026${String(number).padStart(36, '0')}`;
}
