import { describe, expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { exampleLine, exampleOrder } from '../../../test/support/example-order.ts';
import { exampleContribuyente } from '../../../test/support/example-parties.ts';
import { codeOf, controlNumberOf } from '../../../test/support/identifiers.ts';
import { classifiedLines, draftNote } from '../adjusting/draft-note.ts';
import { readIssuedCcf } from '../adjusting/issued-ccf.ts';
import { draftOrder } from '../drafting/draft-order.ts';
import type { NoteLine, Order } from '../drafting/order.ts';
import { documentText } from '../dte/document-text.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import { noteWarnings } from './note-warnings.ts';

const COMPANY = exampleCompany();
const PLACE = { establishment: COMPANY.defaultEstablishment, pointOfSale: COMPANY.defaultPointOfSale };

interface Case {
  readonly sold?: Partial<Order>;
  readonly sent?: readonly NoteLine[] | null;
  readonly from?: SchemaGeneration;
  readonly to?: SchemaGeneration;
  /** How the address of a v1 CCF is changed. */
  readonly address?: string;
}

/** What is told of a note on a CCF that sold one taxed bread in a known unit, unless said otherwise. */
function told({ sold = {}, sent = null, from = 'v2', to = 'v2', address }: Case): readonly string[] {
  const lines = [exampleLine({ unit: '36' })];
  const order = exampleOrder({ tipoDte: '03', customer: exampleContribuyente(), lines, ...sold });
  const sale = draftOrder(order, { company: COMPANY, generation: from, place: null });
  if (sale.kind === 'problems') throw new Error(JSON.stringify(sale.problems));
  const text = documentText(sale.text, {
    tipoDte: '03',
    generation: from,
    ambiente: '00',
    numeroControl: controlNumberOf('DTE-03-M001P001-000000000000001'),
    codigoGeneracion: codeOf('A1B2C3D4-0000-4000-8000-000000000001'),
    postedMs: Date.UTC(2026, 10, 1),
  });
  const read = readIssuedCcf(text);
  const { receptor } = read;
  const direccion = { ...receptor.direccion, ...(address === undefined ? {} : { complemento: address }) };
  const ccf = { ...read, receptor: { ...receptor, direccion } };
  const classified = classifiedLines(sent ?? [], ccf);
  const terms = { company: COMPANY, place: PLACE, ccf, observations: null };
  const draft = draftNote({ ...terms, lines: sent === null ? null : classified }, to);
  if (draft.kind === 'problems') throw new Error(JSON.stringify(draft.problems));
  return noteWarnings({ ccf, sent: sent ?? [], lines: classified }, draft).map(
    ({ code, path, message }) => `${code} ${path}: ${message}`,
  );
}

const unclassed = (unit: string): NoteLine => ({ ...exampleLine({ unit, quantity: 0.5 }), saleType: null });

describe('what is told of a note', () => {
  it('is nothing of one that copies its CCF, or says everything', () => {
    expect(told({})).toEqual([]);
    expect(told({ sent: [unclassed('36')] })).toEqual([]);
  });

  it('is a unit that is none, and a class of sale that it had to assume', () => {
    const lines = [exampleLine(), exampleLine({ saleType: 'exempt' })];
    expect(told({ sold: { lines }, sent: [exampleLine({ unit: '36' }), unclassed('99')] })).toEqual([
      'sale_type_assumed lines[1].sale_type: El CCF vendió en varias clases: sin sale_type, la línea va como gravada.',
      'unit_unlisted lines[1].unit: Va con la unidad 99, otra; vea /catalogs/units.',
    ]);
  });

  it('is the district that a CCF of v1 does not name', () => {
    expect(told({ from: 'v1' })).toEqual([]);
    expect(told({ from: 'v1', address: 'Calle 1' })).toEqual([
      expect.stringMatching(
        /^district_guessed document_id: El CCF no dice el distrito: la nota lleva .+ \(\d\d\), .+\.$/,
      ),
    ]);
  });

  it('is the e-mail that v1 demands', () => {
    const customer = exampleContribuyente({ email: null });
    expect(told({ sold: { customer }, to: 'v1' })).toEqual([
      'default_used document_id: No se envió: el documento lleva «facturas@ejemplo.com».',
    ]);
  });
});
