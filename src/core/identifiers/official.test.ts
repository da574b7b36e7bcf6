import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeIdentifier } from '../../../test/support/identifier-cases.ts';
import { establishmentOf, pointOfSaleOf } from '../../../test/support/identifiers.ts';
import { TIPOS_DTE, type TipoDte } from '../dte/kinds.ts';
import {
  formatNumeroControl,
  isCodigoGeneracion,
  isNumeroControl,
  isSelloRecibido,
  numeroControlParts,
  parseCodigoGeneracion,
  parseNumeroControl,
  parseSelloRecibido,
  segmentFits,
  segmentOf,
  seriesOf,
  whyNotCodigoGeneracion,
  whyNotNumeroControl,
  whyNotSelloRecibido,
} from './official.ts';

describe('the código de generación', () => {
  describeIdentifier({
    name: 'codigo-generacion',
    parse: parseCodigoGeneracion,
    is: isCodigoGeneracion,
    whyNot: whyNotCodigoGeneracion,
  });

  it('accepts a fresh UUID only in upper case, and says so', () => {
    const uuid = randomUUID();
    expect(isCodigoGeneracion(uuid.toUpperCase())).toBe(true);
    expect(whyNotCodigoGeneracion(uuid)).toContain('mayúsculas');
  });
});

describe('the número de control', () => {
  describeIdentifier({
    name: 'numero-control',
    parse: parseNumeroControl,
    is: isNumeroControl,
    whyNot: whyNotNumeroControl,
  });

  describe('formatting and reading back', () => {
    const parts = fc.record({
      tipoDte: fc.constantFrom(...TIPOS_DTE),
      segment: fc.stringMatching(/^[A-Z0-9]{8}$/),
      correlative: fc.bigInt({ min: 1n, max: 999_999_999_999_999n }),
    });

    it('returns the parts for every correlative, in 31 characters', () => {
      fc.assert(
        fc.property(parts, (given) => {
          const numero = formatNumeroControl(given);
          expect(numero).toHaveLength(31);
          expect(numeroControlParts(numero)).toEqual(given);
        }),
      );
    });

    it('prints the example of the specification', () => {
      const numero = formatNumeroControl({ tipoDte: '01', segment: 'M001P001', correlative: 42n });
      expect(numero).toBe('DTE-01-M001P001-000000000000042');
    });

    it.each([0n, -1n, 1_000_000_000_000_000n])('throws on the correlative %s', (correlative) => {
      expect(() => formatNumeroControl({ tipoDte: '01', segment: 'M001P001', correlative })).toThrow(
        RangeError,
      );
    });

    it.each(['', 'M001P00', 'm001P001', 'M001-001', 'M001P0012'])('throws on the segment %j', (segment) => {
      expect(() => formatNumeroControl({ tipoDte: '01', segment, correlative: 1n })).toThrow(RangeError);
    });
  });

  it('gives the reason that helps', () => {
    expect(whyNotNumeroControl('DTE-04-M001P001-000000000000001')).toContain('tipo de documento 04');
    expect(whyNotNumeroControl('DTE-01-M001P001-000000000000000')).toContain('empieza en 1');
    expect(whyNotNumeroControl('x')).toContain('DTE-NN');
  });

  const PLACES = [
    { establishment: establishmentOf('M001'), pointOfSale: pointOfSaleOf('P001') },
    { establishment: establishmentOf('M001'), pointOfSale: pointOfSaleOf('P002') },
    { establishment: establishmentOf('S002'), pointOfSale: pointOfSaleOf('P001') },
  ];

  /** Every document of three places and five types. */
  const DOCUMENTS = PLACES.flatMap((place) => TIPOS_DTE.map((tipoDte) => ({ ...place, tipoDte })));

  function scopes(mode: Parameters<typeof seriesOf>[0]): ReadonlySet<string> {
    return new Set(DOCUMENTS.map((document) => seriesOf(mode, 2026, document).scope));
  }

  describe('seriesOf', () => {
    const document = {
      establishment: establishmentOf('S002'),
      pointOfSale: pointOfSaleOf('P007'),
      tipoDte: '05' satisfies TipoDte,
    } as const;

    it('counts the whole company in one series', () => {
      expect(seriesOf('centralized', 2026, document)).toEqual({ fiscalYear: 2026, scope: '' });
      expect(scopes('centralized').size).toBe(1);
    });

    it('counts each establishment in its own, whatever point of sale and type', () => {
      expect(seriesOf('establishment', 2026, document)).toEqual({ fiscalYear: 2026, scope: 'S002' });
      expect(scopes('establishment')).toEqual(new Set(['M001', 'S002']));
    });

    it('counts each point of sale and type in its own', () => {
      expect(seriesOf('point_of_sale', 2026, document)).toEqual({ fiscalYear: 2026, scope: 'S002P007-05' });
      expect(scopes('point_of_sale').size).toBe(DOCUMENTS.length);
    });

    it('restarts with the fiscal year', () => {
      const years = [2026, 2027].map((year) => seriesOf('centralized', year, document).fiscalYear);
      expect(years).toEqual([2026, 2027]);
    });

    it('gives no mode a scope of another mode, so that a change of mode starts new counters', () => {
      const all = [...scopes('centralized'), ...scopes('establishment'), ...scopes('point_of_sale')];
      expect(new Set(all).size).toBe(all.length);
    });
  });

  describe('the segment', () => {
    it('is establishment and point of sale', () => {
      expect(segmentOf({ establishment: establishmentOf('M001'), pointOfSale: pointOfSaleOf('P012') })).toBe(
        'M001P012',
      );
    });

    it.each(['M001P001', 'B999P000', 'S010P999', 'P001P001'])('%s fits both generations', (segment) => {
      expect([segmentFits(segment, 'v1'), segmentFits(segment, 'v2')]).toEqual([true, true]);
    });

    it.each(['A001P001', 'M001S001', 'ABCD1234', '00000000', 'M01AP001', 'M0001P01'])(
      '%s fits v1 only',
      (segment) => {
        expect([segmentFits(segment, 'v1'), segmentFits(segment, 'v2')]).toEqual([true, false]);
      },
    );

    it.each(['', 'M001P01', 'M001P0011', 'm001p001', 'M001-P01', 'M001P00\n', 'M001P001\n', 'Ñ001P001'])(
      '%j fits neither',
      (segment) => {
        expect([segmentFits(segment, 'v1'), segmentFits(segment, 'v2')]).toEqual([false, false]);
      },
    );
  });
});

describeIdentifier({
  name: 'sello-recibido',
  parse: parseSelloRecibido,
  is: isSelloRecibido,
  whyNot: whyNotSelloRecibido,
});
