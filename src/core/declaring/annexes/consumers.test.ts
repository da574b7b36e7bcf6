import { describe, expect, it } from 'vitest';
import { declaredDocument } from '../../../../test/support/declared-document.ts';
import { CONSUMERS, ConsumersGathering } from './consumers.ts';

const PERIOD = { year: 2026, month: 11 };
const NOVEMBER = { period: PERIOD, notesAreNegative: false };
const SWITCHES = { exportsWithFreight: false };
type Given = Parameters<typeof declaredDocument>[0];

function lines(documents: readonly Given[], switches = SWITCHES) {
  const gathering = new ConsumersGathering(PERIOD, switches);
  for (const document of documents) gathering.add(declaredDocument(document));
  return gathering.lines();
}

const code = (number: number, tipoDte = '01') =>
  declaredDocument(tipoDte === '11' ? { tipoDte, number } : { number }).codigoGeneracion.replaceAll('-', '');

function abroad(codPais: string, servicesAlone = false): Given {
  return { tipoDte: '11', exported: { codPais, servicesAlone }, amounts: { taxed: '100', total: '112.50' } };
}

describe('annex 2', () => {
  it('sums a day into one row with the first and the last code, VAT within', () => {
    const [row] = lines([
      { number: 2, horEmi: '12:00:00', amounts: { taxed: '11.30' } },
      { number: 1, horEmi: '08:00:00', amounts: { taxed: '1.13', exempt: '2' } },
      { number: 3, horEmi: '12:00:00', amounts: { taxed: '0.01', notSubject: '3.5' } },
    ]);
    expect(row).toEqual([
      '05/11/2026',
      '4',
      '01',
      'N/A',
      'N/A',
      'N/A',
      'N/A',
      code(1),
      code(3),
      '',
      '2.00',
      '0.00',
      '3.50',
      '12.44',
      '0.00',
      '0.00',
      '0.00',
      '0.00',
      '0.00',
      '17.94',
      '1',
      '3',
      '2',
    ]);
    expect(CONSUMERS.findingsOf(row ?? [], NOVEMBER)).toEqual([]);
  });

  it('has a row for each day, type and income class', () => {
    const rows = lines([
      { number: 1, fecEmi: '2026-11-06', amounts: { taxed: '1' } },
      { number: 2, amounts: { taxed: '1' } },
      { number: 3, amounts: { taxed: '1' }, incomeClass: { operationType: 1, incomeType: 2 } },
      { ...abroad('US'), number: 4 },
    ]);
    expect(rows.map((row) => [row[0], row[2], row[21]])).toEqual([
      ['05/11/2026', '01', '2'],
      ['05/11/2026', '01', '3'],
      ['05/11/2026', '11', '7'],
      ['06/11/2026', '01', '3'],
    ]);
  });

  it.each([
    ['GT', 14],
    ['9501', 14],
    ['PA', 15],
    ['BZ', 15],
    ['US', 15],
  ])('puts goods for %s into column %i', (codPais, place) => {
    const [row] = lines([abroad(codPais)]);
    const amounts = row?.slice(10, 20).map(String);
    expect(amounts?.[place - 10]).toBe('100.00');
    expect(amounts?.filter((amount) => amount !== '0.00')).toEqual(['100.00', '100.00']);
  });

  it('puts services beside goods, with their own class, and freight where the accountant says so', () => {
    expect(lines([abroad('GT', true)])[0]?.slice(14, 22)).toEqual([
      '0.00',
      '0.00',
      '100.00',
      '0.00',
      '0.00',
      '100.00',
      '1',
      '9',
    ]);
    expect(lines([abroad('US')], { exportsWithFreight: true })[0]?.[15]).toBe('112.50');
  });

  it('takes back what an earlier month declared in a row of its own, below zero', () => {
    const rows = lines([
      { number: 1, amounts: { taxed: '5' } },
      {
        number: 2,
        fecEmi: '2026-10-30',
        invalidatedOn: '2026-11-02',
        amounts: { taxed: '7.77', exempt: '1' },
      },
    ]);
    const [back = [], sold = []] = rows;
    const shown = [back, sold].map((row) => [0, 7, 10, 13, 19].map((place) => row[place]).join(' '));
    expect(shown).toEqual([
      `30/10/2026 ${code(2)} -1.00 -7.77 -8.77`,
      `05/11/2026 ${code(1)} 0.00 5.00 5.00`,
    ]);
    expect(CONSUMERS.findingsOf(back, NOVEMBER)).toMatchObject([{ column: 'T', warrant: 'manual' }]);
    expect(
      CONSUMERS.findingsOf(back, { ...NOVEMBER, period: { year: 2027, month: 2 } })[0]?.message,
    ).toContain('no es para el periodo');
  });

  it('has remarks on a row that adds and takes back, and on a total that is not the sum', () => {
    const [row = []] = lines([{ amounts: { taxed: '5', exempt: '2' } }]);
    const faults = (cells: readonly string[]) =>
      CONSUMERS.findingsOf(cells, NOVEMBER).map(({ column, message }) => `${column} ${message}`);
    expect(faults(row.with(19, '7.01'))).toEqual([expect.stringContaining('T Total de ventas')]);
    expect(faults(row.with(10, '-5.00').with(19, '0.00'))).toEqual([
      expect.stringContaining('no debe ser negativa'),
    ]);
    expect(faults(row.with(3, 'DTE01M001P001000000000000001'))).toEqual([expect.stringContaining('"N/A"')]);
  });
});
