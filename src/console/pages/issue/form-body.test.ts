import { describe, expect, it } from 'vitest';
import { refOf } from '../../../../test/support/identifiers.ts';
import { readIssuing } from '../../../requests/read-issuing.ts';
import {
  bodyOf,
  catalogOf,
  compacted,
  isBlankLine,
  linesIn,
  withBlanksLast,
  withCatalogs,
  withLines,
} from './form-body.ts';

const FACTURA = { tipoDte: '01', externalRef: refOf('a') } as const;
const CCF = { tipoDte: '03', externalRef: refOf('a') } as const;

describe('bodyOf', () => {
  it('names what was typed as the interface does, and leaves out what was not', () => {
    const fields = {
      'customer.nrc': ' 1234-5 ',
      'customer.name': 'Ana',
      'customer.activity_code': '46900 · Venta al por mayor',
      'customer.email': '  ',
      observations: 'uno\r\ndos',
      'lines[1].description': 'Segunda',
      'lines[0].description': 'Primera',
      'lines[0].unit_price': '$1,234.50',
      'lines[0].unit': '59 · Unidad',
      'payments[0].method': '05',
      'payments[0].amount': '2.00',
      'appendix[0].field': 'x',
    };
    expect(bodyOf(CCF, fields)).toEqual({
      doc_type: '03',
      external_ref: 'a',
      customer: { nrc: '1234-5', name: 'Ana', activity_code: '46900' },
      observations: 'uno\ndos',
      lines: [{ description: 'Primera', unit_price: '1234.50', unit: '59' }, { description: 'Segunda' }],
      payments: [{ method: '05', amount: '2.00' }],
      appendix: [{ field: 'x' }],
    });
  });

  it('takes a customer of whom nothing but the name is told for a bare name, in a factura alone', () => {
    expect(bodyOf(FACTURA, { 'customer.name': 'Ana' })).toMatchObject({ customer_name: 'Ana' });
    expect(bodyOf(FACTURA, { 'customer.name': 'Ana' })).not.toHaveProperty('customer');
    expect(bodyOf(CCF, { 'customer.name': 'Ana' })).toMatchObject({ customer: { name: 'Ana' } });
  });

  it('knows a box that was ticked', () => {
    const fields = { 'lines[0].description': 'a', 'lines[0].is_service': 'sí' };
    expect(bodyOf({ ...CCF, tipoDte: '14' }, fields)['lines']).toEqual([
      { description: 'a', is_service: true },
    ]);
  });

  it.each(['__proto__', 'constructor.prototype', 'lines[0]', 'lines[99999].code', 'a b', 'x[0][1].y'])(
    'is refused or left out where a name is none of the form’s: %s',
    (name) => {
      const body = bodyOf(CCF, { [name]: 'x' });
      expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
      const reading = readIssuing(body, 'sale');
      expect(reading.kind).toBe('refused');
    },
  );

  it('is read as strictly as JSON, in the same words', () => {
    const fields = { 'lines[0].description': 'a', 'lines[0].quantity': '1,2,5', 'lines[0].unit_price': '1' };
    expect(readIssuing(bodyOf(FACTURA, fields), 'sale')).toMatchObject({
      problems: [{ path: 'lines[0].quantity', message: 'Debe ser un número, como 1.50.' }],
    });
    expect(readIssuing(bodyOf(FACTURA, { ...fields, 'lines[0].quantity': '2' }), 'sale')).toMatchObject({
      kind: 'request',
      order: { tipoDte: '01', lines: [{ quantity: 2, unitPrice: 1 }] },
    });
  });
});

describe('the lines of a form', () => {
  const fields = {
    observations: 'o',
    'lines[0].description': 'a',
    'lines[1].quantity': '1',
    'lines[1].unit': '59 · Unidad',
    'lines[2].code': 'c',
  };

  it('are blank where nothing tells what is sold', () => {
    expect(linesIn(fields)).toEqual([0, 1, 2]);
    expect(linesIn(fields).map((index) => isBlankLine(fields, index))).toEqual([false, true, false]);
    expect(compacted(fields)).toEqual({
      observations: 'o',
      'lines[0].description': 'a',
      'lines[1].code': 'c',
    });
    expect(linesIn({})).toEqual([]);
  });

  it('stay behind the others while nobody has filled them in', () => {
    const typed = { 'lines[0].quantity': '1', 'lines[1].description': 'a', 'lines[2].quantity': '3' };
    expect(withBlanksLast(typed)).toEqual({
      'lines[0].description': 'a',
      'lines[1].quantity': '1',
      'lines[2].quantity': '3',
    });
  });

  it('are kept in the order that is asked for', () => {
    expect(withLines(fields, [2, 0])).toEqual({
      observations: 'o',
      'lines[1].description': 'a',
      'lines[0].code': 'c',
    });
  });
});

describe('a field with a catalog behind it', () => {
  it.each([
    ['customer.activity_code', 'activity_code'],
    ['lines[3].unit', 'unit'],
    ['export.regime', 'regime'],
    ['customer.name', null],
    ['constructor', null],
    ['', null],
  ])('%s is of %s', (name, catalog) => {
    expect(catalogOf(name)).toBe(catalog);
  });

  it('is read for what it means alone, and left as it is where it may mean several things', () => {
    const fields = { 'customer.name': 'Soyapango', 'customer.district': 'Soyapango', 'lines[0].unit': 'x' };
    expect(withCatalogs(fields)).toEqual({
      ...fields,
      'customer.district': expect.stringMatching(/^062217 · Soyapango/),
    });
  });
});
