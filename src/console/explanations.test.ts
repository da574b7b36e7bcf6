import { describe, expect, it } from 'vitest';
import { saidOf, valueSaid, whoCorrects } from './explanations.ts';

describe('what the authority said', () => {
  it.each([
    ['[receptor.nit] NIT CONTRIBUYENTE NO EXISTE', 'NIT CONTRIBUYENTE NO EXISTE'],
    ['[cuerpoDocumento[0].numItem] MAL', 'MAL'],
    ['[receptor.nit]', '[receptor.nit]'],
    ['DOCUMENTO [NO] VALE', 'DOCUMENTO [NO] VALE'],
    ['<b>', '&#60;b&#62;'],
  ])('%s', (said, shown) => {
    expect(saidOf(said).text).toBe(`Hacienda dijo: «<bdi>${shown}</bdi>»`);
  });

  it('is told beside what the document has, a day as people write it', () => {
    expect(String(valueSaid('2026-11-23'))).toContain('«<bdi>23/11/2026</bdi>»');
    expect([valueSaid(''), valueSaid(null)]).toEqual([false, false]);
  });

  it('says who corrects it to whoever may not', () => {
    expect([whoCorrects('owner'), whoCorrects('cashier'), whoCorrects('operator')]).toEqual([
      false,
      false,
      false,
    ]);
    expect(String(whoCorrects('accountant'))).toContain('lo corrige el propietario');
  });
});
