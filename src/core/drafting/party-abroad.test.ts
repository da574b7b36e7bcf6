import { describe, expect, it } from 'vitest';
import { exampleParty } from '../../../test/support/example-order.ts';
import {
  exampleContribuyente,
  examplePartyContext,
  sentences,
} from '../../../test/support/example-parties.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import type { PartyOrder } from './order.ts';
import { readContribuyente, readReceptor } from './party.ts';

function read(changes: Partial<PartyOrder>, generation: SchemaGeneration = 'v2') {
  const { value: party, problems } = readReceptor(exampleParty(changes), examplePartyContext({ generation }));
  return { party, problems: sentences(problems) };
}

describe('a customer of a Factura who lives abroad', () => {
  const GUATEMALAN = {
    name: 'Ana Ficticia',
    documentType: '03',
    documentNumber: 'P-123',
    country: 'GT',
    address: 'Zona 10',
  };
  const abroad = (complemento: string) => ({
    departamento: '00',
    municipio: '00',
    distrito: '00',
    complemento,
  });
  const HERE = { departamento: '06', municipio: '23', distrito: '14' };

  it.each<[Partial<PartyOrder>, string]>([
    [{}, 'Zona 10'],
    [{ country: 'gt' }, 'Zona 10'],
    [{ country: '9483' }, 'Zona 10'],
    [{ documentType: '02' }, 'Zona 10'],
    [{ documentType: null, documentNumber: null }, 'Zona 10'],
    [{ documentType: '13', documentNumber: '01234567-8', country: 'US' }, 'Zona 10'],
    [{ address: null }, 'Domicilio en Guatemala'],
    [{ department: '00', municipality: '00' }, 'Zona 10'],
    [{ country: null, department: '00', municipality: '0000', districtCode: '00' }, 'Zona 10'],
    [{ country: null, address: null, department: '00', municipality: '00' }, 'Otro (Para extranjeros)'],
  ])('with %j is at 00/00/00 in v2 and has no address in v1', (changes, complemento) => {
    const given = { ...GUATEMALAN, ...changes };
    expect(read(given)).toMatchObject({ party: { direccion: abroad(complemento) }, problems: [] });
    expect(read(given, 'v1')).toMatchObject({ party: { direccion: null }, problems: [] });
  });

  it.each<[Partial<PartyOrder>, object]>([
    [{ country: null }, HERE],
    [{ country: 'SV' }, HERE],
    [{ country: 'sv' }, HERE],
    [{ country: '9300' }, HERE],
    [{ district: '021510' }, { departamento: '02', municipio: '15', distrito: '10' }],
    [
      { department: '02', municipality: '15' },
      { departamento: '02', municipio: '15', distrito: '10' },
    ],
    [
      { department: '05', municipality: '28', districtCode: '11' },
      { departamento: '05', municipio: '28', distrito: '11' },
    ],
  ])('with %j lives in El Salvador', (changes, direccion) => {
    expect(read({ ...GUATEMALAN, ...changes })).toMatchObject({ party: { direccion }, problems: [] });
    const { distrito: _, ...v1 } = { distrito: '', ...direccion };
    expect(read({ ...GUATEMALAN, ...changes }, 'v1').party).toMatchObject({ direccion: v1 });
  });

  it.each<[Partial<PartyOrder>, string]>([
    [{ country: 'XX' }, 'country'],
    [{ country: 'XX', district: '062314' }, 'country'],
    [{ country: 'Guatemala' }, 'country'],
    [{ department: '00' }, 'municipality'],
    [{ department: '00', municipality: '23' }, 'municipality'],
    [{ department: '00', municipality: '00', districtCode: '14' }, 'district_code'],
    [{ municipality: '23' }, 'department'],
    [{ districtCode: '14' }, 'department'],
  ])('is refused with %j', (changes, field) => {
    for (const generation of ['v1', 'v2'] as const) {
      const { problems } = read({ ...GUATEMALAN, ...changes }, generation);
      expect(problems).toEqual([expect.stringMatching(new RegExp(`^customer\\.${field}: `))]);
    }
  });

  it('is still at the issuer’s place as the customer of a CCF', () => {
    const { value } = readContribuyente(exampleContribuyente({ country: 'GT' }), examplePartyContext());
    expect(value).toMatchObject({ direccion: HERE });
  });
});
