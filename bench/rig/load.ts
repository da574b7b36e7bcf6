import type { Resident } from '../../test/support/house-company.ts';
import type { Program } from './program.ts';

/** One kind of request; `{ref}` in its path and body stands for a fresh reference each time. */
export interface Target {
  readonly url: string;
  readonly key: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  /** The address that it is sent on behalf of, as a proxy would say. */
  readonly from?: string;
  /** The cookie of a browser, whose body is a form; a program sends JSON. */
  readonly cookie?: string;
}

export interface LoadPlan {
  /** Asked by turns. */
  readonly targets: readonly Target[];
  /** Connections of a closed loop; of an open one the most at a time. */
  readonly connections: number;
  /** Arrivals of an open loop; a closed one without it. */
  readonly perSecond?: number;
  readonly durationMs: number;
  /** The loopback address from which the connections come. */
  readonly localAddress?: string;
}

/** What a run of the load came to; latencies in milliseconds. */
export interface Measured {
  readonly seconds: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly answered: number;
  /** Latencies of 200s. */
  readonly latencies: Float64Array;
  /** Latencies of all other answers. */
  readonly refusals: Float64Array;
  readonly stamped: number;
  readonly broken: number;
}

export async function runLoad(load: Program, plan: LoadPlan): Promise<Measured> {
  return toMeasured(await load.ask('run', { perSecond: 0, warmUpMs: 0, ...plan }));
}

function toMeasured(answer: Readonly<Record<string, unknown>>): Measured {
  const { statuses } = answer;
  if (typeof statuses !== 'object' || statuses === null) throw new Error('the load told no statuses');
  return {
    seconds: Number(answer['seconds']),
    statuses: Object.fromEntries(Object.entries(statuses).map(([status, count]) => [status, Number(count)])),
    answered: Number(answer['answered']),
    latencies: latenciesIn(answer['latencies']),
    refusals: latenciesIn(answer['refusals']),
    stamped: Number(answer['stamped']),
    broken: Number(answer['broken']),
  };
}

function latenciesIn(value: unknown): Float64Array {
  if (!(value instanceof Float64Array)) throw new Error('the load told no latencies');
  return value;
}

/** The customer has a DUI, as most who ask for an invoice. */
const CUSTOMER = { name: 'Cliente Ficticio', document_type: '13', document_number: '00000001-8' };

/** A sale to a consumer. */
export function saleBody(lines: number): string {
  return JSON.stringify({
    external_ref: '{ref}',
    customer: CUSTOMER,
    lines: Array.from({ length: lines }, (_, index) => ({
      description: `Producto ficticio ${index} de uso corriente`,
      quantity: 1 + (index % 7),
      unit_price: Number((2.35 + (index % 900)).toFixed(2)),
    })),
  });
}

/** The document of the bench: three lines. */
export const SALE_LINES = 3;

type Named = Pick<Resident, 'key'>;

/** Invoices of these companies by turns. */
export function invoicesOf(url: string, companies: readonly Named[], lines = SALE_LINES): readonly Target[] {
  const body = saleBody(lines);
  return companies.map(({ key }) => ({ url, key, method: 'POST', path: '/invoice', body }));
}

/** Issues one invoice and tells its identifier; throws where it was not stamped. */
export async function issueOne(url: string, { key }: Named, lines = SALE_LINES): Promise<string> {
  const response = await fetch(`${url}/invoice`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: saleBody(lines).replaceAll('{ref}', crypto.randomUUID()),
  });
  const answer = JSON.parse(await response.text());
  if (answer.dte_success !== true) throw new Error(`not stamped: ${JSON.stringify(answer)}`);
  return answer.document_id;
}

/** A key of the same form that opens nothing. */
export function wrongKey(key: string): string {
  return `${key.slice(0, -4)}AAAA`;
}

/** How many answers had which status, as in `200: 31, 429: 4`. */
export function showStatuses({ statuses, broken }: Measured): string {
  const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
  return [...counts, ...(broken > 0 ? [`broken: ${broken}`] : [])].join(', ');
}
