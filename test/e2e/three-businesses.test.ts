// A pharmacy's day, an exporter's month and a distributor's month with notes: seen before, issued, found and exported, and
// the sums of what is exported are those of the signed documents, to the cent.
import { expect, it } from 'vitest';
import { createDice } from '../simulation/dice.ts';
import { exported } from '../support/cancelling.ts';
import { download } from '../support/download.ts';
import type { HouseCompany } from '../support/house.ts';
import { isJson } from '../support/http-caller.ts';
import { ccfBody, contribuyenteBody, freshRef, lineBody, noteBody } from '../support/request-bodies.ts';
import { sharedHouse } from '../support/shared-house.ts';
import { unzip } from '../support/unzip.ts';

const TICKETS = process.env['SELLO_LONG'] === '1' ? 3_000 : 150;
const TOGETHER = 8;
const TIMEOUT_MS = 1_800_000;

type Json = Readonly<Record<string, unknown>>;

const house = sharedHouse();
const { between, pick } = createDice(Number(process.env['TEST_SEED'] ?? 20_261_123));

const LARGE = contribuyenteBody({ type_contributor: 3 });
const GOODS = ['Acetaminofén 500 mg', 'Alcohol al 90 %', 'Suero oral', 'Vitamina C', 'Gasa estéril'];

/** Prices in tenths of a cent and discounts, so that there is something to round. */
function lineOf(): Json {
  const discount = between(0, 3) === 0 ? { discount_percentage: between(1, 40) } : {};
  return {
    description: pick(GOODS),
    quantity: between(1, 12) / pick([1, 1, 2, 4]),
    unit_price: between(105, 95_000) / 1_000,
    ...discount,
  };
}

const linesOf = (most: number) => Array.from({ length: between(1, most) }, lineOf);

async function inTurns<T>(count: number, work: (place: number) => Promise<T>): Promise<readonly T[]> {
  const done: T[] = [];
  for (let from = 0; from < count; from += TOGETHER) {
    const places = Array.from({ length: Math.min(TOGETHER, count - from) }, (_, place) => from + place);
    done.push(...(await Promise.all(places.map(work))));
  }
  return done;
}

const centsOf = (amount: unknown) => Math.round(Number(amount) * 100);

function resumenOf(document: unknown): Json {
  const resumen = isJson(document) ? document['resumen'] : null;
  if (!isJson(resumen)) throw new Error('a document has no resumen');
  return resumen;
}

/** What is paid by a signed document; a note has no `totalPagar`. */
function paidBy(document: unknown): number {
  const { totalPagar, montoTotalOperacion } = resumenOf(document);
  return centsOf(totalPagar ?? montoTotalOperacion);
}

/** Previews and issues a body; the amounts that were shown are those that are signed. */
async function sell(company: HouseCompany, path: string, body: Json): Promise<number> {
  const shown = await company.post('/preview', body);
  const issued = await company.post(path, body);
  const { dte_success, document_id } = issued.body;
  expect([shown.status, issued.status, dte_success]).toEqual([200, 200, true]);
  const status = await company.get(`/status/${document_id}?include_dte=1`);
  expect(resumenOf(shown.body['dte'])).toEqual(resumenOf(status.body['schema']));
  expect(centsOf(status.body['amount_total'])).toBe(paidBy(status.body['schema']));
  return paidBy(status.body['schema']);
}

/** The column of a table of plain cells. */
async function columnOf(company: HouseCompany, query: string, field: string): Promise<readonly string[]> {
  const { bytes } = await download(company, `/documents.csv?${query}&fields=${field}`);
  return bytes.toString('utf8').slice(1).split('\r\n').slice(1, -1);
}

const sum = (cents: readonly number[]) => cents.reduce((total, one) => total + one, 0);

/** The list, its totals and the table have as many documents of a type, and the same sum. */
async function expectExported(company: HouseCompany, type: string, cents: readonly number[]): Promise<void> {
  const cells = await columnOf(company, `doc_type=${type}&state=stamped`, 'amount_total');
  expect([cells.length, sum(cells.map(centsOf))]).toEqual([cents.length, sum(cents)]);
  const { body } = await company.get(`/documents?doc_type=${type}&state=stamped&totals=1&limit=1`);
  const [totals] = Array.isArray(body['totals']) ? body['totals'] : [];
  expect([totals?.documents, centsOf(totals?.amount_total)]).toEqual([cents.length, sum(cents)]);
}

it(
  `holds for a pharmacy’s day of ${TICKETS} tickets`,
  async () => {
    const pharmacy = await house.addCompany();
    const cents = await inTurns(TICKETS, () =>
      sell(pharmacy, '/invoice', { external_ref: freshRef(), lines: linesOf(5) }),
    );
    await expectExported(pharmacy, '01', cents);
    let [found, cursor] = [0, ''];
    for (let isLast = false; !isLast; ) {
      const { body } = await pharmacy.get(`/documents?limit=200${cursor}`);
      found += Array.isArray(body['documents']) ? body['documents'].length : 0;
      isLast = body['next'] === null;
      cursor = `&cursor=${body['next']}`;
    }
    expect(found).toBe(TICKETS);
  },
  TIMEOUT_MS,
);

it(
  'holds for an exporter’s month, file by file',
  async () => {
    const exporter = await house.addCompany();
    const sales = await inTurns(40, () => exported(exporter));
    const archive = await download(exporter, '/documents.zip?doc_type=11&limit=200');
    const files = [...unzip(archive.bytes)].filter(
      ([name]) => name.endsWith('.json') && name !== 'index.json',
    );
    const cents = files.map(([, content]) => paidBy(JSON.parse(content.toString('utf8'))));
    expect(cents).toHaveLength(sales.length);
    await expectExported(exporter, '11', cents);
  },
  TIMEOUT_MS,
);

it(
  'holds for a distributor’s CCF and the notes on them',
  async () => {
    const distributor = await house.addCompany();
    // Every third buyer is a large taxpayer, which withholds 1 % from sales of 100 dollars and more.
    const ccfs = Array.from({ length: 42 }, (_, place) =>
      place % 3 === 0
        ? ccfBody({ lines: [lineOf(), lineBody({ unit_price: 180.35 })], customer: LARGE })
        : ccfBody({ lines: linesOf(8) }),
    );
    const cents = await inTurns(ccfs.length, (place) => sell(distributor, '/invoice', ccfs[place] ?? {}));
    await expectExported(distributor, '03', cents);
    const given = ccfs.slice(0, 20).map(({ external_ref }, place) => {
      const lines = [lineBody({ quantity: 1, unit_price: 0.5 + place / 100 })];
      return noteBody(external_ref, place % 2 === 0 ? { lines } : { full_adjustment: true });
    });
    const notes = await inTurns(given.length, (place) =>
      sell(distributor, '/credit-memo', given[place] ?? {}),
    );
    await expectExported(distributor, '05', notes);
    const adjusted = await columnOf(distributor, 'doc_type=03&adjusted=1', 'external_ref');
    expect(adjusted.toSorted()).toEqual(
      ccfs
        .slice(0, 20)
        .map(({ external_ref }) => external_ref)
        .toSorted(),
    );
  },
  TIMEOUT_MS,
);
