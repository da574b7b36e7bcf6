import { describe, expect, it } from 'vitest';
import { officialSchema, officialSchemasArePresent } from '../../test/support/official-schemas.ts';
import { atEdges, changedAtRandom, compare, faultsOf } from '../../test/support/simulator/agreement.ts';
import { validContingenciaV3, validContingenciaV4 } from '../../test/support/simulator/contingency.ts';
import { valueAt, withValues } from '../../test/support/simulator/edit.ts';
import type { Draft } from '../../test/support/simulator/facturas.ts';
import { validInvalidacionV2, validInvalidacionV3 } from '../../test/support/simulator/invalidation.ts';
import { contingenciaV3 } from './contingencia-v3.ts';
import { contingenciaV4 } from './contingencia-v4.ts';
import { invalidacionV2 } from './invalidacion-v2.ts';
import { invalidacionV3 } from './invalidacion-v3.ts';

const OTHER = { 'motivo.tipoContingencia': 5, 'motivo.motivoContingencia': 'Inundación' };
const R = { 'documento.codigoGeneracionR': '7B1C0A52-3D4E-4F60-8A7B-9C0D1E2F3A4B' };
const REPLACED = { 'motivo.tipoAnulacion': 1, ...R };
const MALFORMED = `DTE-01-${'x'.repeat(24)}`;
const CLOCKS = { 'motivo.hInicio': '09:05:7', 'motivo.hFin': '23:59:59' };

/** The places where the simulator refuses what the official schema lets pass. */
const CASES = [
  {
    schema: 'v1/contingencia-schema-v3',
    kind: contingenciaV3,
    valid: validContingenciaV3(),
    edges: [OTHER, CLOCKS],
    excused: [
      /** The pattern `^0[1-9]|1[0-5]$` anchors each half on one side only, so that 014 passes. */
      /^#\/detalleDTE\/\d+\/tipoDoc$/,
    ],
  },
  {
    schema: 'v2/contingencia-schema-v4',
    kind: contingenciaV4,
    valid: validContingenciaV4(),
    edges: [OTHER, CLOCKS],
    excused: [
      /** The schema dropped the patterns and the format of these. */
      /^#\/emisor\/nit$/,
      /^#\/emisor\/correo$/,
      /^#\/detalleDTE\/\d+\/codigoGeneracion$/,
      /^#\/motivo\/h(?:Inicio|Fin)$/,
    ],
  },
  {
    schema: 'v1/anulacion-schema-v2',
    kind: invalidacionV2,
    valid: validInvalidacionV2(),
    edges: [REPLACED, { 'motivo.tipoAnulacion': 3, ...R }, { 'documento.numeroControl': MALFORMED }],
    excused: [
      /** The pattern anchors each half of its kinds on one side only, so that any text with the end of one passes. */
      /^#\/documento\/numeroControl$/,
    ],
  },
  {
    schema: 'v2/invalidacion-schema-v3',
    kind: invalidacionV3,
    valid: validInvalidacionV3(),
    edges: [REPLACED, { 'identificacion.fusion': '06149999993030' }],
    excused: [
      /** The schema dropped the patterns and the format of these. */
      /^#\/emisor\/nit$/,
      /^#\/(?:emisor|documento)\/correo$/,
      /^#\/documento\/codigoGeneracionR?$/,
      /** It gives a least number where it means a length. */
      /^#\/motivo\/nombreResponsable$/,
    ],
  },
];

const ROUNDS = 3000;

function* events(valid: Draft, edges: readonly Draft[], schema: unknown): Generator<Draft> {
  const drafts = [valid, ...edges.map((edge) => withValues(valid, edge))];
  for (const draft of drafts) yield* atEdges(draft, schema);
  yield* changedAtRandom(drafts, ROUNDS);
}

/** The pattern of the first generation forgets type 14, which the simulator knows. */
function isJudgedAlike(event: Draft): boolean {
  return !/^DTE-14-/.test(String(valueAt(event, 'documento.numeroControl')));
}

describe.skipIf(!officialSchemasArePresent)(
  'agreement with ../shared/hacienda/schemas',
  { timeout: 60_000 },
  () => {
    it.each(CASES)('$schema: every field at every limit, and random changes', (each) => {
      const validate = officialSchema(each.schema);
      if (validate === null) throw new Error('absent');
      const { kind, excused } = each;
      const drafts = [...events(each.valid, each.edges, validate.schema)].filter(isJudgedAlike);
      const tally = compare(kind, validate, { drafts, excused });
      expect(tally.disagreements).toEqual([]);
      expect([...tally.reasons]).toEqual(expect.arrayContaining(excused));
      expect(tally.accepted).toBeGreaterThan(ROUNDS / 20);
    });

    it.each(CASES.slice(0, 2))('$schema: one to a thousand documents', ({ schema, kind, valid }) => {
      for (const [length, good] of [
        [0, false],
        [1, true],
        [1000, true],
        [1001, false],
      ] as const) {
        const detalleDTE = Array.from({ length }, () => valueAt(valid, 'detalleDTE.0'));
        const event = withValues(valid, { detalleDTE });
        expect(officialSchema(schema)?.(event)).toBe(good);
        expect(faultsOf(kind, event).length === 0).toBe(good);
      }
    });
  },
);

it.each(CASES)('the event of our other tests has the structure of $schema', ({ kind, valid }) => {
  expect(faultsOf(kind, valid)).toEqual([]);
});

it('takes control numbers of type 14, which the pattern of the first generation forgets', () => {
  const event = withValues(validInvalidacionV2(), {
    'documento.tipoDte': '14',
    'documento.numeroControl': 'DTE-14-M001P001-000000000000001',
  });
  expect(faultsOf(invalidacionV2, event)).toEqual([]);
});

it('leaves out the places of the first generation, not those of 2026', () => {
  const places = (valid: Draft) => {
    const { codEstableMH: _, codPuntoVenta: __, codPuntoVentaMH: ___, ...emisor } = Object(valid['emisor']);
    return { ...valid, emisor };
  };
  expect(faultsOf(contingenciaV3, places(validContingenciaV3()))).toEqual([]);
  expect(faultsOf(contingenciaV4, places(validContingenciaV4()))).toEqual([
    { path: '#/emisor/codEstableMH', problem: 'missing' },
    { path: '#/emisor/codPuntoVentaMH', problem: 'missing' },
  ]);
});
