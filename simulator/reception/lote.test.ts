import { describe, expect, it } from 'vitest';
import { validFacturaV2 } from '../../test/support/simulator/facturas.ts';
import { signDocument, signText, testKey } from '../../test/support/simulator/signing.ts';
import { refuse, refuseField } from '../verdict/refusal.ts';
import { codeInside, readLote } from './lote.ts';

const complete = {
  ambiente: '00',
  idEnvio: '7B1C0A52-3D4E-4F60-8A7B-9C0D1E2F3A4B',
  version: 3,
  nitEmisor: '06149999991010',
  documentos: ['a.b.c'],
};

const read = (changes: object) => readLote(JSON.stringify({ ...complete, ...changes }));

describe('readLote', () => {
  it.each([2, 3])('takes version %i', (version) => {
    expect(read({ version })).toEqual({ kind: 'lote', lote: { ...complete, version } });
  });

  it.each(Object.keys(complete))('misses %s', (key) => {
    expect(read({ [key]: undefined })).toEqual({ kind: 'refused', refusal: refuse('99', '097', [key]) });
  });

  it.each([[], 'a.b.c', [''], ['a.b.c', 5], null].map((documentos) => ({ documentos })))(
    'takes %j for no documents',
    (changes) => {
      expect(read(changes)).toEqual({ kind: 'refused', refusal: refuse('99', '097', ['documentos']) });
    },
  );

  it('takes a hundred documents and no more', () => {
    const lote = (length: number) => read({ documentos: Array.from({ length }, () => 'a.b.c') });
    expect(lote(100).kind).toBe('lote');
    expect(lote(101)).toEqual({ kind: 'refused', refusal: refuseField('99', '007', 'documentos') });
  });

  it.each([
    [{ version: 1 }, refuseField('99', '007', 'version')],
    [{ idEnvio: '1' }, refuseField('99', '003', 'idEnvio')],
    [{ idEnvio: complete.idEnvio.toLowerCase() }, refuseField('99', '003', 'idEnvio')],
    [{ idEnvio: '7B1C0A52-3D4E-1F60-8A7B-9C0D1E2F3A4B' }, refuseField('99', '003', 'idEnvio')],
  ])('refuses %j', (changes, refusal) => {
    expect(read(changes)).toEqual({ kind: 'refused', refusal });
  });

  it.each(['', '[]', '{'])('is no JSON object: %j', (body) => {
    expect(readLote(body)).toEqual({ kind: 'refused', refusal: refuse('98', '098') });
  });
});

describe('codeInside', () => {
  const key = testKey();

  it('reads the code whatever the signature', () => {
    const documento = signDocument(validFacturaV2(), key);
    const code = '7B1C0A52-3D4E-4F60-8A7B-9C0D1E2F3A4B';
    expect(codeInside(documento)).toBe(code);
    expect(codeInside(documento.replace(/[^.]+$/, 'AA'))).toBe(code);
  });

  it.each(['', 'a.b.c', signText('[]', key), signText('{"identificacion":{"codigoGeneracion":"1"}}', key)])(
    'finds none in %j',
    (documento) => expect(codeInside(documento)).toBe(''),
  );
});
