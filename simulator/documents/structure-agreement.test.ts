import type { ValidateFunction } from 'ajv';
import { describe, expect, it } from 'vitest';
import { officialSchema, officialSchemasArePresent } from '../../test/support/official-schemas.ts';
import { valueAt, withValues } from '../../test/support/simulator/edit.ts';
import type { Draft } from '../../test/support/simulator/facturas.ts';
import { validFacturaV1, validFacturaV2 } from '../../test/support/simulator/facturas.ts';
import { fullFacturaV1, fullFacturaV2 } from '../../test/support/simulator/full-facturas.ts';
import { mutated, sweep } from '../../test/support/simulator/mutate.ts';
import { STRICTER_THAN_SCHEMA, type Stricter } from '../../test/support/simulator/stricter-than-schema.ts';
import { isRecord, readExactJson } from '../exact/json.ts';
import { seededChance } from '../misbehaviour/chance.ts';
import type { Fault } from '../shapes/fault.ts';
import { findFaults } from '../shapes/find-faults.ts';
import type { DocumentKind } from './document-kind.ts';
import { facturaV1 } from './factura-v1.ts';
import { facturaV2 } from './factura-v2.ts';

/** Documents on the edge of a condition, where a change of another field decides. */
const EDGES: readonly Readonly<Record<string, unknown>>[] = [
  { receptor: null },
  { 'receptor.tipoDocumento': null, 'receptor.numDocumento': null },
  { 'receptor.nombre': null },
  { 'resumen.totalGravada': 0, 'cuerpoDocumento.0.ventaGravada': 0, 'cuerpoDocumento.0.ivaItem': 0 },
  { 'identificacion.tipoOperacion': 2, 'identificacion.tipoModelo': 2, 'identificacion.tipoContingencia': 1 },
  { 'cuerpoDocumento.0.tipoItem': 4, 'cuerpoDocumento.0.codTributo': 'A8' },
];

function documentsOf(valid: Draft, full: Draft): readonly Draft[] {
  return [valid, full, ...EDGES.map((edge) => withValues(valid, edge))];
}

const CASES = [
  { kind: facturaV1, schema: 'v1/fe-fc-v1', documents: documentsOf(validFacturaV1(), fullFacturaV1()) },
  { kind: facturaV2, schema: 'v2/fe-f-v2', documents: documentsOf(validFacturaV2(), fullFacturaV2()) },
];

const ROUNDS = 2000;

function faultsOf(kind: DocumentKind, document: Draft): readonly Fault[] {
  const exact = readExactJson(JSON.stringify(document));
  const faults = findFaults(kind.shape, exact);
  return faults.length > 0 || !isRecord(exact) ? faults : kind.conditions(exact);
}

function intended(kind: DocumentKind, fault: Fault): Stricter | undefined {
  return STRICTER_THAN_SCHEMA.find(({ version, path }) => version === kind.version && path.test(fault.path));
}

interface Tally {
  documents: number;
  accepted: number;
  readonly reasons: Set<Stricter>;
  readonly disagreements: unknown[];
}

/** Compares both judges over many documents; a disagreement is kept with what each of them says. */
function compare(kind: DocumentKind, validate: ValidateFunction, documents: Iterable<Draft>): Tally {
  const tally: Tally = { documents: 0, accepted: 0, reasons: new Set(), disagreements: [] };
  for (const document of documents) {
    const official = validate(document);
    const faults = faultsOf(kind, document);
    tally.documents += 1;
    if (official) tally.accepted += 1;
    if (official === (faults.length === 0)) continue;
    const reasons = faults.map((fault) => intended(kind, fault));
    const excused = official && reasons.every((reason) => reason !== undefined);
    if (!excused) tally.disagreements.push({ official, faults, errors: validate.errors });
    for (const reason of reasons) if (reason !== undefined) tally.reasons.add(reason);
  }
  return tally;
}

function* mutations(documents: readonly Draft[]): Generator<Draft> {
  const chance = seededChance(20261120);
  for (let round = 0; round < ROUNDS; round += 1)
    yield mutated(documents[round % documents.length] ?? {}, chance);
}

/** Fields that appear in a condition, or decide one. */
const CONDITIONAL =
  /^(?:receptor|tipo\w+|motivoContin|numDocumento|nrc|nombre|montoTotalOperacion|tributos|codTributo|uniMedida|ivaItem|ivaRete1?)$/;

/** One line is enough: lines do not depend on each other in the structure. */
function* sweeps(documents: readonly Draft[]): Generator<Draft> {
  const [valid = {}, full = {}, ...edges] = documents.map((document) =>
    withValues(document, { cuerpoDocumento: [valueAt(document, 'cuerpoDocumento.0')] }),
  );
  yield* sweep(full, /./);
  for (const edge of [valid, ...edges]) yield* sweep(edge, CONDITIONAL);
}

describe.skipIf(!officialSchemasArePresent)(
  'agreement with ../shared/hacienda/schemas',
  { timeout: 120_000 },
  () => {
    it.each(CASES)('$schema: every field at every limit', ({ kind, schema, documents }) => {
      const validate = officialSchema(schema);
      if (validate === null) throw new Error('absent');
      const tally = compare(kind, validate, sweeps(documents));
      expect(tally.disagreements).toEqual([]);
      const own = STRICTER_THAN_SCHEMA.filter(({ version }) => version === kind.version);
      expect([...tally.reasons]).toEqual(expect.arrayContaining(own));
    });

    it.each(CASES)(`$schema: ${ROUNDS} documents with random changes`, ({ kind, schema, documents }) => {
      const validate = officialSchema(schema);
      if (validate === null) throw new Error('absent');
      const tally = compare(kind, validate, mutations(documents));
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
