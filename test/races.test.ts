import { beforeAll, describe, expect, it } from 'vitest';
import { type House, type HouseCompany, ownHouse } from './support/house.ts';
import { type Answer, type Caller, textOf } from './support/http-caller.ts';
import { ccfBody, invoiceBody, lineBody, noteBody } from './support/request-bodies.ts';
import { upTo } from './support/storage-bench.ts';

/** Two nodes, each with connections of its own to the one database. */
let nodes: readonly [House['node'], House['node']];

const house = ownHouse({
  times: { callTimeoutMs: 8_000, requestBudgetMs: 25_000 },
  company: { certificate: 'none' },
});
beforeAll(async () => {
  nodes = [house.node, await house.addNode()];
});

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

  it('never give back more than a CCF sold, of 100 notes of 30 %', async () => {
    const company = await house.addCompany();
    const { body: ccf } = await company.post('/invoice', ccfBody());
    const some = () => noteBody(ccf['document_id'], { lines: [lineBody({ quantity: 3 })] });
    const tasks = upTo(100).map((turn) => () => callerAt(company, turn).post('/credit-memo', some()));
    const answers = await runAtOnce(tasks, 100);
    expect(answers.filter(({ body }) => body['dte_success'] === true)).toHaveLength(3);
    const refused = answers.filter(({ status }) => status === 400);
    expect(new Set(refused.map((answer) => textOf(answer, 'detail')))).toEqual(
      new Set(['La nota suma 3.39 y del CCF solo quedan 1.13 por ajustar.']),
    );
    expect(refused).toHaveLength(97);
    const stamped = await house.authority.ledger(company.nit, 'stamped');
    expect(correlatives(stamped.map(({ numeroControl }) => numeroControl))).toEqual(upTo(4));
  });

  it('make one note of 100 parallel requests with one reference, whichever CCF they name', async () => {
    const company = await house.addCompany();
    const ccfs = [await company.post('/invoice', ccfBody()), await company.post('/invoice', ccfBody())];
    const external_ref = 'una-nota';
    const tasks = upTo(100).map((turn) => () => {
      const ccf = ccfs[turn % 3 === 0 ? 0 : 1]?.body['document_id'];
      return callerAt(company, turn).post(
        '/credit-memo',
        noteBody(ccf, { external_ref, full_adjustment: true }),
      );
    });
    const answers = await runAtOnce(tasks, 100);
    expect(answers.filter(({ body }) => body['dte_success'] === true)).toHaveLength(100);
    expect(answers.filter(({ body }) => body['is_duplicate'] === false)).toHaveLength(1);
    for (const field of ['document_id', 'ccf_control_number', 'reception_stamp'])
      expect([field, distinct(answers, field)]).toEqual([field, 1]);
    expect(await house.authority.ledger(company.nit)).toHaveLength(3);
  });
});
