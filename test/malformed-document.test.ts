import { describe, expect, it, vi } from 'vitest';
import { ownHouse } from './support/house.ts';
import { invoiceBody } from './support/request-bodies.ts';

/** A rule with a bug: it makes a number of what is sold. */
const bug = vi.hoisted(() => ({ isPlanted: false }));

vi.mock('../src/core/drafting/factura-draft.ts', async (load) => {
  const { FACTURA_RULES } = await load<typeof import('../src/core/drafting/factura-draft.ts')>();
  const contentOf: typeof FACTURA_RULES.contentOf = (...given) => {
    const { items, ...content } = FACTURA_RULES.contentOf(...given);
    return {
      ...content,
      items: bug.isPlanted ? items.map((item) => ({ ...item, descripcion: 4711 })) : items,
    };
  };
  return { FACTURA_RULES: { ...FACTURA_RULES, contentOf } };
});

const house = ownHouse();

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
    expect(answer.text).not.toMatch(/4711|cuerpoDocumento/);
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
