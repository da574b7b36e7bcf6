import { describe, expect, it } from 'vitest';
import { officialSchema, officialSchemasArePresent } from '../../test/support/official-schemas.ts';
import { atEdges, changedAtRandom, compare, faultsOf } from '../../test/support/simulator/agreement.ts';
import { valueAt, withValues } from '../../test/support/simulator/edit.ts';
import { EVERY_DOCUMENT } from '../../test/support/simulator/every-document.ts';
import type { Draft } from '../../test/support/simulator/facturas.ts';
import { STRICTER_THAN_SCHEMA } from '../../test/support/simulator/stricter-than-schema.ts';
import type { DocumentKind } from './document-kind.ts';

const CONTINGENCY = {
  'identificacion.tipoOperacion': 2,
  'identificacion.tipoModelo': 2,
  'identificacion.tipoContingencia': 1,
};

const UNTAXED = { 'resumen.totalGravada': 0, 'cuerpoDocumento.0.ventaGravada': 0 };
const TAX_LINE = { 'cuerpoDocumento.0.tipoItem': 4, 'cuerpoDocumento.0.codTributo': 'A8' };
const NO_DOCUMENT = { 'receptor.tipoDocumento': null, 'receptor.numDocumento': null };

/** A document of another kind than the first of the full ones, described or not transported. */
const DESCRIBED = { codDocAsociado: 2, descDocumento: 'Pedido', detalleDocumento: 'Número 17' };
const NO_TRANSPORT = { placaTrans: null, modoTransp: null, numConductor: null, nombreConductor: null };

type Edge = Readonly<Record<string, unknown>>;

/** Changes that bring a document to the edge of a condition of its schema, where another field decides. */
const EDGES: Readonly<Record<string, readonly Edge[]>> = {
  'v1/fe-fc-v1': [
    CONTINGENCY,
    TAX_LINE,
    NO_DOCUMENT,
    { receptor: null },
    { 'receptor.nombre': null },
    { ...UNTAXED, 'cuerpoDocumento.0.ivaItem': 0 },
  ],
  'v2/fe-f-v2': [NO_DOCUMENT],
  'v1/fe-ccf-v3': [
    CONTINGENCY,
    TAX_LINE,
    { 'resumen.totalPagar': 0 },
    { 'resumen.condicionOperacion': 2 },
    { ...UNTAXED, 'cuerpoDocumento.0.tributos': null },
    { otrosDocumentos: [{ ...DESCRIBED, medico: null }] },
  ],
  'v1/fe-nc-v3': [CONTINGENCY, TAX_LINE, { ...UNTAXED, 'cuerpoDocumento.0.tributos': null }],
  'v1/fe-fex-v1': [
    CONTINGENCY,
    { receptor: null },
    { 'cuerpoDocumento.0.noGravado': 1 },
    { 'emisor.tipoItemExpor': 2, 'emisor.recintoFiscal': null, 'emisor.regimen': null },
    { 'resumen.montoTotalOperacion': 10_000 },
    { 'resumen.montoTotalOperacion': 10_000, receptor: null },
    { otrosDocumentos: [{ ...DESCRIBED, ...NO_TRANSPORT }] },
  ],
  'v2/fe-fex-v3': [{ compraTercero: { numDocumento: '1', nombre: 'Mandante Ficticio' } }],
  'v1/fe-fse-v1': [CONTINGENCY, { 'resumen.condicionOperacion': 2 }],
};

/** Each with the valid and the full document, and the valid one at each edge. */
const CASES = EVERY_DOCUMENT.map((each) => {
  const edges = (EDGES[each.schema] ?? []).map((edge) => withValues(each.valid, edge));
  return { ...each, documents: [each.valid, each.full, ...edges] };
});

/** `TEST_ROUNDS=2000` is the long form. */
const ROUNDS = Number(process.env['TEST_ROUNDS'] ?? 150);

/** The places where the simulator is to be the stricter one. */
function excusesOf({ generation, tipoDte }: DocumentKind): readonly RegExp[] {
  return STRICTER_THAN_SCHEMA.filter(
    (each) => each.generation === generation && each.types.includes(tipoDte),
  ).map(({ path }) => path);
}

/** Fields that appear in a condition, or decide one. */
const CONDITIONAL = new RegExp(
  `^(?:${[
    'receptor',
    'tipo\\w+',
    'motivoContin',
    'numDocumento',
    'nrc',
    'nombre',
    'correo',
    'montoTotalOperacion',
    'tributos',
    'codTributo',
    'uniMedida',
    'ivaItem',
    'ivaRete1?',
    'ivaPerci1?',
    'totalGravada',
    'totalPagar',
    'condicionOperacion',
    'plazo',
    'periodo',
    'noGravado',
    'recintoFiscal',
    'regimen',
    '(?:venta|compra)Tercero',
  ].join('|')})$`,
);

/** One line is enough: lines do not depend on each other in the structure. */
function* sweeps(documents: readonly Draft[], schema: unknown): Generator<Draft> {
  const [valid = {}, full = {}, ...edges] = documents.map((document) =>
    withValues(document, { cuerpoDocumento: [valueAt(document, 'cuerpoDocumento.0')] }),
  );
  yield* atEdges(full, schema);
  for (const edge of [valid, ...edges]) yield* atEdges(edge, schema, CONDITIONAL);
}

describe.skipIf(!officialSchemasArePresent)(
  'agreement with ../shared/hacienda/schemas',
  { timeout: 120_000 },
  () => {
    it.each(CASES)('$schema: every field at every limit', ({ kind, schema, documents }) => {
      const validate = officialSchema(schema);
      if (validate === null) throw new Error('absent');
      const excused = excusesOf(kind);
      const tally = compare(kind, validate, { drafts: sweeps(documents, validate.schema), excused });
      expect(tally.disagreements).toEqual([]);
      expect([...tally.reasons]).toEqual(expect.arrayContaining([...excused]));
    });

    it.each(CASES)(`$schema: ${ROUNDS} documents with random changes`, ({ kind, schema, documents }) => {
      const validate = officialSchema(schema);
      if (validate === null) throw new Error('absent');
      const tally = compare(kind, validate, {
        drafts: changedAtRandom(documents, ROUNDS),
        excused: excusesOf(kind),
      });
      expect(tally.disagreements).toEqual([]);
      expect(tally.accepted).toBeGreaterThan(ROUNDS / 20);
      expect(tally.accepted).toBeLessThan(ROUNDS * 0.9);
    });

    it.each(CASES)('$schema: the documents of our other tests', ({ schema, documents }) => {
      for (const document of documents.slice(0, 2)) expect(officialSchema(schema)?.(document)).toBe(true);
    });
  },
);

it.each(CASES)('every optional part of $schema is described', ({ kind, documents }) => {
  for (const document of documents.slice(0, 2)) expect(faultsOf(kind, document)).toEqual([]);
});
