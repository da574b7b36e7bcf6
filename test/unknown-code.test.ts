// An authority that rejects under a code that nobody knows, among those of its sign-in, as it has been seen to do.
import { describe, expect, it } from 'vitest';
import { INVALIDATION, invalidate, OUTCOMES, sold } from './support/cancelling.ts';
import { type HouseCompany, ownHouse } from './support/house.ts';
import { invoiceBody, suexBody } from './support/request-bodies.ts';
import { until } from './support/until.ts';

const WORK = { concurrency: 4, perCompany: 4, pollMs: 50 };
const house = ownHouse({
  times: { callTimeoutMs: 1_000, requestBudgetMs: 5_000 },
  company: { file: INVALIDATION },
  work: WORK,
});

/** The code and its class are numbers. */
const unknown = (service: string, descripcionMsg: string, times = 1) =>
  ({ service, action: 'code', codigoMsg: 100, clasificaMsg: 14, descripcionMsg, times }) as const;
const PURCHASE = '[resumen.totalCompra ...] VALOR NO VALIDO';
const EVENT = '[documento.fecEmi] VALOR NO VALIDO';
const ALWAYS = 1_000;
const UNHEARD = { service: 'recepcion', action: 'status', status: 502, times: ALWAYS } as const;

/** A sale that nobody could send would say that it is in contingency. */
async function sells(company: HouseCompany): Promise<void> {
  const stamped = async () => (await company.post('/invoice', invoiceBody())).body['dte_success'] === true;
  await until(stamped, 'a stamped sale', 15_000);
}

describe('a rejection under a code of access', () => {
  it('of a document is told as one, and the next try under its reference is stamped', async () => {
    const body = suexBody();
    await house.authority.script(unknown('recepcion', PURCHASE));
    const { body: answer } = await house.company.post('/suex', body);
    expect(answer).toMatchObject({
      dte_success: false,
      rejected: true,
      contingency: false,
      codigo_msg: '100',
      observaciones: [PURCHASE],
      explanation: [{ official_field: 'resumen.totalCompra', recognised: false }],
    });
    const again = await house.company.post('/suex', body);
    expect(again.body).toMatchObject({ dte_success: true, control_number: answer['control_number'] });
  });

  it('of a document, that the query repeats, leaves other sales alone', async () => {
    await house.authority.script(unknown('recepcion', PURCHASE, 4), unknown('consulta', PURCHASE, ALWAYS));
    for (let sale = 0; sale < 4; sale += 1)
      expect((await house.company.post('/suex', suexBody())).body).toMatchObject({ rejected: true });
    expect((await house.company.post('/invoice', invoiceBody())).body).toMatchObject({ dte_success: true });
  });

  it('of an invalidation is told as one, and the document stays valid', async () => {
    const document = await sold(house.company);
    await house.authority.script(unknown('invalidacion', EVENT));
    expect(await invalidate(house.company, document)).toMatchObject({
      ...OUTCOMES.rejected,
      codigo_msg: '100',
      observaciones: [EVENT],
      explanation: [{ official_field: 'documento.fecEmi' }],
    });
    expect(await invalidate(house.company, document)).toMatchObject(OUTCOMES.sealed);
  });

  it('that a query repeats ends an outage: later sales are stamped', async () => {
    const company = await house.addCompany({ file: INVALIDATION });
    const document = await sold(company);
    await house.authority.script(unknown('invalidacion', EVENT), unknown('consulta', EVENT, ALWAYS), UNHEARD);
    expect(await invalidate(company, document)).toMatchObject(OUTCOMES.rejected);
    // Two sales are as many calls without an answer as open the company's circuit.
    for (let sale = 0; sale < 2; sale += 1)
      expect((await company.post('/invoice', invoiceBody())).body).toMatchObject({ contingency: true });
    await house.authority.behave();
    await house.authority.script(unknown('consulta', EVENT, ALWAYS));
    await sells(company);
  }, 30_000);

  it('of nothing in particular is silence', async () => {
    const company = await house.addCompany();
    await house.authority.script(
      { service: 'recepcion', action: 'status', status: 403, times: ALWAYS },
      { service: 'consulta', action: 'status', status: 403, times: ALWAYS },
    );
    expect((await company.post('/invoice', invoiceBody())).body).toMatchObject({
      rejected: false,
      contingency: true,
    });
    await house.authority.behave();
    await sells(company);
  }, 30_000);
});
