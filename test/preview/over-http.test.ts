// The same over HTTP, with a real database, signatures and the simulated authority: whatever the routes read of a body.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { companyFileOf } from '../../src/core/company/company-file-of.ts';
import { lineBody, plainBody } from '../dialects/plain-body.ts';
import { sampleCompanies } from '../oracle/companies.ts';
import { DOCUMENT_KINDS } from '../structure/document-kinds.ts';
import type { HouseCompany } from '../support/house.ts';
import { isJson } from '../support/http-caller.ts';
import { freshRef } from '../support/request-bodies.ts';
import { sharedHouse } from '../support/shared-house.ts';
import { seedOfThisRun } from '../support/this-half.ts';
import { type Wish, wishes } from './wishes.ts';

const SEED = seedOfThisRun(20_261_201);
/** How many wishes of each of the ten kinds of documents there are. */
const SALES_A_KIND = process.env['SELLO_LONG'] === '1' ? 300 : 12;
const TIMEOUT_MS = 3_600_000;

type Json = Readonly<Record<string, unknown>>;

const house = sharedHouse({ certificate: 'none' });

/** The route that issues a wish, and its body; of a note, on a CCF that was sold for it. */
async function requestOf(caller: HouseCompany, wish: Wish): Promise<readonly [string, Json]> {
  const external_ref = freshRef();
  if (wish.kind === 'order') {
    const { order, before, company } = wish;
    const body = (one: typeof order) => ({
      ...plainBody({
        kind: 'order',
        company,
        order: one.tipoDte === '14' ? { ...one, activityCode: null } : one,
      }),
      external_ref,
    });
    const route = order.tipoDte === '14' ? '/suex' : '/invoice';
    if (before !== null) {
      // Others of the house may have something on its way.
      await house.authority.script({ service: 'recepcion', action: 'code', codigoMsg: '096', times: 100 });
      await caller.post(route, body(before));
      await house.authority.behave();
    }
    return [route, body(order)];
  }
  const { ccf, company, mode, lines } = wish;
  const sold = await caller.post('/invoice', {
    ...plainBody({ kind: 'order', company, order: ccf }),
    external_ref: `ccf-${external_ref}`,
  });
  const given = mode === 'lines' ? { lines: lines.map((line) => lineBody(line, '05')) } : {};
  const full_adjustment = mode === 'full';
  return ['/credit-memo', { external_ref, document_id: sold.body['document_id'], full_adjustment, ...given }];
}

/** A document without what only issuing gives it. */
function unissued(document: unknown): unknown {
  if (!isJson(document) || !isJson(document['identificacion'])) return document;
  const { firmaElectronica: _, selloRecibido: __, identificacion, ...rest } = document;
  const { numeroControl, codigoGeneracion, fecEmi, horEmi, ...header } = identificacion;
  return { ...rest, identificacion: header };
}

const counted = { same: 0, refused: 0 };

async function expectAsIssued(caller: HouseCompany, wish: Wish): Promise<void> {
  const [route, body] = await requestOf(caller, wish);
  const shown = await caller.post('/preview', body);
  const issued = await caller.post(route, body);
  if (issued.status !== 200) {
    expect([shown.status, shown.text]).toEqual([issued.status, issued.text]);
    counted.refused += 1;
    return;
  }
  const { body: file } = await caller.get(`/file/${issued.body['document_id']}?type=json`);
  expect([shown.status, unissued(shown.body['dte'])]).toEqual([200, unissued(file)]);
  const { body: status } = await caller.get(`/status/${issued.body['document_id']}`);
  for (const name of ['doc_type', 'customer_name', 'amount_taxable', 'amount_vat', 'amount_total'])
    expect([name, shown.body[name]]).toEqual([name, status[name]]);
  expect(shown.body['ccf_fully_adjusted']).toEqual(issued.body['ccf_fully_adjusted']);
  counted.same += 1;
}

describe.each(DOCUMENT_KINDS)(`${SALES_A_KIND} requests of type $tipoDte in $generation`, (kind) => {
  it(
    'are answered as they were shown',
    async () => {
      const [company] = sampleCompanies(kind.generation, { seed: SEED, count: 1 });
      if (company === undefined) throw new Error('a company');
      const { nit: _, slug: __, ...file } = companyFileOf(company);
      const caller = await house.addCompany({ file });
      const check = (wish: Wish) => expectAsIssued(caller, wish);
      await fc.assert(fc.asyncProperty(wishes([company], kind), check), {
        seed: SEED,
        numRuns: SALES_A_KIND,
        endOnFailure: true,
      });
    },
    TIMEOUT_MS,
  );
});

it('are mostly issued', () => {
  expect(counted.same + counted.refused).toBe(DOCUMENT_KINDS.length * SALES_A_KIND);
  expect(counted.same).toBeGreaterThan(counted.refused * 2);
});
