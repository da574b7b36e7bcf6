import { describe, expect, it } from 'vitest';
import { CONTRIBUYENTE } from '../../../test/support/example-net.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import type { CcfReceptor } from './issued-ccf.ts';
import { noteReceptor } from './note-receptor.ts';

/** Mejicanos, in San Salvador Centro. */
const PLACE = { departamento: '06', municipio: '23', distrito: '08', complemento: 'Calle 9' };
const SAN_SALVADOR = { departamento: '06', municipio: '23', distrito: '14' };
const ILOBASCO = { departamento: '09', municipio: '11', distrito: '03' };

function addressIn(
  generation: SchemaGeneration,
  direccion: CcfReceptor['direccion'],
  issuerTerritory = SAN_SALVADOR,
) {
  const { value, problems } = noteReceptor({ ...CONTRIBUYENTE, direccion }, { generation, issuerTerritory });
  return value?.direccion ?? problems;
}

describe('the recipient of a note', () => {
  it('is the CCF’s, word for word, in one generation', () => {
    expect(addressIn('v2', PLACE)).toEqual(PLACE);
    const named = { ...PLACE, distrito: null, complemento: 'Calle 9, Mejicanos' };
    expect(addressIn('v1', named)).toMatchObject({ complemento: 'Calle 9, Mejicanos' });
    const setting = { generation: 'v2', issuerTerritory: SAN_SALVADOR } as const;
    expect(noteReceptor({ ...CONTRIBUYENTE, direccion: PLACE }, setting).value).toEqual({
      ...CONTRIBUYENTE,
      direccion: PLACE,
    });
  });

  it('of a CCF without district is in the one that its address names', () => {
    const named = { ...PLACE, distrito: null, complemento: 'Calle 9, Mejicanos' };
    expect(addressIn('v2', named)).toEqual({ ...named, distrito: '08' });
  });

  it('is else in the issuer’s district, or in the lowest of its municipality', () => {
    const unnamed = { ...PLACE, distrito: null };
    expect(addressIn('v2', unnamed)).toEqual({ ...unnamed, distrito: '14' });
    expect(addressIn('v2', unnamed, ILOBASCO)).toEqual({ ...unnamed, distrito: '03' });
  });

  it('loses its district in v1, where the address names it', () => {
    expect(addressIn('v1', PLACE)).toMatchObject({ complemento: 'Calle 9, Mejicanos' });
  });

  it('cannot be abroad in v1', () => {
    const abroad = { departamento: '00', municipio: '00', distrito: '00', complemento: '5th Avenue' };
    expect(addressIn('v2', abroad)).toEqual(abroad);
    expect(addressIn('v1', abroad)).toEqual([
      { path: 'document_id', code: 'unknown_place', message: expect.stringContaining('extranjero') },
    ]);
  });
});
