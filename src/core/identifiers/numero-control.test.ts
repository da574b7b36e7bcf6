import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeIdentifier } from '../../../test/support/identifier-cases.ts';
import { TIPOS_DTE } from '../dte/kinds.ts';
import {
  formatNumeroControl,
  isNumeroControl,
  numeroControlParts,
  parseNumeroControl,
  whyNotNumeroControl,
} from './numero-control.ts';

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
