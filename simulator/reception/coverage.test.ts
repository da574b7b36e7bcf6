import { describe, expect, it } from 'vitest';
import { withValues } from '../../test/support/simulator/edit.ts';
import {
  type Draft,
  TEST_NIT,
  validFacturaV1,
  validFacturaV2,
} from '../../test/support/simulator/facturas.ts';
import { testKey } from '../../test/support/simulator/signing.ts';
import { isRecord, readExactJson } from '../exact/json.ts';
import type { Cover } from '../state/contingencies.ts';
import { type CoverageBench, coverage } from './coverage.ts';

const at = (text: string) => Date.parse(`${text}-06:00`);

const COVER: Cover = {
  codigoGeneracion: 'EVENT',
  startMs: at('2026-11-20T08:00:00'),
  endMs: at('2026-11-20T11:00:00'),
  sealedAtMs: at('2026-11-20T12:00:00'),
};

const issuer = {
  nit: TEST_NIT,
  ambiente: '00',
  user: TEST_NIT,
  passwordHash: '',
  key: testKey().publicKey,
};

function benchWith(cover: Cover | null, changes: Partial<CoverageBench> = {}): CoverageBench {
  const contingencies = { covering: () => cover };
  return { issuer, contingencies, nowMs: at('2026-11-20T13:00:00'), dates: 'lenient', ...changes };
}

function contingent(changes: Readonly<Record<string, unknown>> = {}, base = validFacturaV2()): Draft {
  return withValues(base, { 'identificacion.tipoOperacion': 2, ...changes });
}

function said(document: Draft, bench: CoverageBench): string | null {
  const exact = readExactJson(JSON.stringify(document));
  const result = coverage(isRecord(exact) ? exact : {}, bench);
  return result.kind === 'covered' ? result.evento : result.refusal.descripcionMsg;
}

const NO_EVENT = '[identificacion.codigoGeneracion] NO EXISTE EVENTO DE CONTINGENCIA';
const OUTSIDE = '[identificacion.fecEmi] NO ESTA ENTRE PERIODO REPORTADO EN EVENTO DE CONTINGENCIA';
const LATE = '[identificacion.fecEmi] FECHA FUERA DE PLAZO PERMITIDO';

describe('coverage', () => {
  it('is needed by documents of contingency alone, of either generation', () => {
    expect(said(validFacturaV2(), benchWith(null))).toBeNull();
    expect(said(contingent(), benchWith(null))).toBe(NO_EVENT);
    expect(said(contingent({}, validFacturaV1()), benchWith(null))).toBe(NO_EVENT);
    expect(said(contingent(), benchWith(COVER))).toBe('EVENT');
  });

  it('asks for the issuer, environment, code and type of the document', () => {
    const asked: unknown[] = [];
    const covering = (key: unknown) => {
      asked.push(key);
      return COVER;
    };
    said(contingent(), benchWith(null, { contingencies: { covering } }));
    expect(asked).toEqual([
      {
        nit: TEST_NIT,
        ambiente: '00',
        tipoDte: '01',
        codigoGeneracion: '7B1C0A52-3D4E-4F60-8A7B-9C0D1E2F3A4B',
      },
    ]);
  });

  it.each([
    ['2026-11-20', '07:59:59', OUTSIDE],
    ['2026-11-20', '08:00:00', 'EVENT'],
    ['2026-11-20', '11:00:00', 'EVENT'],
    ['2026-11-20', '11:00:01', OUTSIDE],
    ['2026-11-19', '10:00:00', OUTSIDE],
    ['2026-11-21', '10:00:00', OUTSIDE],
    ['2026-11-20', '08:00:5', 'EVENT'],
  ])('a document of %s %s: %s', (fecEmi, horEmi, expected) => {
    const document = contingent({ 'identificacion.fecEmi': fecEmi, 'identificacion.horEmi': horEmi });
    expect(said(document, benchWith(COVER))).toBe(expected);
  });

  it('ends 72 hours after the seal, in strict mode', () => {
    const when = (nowMs: number, dates: CoverageBench['dates']) =>
      said(contingent(), benchWith(COVER, { nowMs, dates }));
    const end = at('2026-11-23T12:00:00');
    expect(when(end, 'strict')).toBe('EVENT');
    expect(when(end + 1, 'strict')).toBe(LATE);
    expect(when(end + 1, 'lenient')).toBe('EVENT');
  });
});
