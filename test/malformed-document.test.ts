import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type House, openHouse } from './support/house.ts';
import { invoiceBody } from './support/request-bodies.ts';

/** A rule with a bug: it reads the reference of a payment as a number. */
const bug = vi.hoisted(() => ({ isPlanted: false }));

vi.mock('../src/core/drafting/every-draft.ts', async (load) => {
  const original = await load<typeof import('../src/core/drafting/every-draft.ts')>();
  return {
    ...original,
    readPagos(...given: Parameters<typeof original.readPagos>) {
      const { value, problems } = original.readPagos(...given);
      return { value: value.map((pago) => (bug.isPlanted ? { ...pago, referencia: 4711 } : pago)), problems };
    },
  };
});

let house: House;

beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

async function rowsOf(table: 'documents' | 'attempts' | 'series') {
  return house.sql(`SELECT * FROM ${table}`);
}

describe('a bug in the building of a document', () => {
  it('is a 500 that says nothing of it, and burns no number', async () => {
    bug.isPlanted = true;
    const body = invoiceBody();
    const answer = await house.company.post('/invoice', body);
    expect(answer.status).toBe(500);
    expect(answer.body['code']).toBe('internal_error');
    expect(answer.text).not.toMatch(/4711|pagos/);
    expect(await Promise.all([rowsOf('documents'), rowsOf('attempts'), rowsOf('series')])).toEqual([
      [],
      [],
      [],
    ]);
    expect(await house.authority.ledger(house.company.nit)).toEqual([]);

    bug.isPlanted = false;
    const repaired = await house.company.post('/invoice', body);
    expect(repaired.status).toBe(200);
    expect(repaired.body['control_number']).toMatch(/-0{14}1$/);
  });
});
