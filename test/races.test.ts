import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type House, type HouseCompany, openHouse } from './support/house.ts';
import { type Answer, type Caller, textOf } from './support/http-caller.ts';
import { invoiceBody } from './support/request-bodies.ts';
import { upTo } from './support/storage-bench.ts';

let house: House;
/** Two nodes, each with connections of its own to the one database. */
let nodes: readonly [House['node'], House['node']];

beforeAll(async () => {
  house = await openHouse({
    times: { callTimeoutMs: 8_000, requestBudgetMs: 25_000 },
    company: { certificate: 'none' },
  });
  nodes = [house.node, await house.addNode()];
});

afterAll(() => house.close());

/** The company at the two nodes by turns. */
function callerAt(company: HouseCompany, turn: number): Caller {
  return company.at(nodes[turn % 2 === 0 ? 0 : 1]);
}

/** Runs the tasks, so many at a time. */
async function runAtOnce<T>(
  tasks: readonly (() => Promise<T>)[],
  concurrency: number,
): Promise<readonly T[]> {
  const results: T[] = [];
  const waiting = tasks.values();
  const worker = async () => {
    for (const task of waiting) results.push(await task());
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return results;
}

function correlatives(numbers: readonly (string | null)[]): readonly number[] {
  return numbers.map((number) => Number(number?.slice(-15))).sort((a, b) => a - b);
}

function distinct(answers: readonly Answer[], field: string): number {
  return new Set(answers.map((answer) => textOf(answer, field))).size;
}

describe('two nodes on one database', () => {
  it('make one document of 200 parallel requests with one reference', async () => {
    const company = await house.addCompany();
    const body = invoiceBody({ external_ref: 'una-venta' });
    const tasks = upTo(200).map((turn) => () => callerAt(company, turn).post('/invoice', body));
    const answers = await runAtOnce(tasks, 200);
    expect(answers.filter(({ body: { dte_success } }) => dte_success === true)).toHaveLength(200);
    expect(answers.filter(({ body: { is_duplicate } }) => is_duplicate === false)).toHaveLength(1);
    for (const field of ['document_id', 'control_number', 'generation_code', 'reception_stamp'])
      expect([field, distinct(answers, field)]).toEqual([field, 1]);
    expect(await house.authority.ledger(company.nit)).toMatchObject([
      { state: 'stamped', numeroControl: 'DTE-01-M001P001-000000000000001', timesReceived: 1 },
    ]);
    expect(await house.sql('SELECT count(*)::int AS documents FROM documents')).toEqual([{ documents: 1 }]);
    expect(await house.sql('SELECT last_number::int FROM series')).toEqual([{ last_number: 1 }]);
  });

  it('number 500 documents from 1 to 500 without gap or repeat', async () => {
    const company = await house.addCompany();
    const tasks = upTo(500).map((turn) => () => callerAt(company, turn).post('/invoice', invoiceBody()));
    const answers = await runAtOnce(tasks, 20);
    expect(answers.filter(({ body }) => body['dte_success'] === true)).toHaveLength(500);
    expect(answers.some(({ body }) => body['is_duplicate'] === true)).toBe(false);
    const numbers = answers.map((answer) => textOf(answer, 'control_number'));
    expect(correlatives(numbers)).toEqual(upTo(500));
    const stamped = await house.authority.ledger(company.nit, 'stamped');
    expect(correlatives(stamped.map(({ numeroControl }) => numeroControl))).toEqual(upTo(500));
  }, 60_000);
});
