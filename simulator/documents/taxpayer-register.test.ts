import { describe, expect, it } from 'vitest';
import { DOCUMENT_KINDS } from './table.ts';
import { existingReceptor } from './taxpayer-register.ts';

const NOT_REGISTERED = '[receptor.nit] NIT CONTRIBUYENTE NO EXISTE';

const refused = (nit: string) => existingReceptor({ receptor: { nit } })?.descripcionMsg ?? null;

describe('the receiver of a CCF', () => {
  it.each([
    '06140101900018',
    '06140101900010',
    '94500101700011',
    '06142902001016',
    '012345678',
    '06143112991015',
  ])('may be %s', (nit) => {
    expect(refused(nit)).toBeNull();
  });

  it.each([
    '06143002001015',
    '06142902011014',
    '06140013991018',
    '06143104901011',
    '06140000000001',
    '06149999992020',
    '11111111111111',
    '99999999999999',
    '111111111',
  ])('cannot be %s, whom no register has', (nit) => {
    expect(refused(nit)).toBe(NOT_REGISTERED);
    expect(existingReceptor({ receptor: { nit } })).toMatchObject({ clasificaMsg: '13', codigoMsg: '009' });
  });

  it('is called by its number in a note of 2026', () => {
    const receptor = { tipoDocumento: '36', numDocumento: '06149999992020' };
    expect(existingReceptor({ receptor })?.descripcionMsg).toBe(
      '[receptor.numDocumento] NIT CONTRIBUYENTE NO EXISTE',
    );
    expect(existingReceptor({ receptor: { ...receptor, numDocumento: '06140101900018' } })).toBeNull();
    expect(existingReceptor({ receptor: null })).toBeNull();
  });
});

it('is looked up for a CCF and a note in both generations, and for nothing else', () => {
  const looking = DOCUMENT_KINDS.filter(({ rules }) => rules.includes(existingReceptor));
  expect(looking.map(({ tipoDte, version }) => `${tipoDte} v${version}`).sort()).toEqual([
    '03 v3',
    '03 v4',
    '05 v3',
    '05 v4',
  ]);
});
