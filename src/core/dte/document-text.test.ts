import { describe, expect, it } from 'vitest';
import { codeOf, controlNumberOf } from '../../../test/support/identifiers.ts';
import {
  buildIdentificacion,
  documentText,
  filledBody,
  filledHeader,
  type Identity,
  unnumberedText,
} from './document-text.ts';
import { TIPOS_DTE } from './kinds.ts';

describe('the body of a document', () => {
  it('is all but its header, and tells everything that is missing', () => {
    const { text, problems } = filledBody({ tipoDte: '14', generation: 'v2' }, {});
    const body = JSON.parse(text);
    expect(Object.keys(body)).toEqual(['emisor', 'receptor', 'cuerpoDocumento', 'resumen', 'apendice']);
    expect(body.apendice).toBeNull();
    expect(problems).toContainEqual({ path: '#/resumen/totalPagar', message: 'is missing' });
  });
});

describe('the header of a document', () => {
  it('cannot be left open', () => {
    const header = () => filledHeader({ tipoDte: '05', generation: 'v2' }, { ambiente: '00' });
    expect(header).toThrow(new RangeError('#/identificacion/numeroControl is missing'));
  });
});

const IDENTITY: Identity = {
  tipoDte: '01',
  generation: 'v1',
  ambiente: '01',
  numeroControl: controlNumberOf('DTE-01-ABCD1234-000000000000007'),
  codigoGeneracion: codeOf('A1B2C3D4-0000-4000-8000-000000000001'),
  postedMs: Date.UTC(2027, 0, 1, 6),
};

/** The block alone. */
function blockOf(...given: Parameters<typeof buildIdentificacion>): Readonly<Record<string, unknown>> {
  const { identificacion, ...others } = JSON.parse(buildIdentificacion(...given));
  expect(others).toEqual({});
  return identificacion;
}

describe('buildIdentificacion', () => {
  it('describes a normal transmission in dollars, at local time', () => {
    expect(blockOf(IDENTITY)).toEqual({
      version: 1,
      ambiente: '01',
      tipoDte: '01',
      numeroControl: controlNumberOf('DTE-01-ABCD1234-000000000000007'),
      codigoGeneracion: codeOf('A1B2C3D4-0000-4000-8000-000000000001'),
      tipoModelo: 1,
      tipoOperacion: 1,
      tipoContingencia: null,
      motivoContin: null,
      fecEmi: '2027-01-01',
      horEmi: '00:00:00',
      tipoMoneda: 'USD',
    });
    const before = { ...IDENTITY, postedMs: IDENTITY.postedMs - 1 };
    expect(blockOf(before)).toMatchObject({ fecEmi: '2026-12-31', horEmi: '23:59:59' });
  });

  it('says of a formal contingency what kind it was, and nothing else differs', () => {
    const normal = blockOf(IDENTITY);
    expect(blockOf(IDENTITY, { tipo: 3, motivo: null })).toEqual({
      ...normal,
      tipoModelo: 2,
      tipoOperacion: 2,
      tipoContingencia: 3,
    });
    const fex = blockOf({ ...IDENTITY, tipoDte: '11' }, { tipo: 5, motivo: 'Inundación' });
    expect(fex).toMatchObject({ tipoContingencia: 5, motivoContigencia: 'Inundación' });
  });

  it('misspells the reason only where fe-fex-v1 does', () => {
    const misspelt = TIPOS_DTE.flatMap((tipoDte) =>
      (['v1', 'v2'] as const)
        .filter((generation) => 'motivoContigencia' in blockOf({ ...IDENTITY, tipoDte, generation }))
        .map((generation) => `${tipoDte} ${generation}`),
    );
    expect(misspelt).toEqual(['11 v1']);
    const fex = blockOf({ ...IDENTITY, tipoDte: '11' });
    expect(Object.keys(fex)).toHaveLength(12);
    expect(fex).not.toHaveProperty('motivoContin');
  });
});

const NUMBERED: Identity = {
  tipoDte: '01',
  generation: 'v2',
  ambiente: '00',
  numeroControl: controlNumberOf('DTE-01-M001P001-000000000000001'),
  codigoGeneracion: codeOf('A1B2C3D4-0000-4000-8000-000000000001'),
  postedMs: Date.UTC(2026, 10, 21, 5, 59, 59),
};

it('puts the identification in front and leaves every byte of the draft as it was', () => {
  const draft = '{"emisor":{"nombre":"Niño \\u007f, S.A."},"resumen":{"totalPagar":1.10}}';
  const text = documentText(draft, NUMBERED);
  expect(text).toBe(
    '{"identificacion":{"version":2,"ambiente":"00","tipoDte":"01",' +
      '"numeroControl":"DTE-01-M001P001-000000000000001",' +
      '"codigoGeneracion":"A1B2C3D4-0000-4000-8000-000000000001","tipoModelo":1,"tipoOperacion":1,' +
      '"tipoContingencia":null,"motivoContin":null,"fecEmi":"2026-11-20","horEmi":"23:59:59",' +
      '"tipoMoneda":"USD"},"emisor":{"nombre":"Niño \\u007f, S.A."},"resumen":{"totalPagar":1.10}}',
  );
});

describe('unnumberedText', () => {
  const draft = '{"emisor":{},"resumen":{"totalPagar":1}}';

  it.each(TIPOS_DTE)('is the signed text of type %s but for the places of number and code', (tipoDte) => {
    for (const generation of ['v1', 'v2'] as const) {
      const identity = { ...IDENTITY, tipoDte, generation };
      const { numeroControl, codigoGeneracion } = identity;
      const signed = documentText(draft, identity);
      const emptied = signed.replace(`"${numeroControl}"`, '""').replace(`"${codigoGeneracion}"`, '""');
      expect(unnumberedText(draft, identity)).toBe(emptied);
    }
  });
});
