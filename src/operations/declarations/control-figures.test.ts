import { expect, it } from 'vitest';
import { declaredDocument } from '../../../test/support/declared-document.ts';
import { NOVEMBER } from '../../../test/support/declared-month.ts';
import { CONSUMERS, ConsumersGathering } from '../../core/declaring/annexes/consumers.ts';
import { TAXPAYERS, taxpayersLine } from '../../core/declaring/annexes/taxpayers.ts';
import { WITHHELD_INCOME_TAX, WithheldGathering } from '../../core/declaring/annexes/withheld-income-tax.ts';
import { MonthTally } from '../../core/declaring/month-tally.ts';
import type { PrintedSheet } from '../listings/ports.ts';
import { figuresSheet, retentionsSheet } from './control-figures.ts';

const AGENT = { nombre: 'Agente Ficticio', nit: '06141501901010' };

/**
 * A month by hand. Trade: a CCF of 1,000.00 (débito 130.00, retained 10.00), a note of 100.00 (débito 13.00, retained 1.00),
 * and invoices of 113.01 with VAT and 7.00 exempt. Services: a CCF of 200.00 (débito 26.00). Exports: 40.00 to Guatemala.
 */
function month(notesAreNegative: boolean): MonthTally {
  const tally = new MonthTally();
  const services = { operationType: 1, incomeType: 2 };
  const taxpayers = [
    declaredDocument({
      tipoDte: '03',
      number: 1,
      counterparty: AGENT,
      amounts: { taxed: '1000', vat: '130', retained: '10' },
    }),
    declaredDocument({
      tipoDte: '05',
      number: 2,
      counterparty: AGENT,
      amounts: { taxed: '100', vat: '13', retained: '1' },
    }),
    declaredDocument({
      tipoDte: '03',
      number: 3,
      counterparty: AGENT,
      incomeClass: services,
      amounts: { taxed: '200', vat: '26' },
    }),
  ];
  for (const document of taxpayers) {
    tally.sold(document);
    tally.add(TAXPAYERS, taxpayersLine(document, { period: NOVEMBER, notesAreNegative }));
  }
  const consumers = new ConsumersGathering(NOVEMBER, { exportsWithFreight: false });
  consumers.add(declaredDocument({ amounts: { taxed: '113.01', exempt: '7' } }));
  const exported = { codPais: 'GT', servicesAlone: false };
  consumers.add(declaredDocument({ tipoDte: '11', exported, amounts: { taxed: '40' } }));
  for (const cells of consumers.lines()) tally.add(CONSUMERS, cells);
  return tally;
}

async function cellsOf(sheet: PrintedSheet): Promise<readonly (readonly unknown[])[]> {
  const rows: (readonly unknown[])[] = [];
  for await (const { cells } of sheet.rows) rows.push(cells);
  return rows;
}

it.each([false, true])('works out what follows from the files, with notes below zero: %s', async (below) => {
  const tally = month(below);
  const told = (await cellsOf(figuresSheet(tally))).map(([what, amount]) => [what, amount]);
  const amount = (text: string) => ({ amount: text });
  expect(told).toEqual([
    ['Débito de créditos fiscales', amount('156.00')],
    ['Débito de facturas', amount('13.00')],
    ['Débito de notas de crédito', amount('-13.00')],
    ['Débito fiscal del mes', amount('156.00')],
    ['Retenciones por reclamar (IVA que le retuvieron)', amount('9.00')],
    ['Renta retenida a sujetos excluidos', amount('0.00')],
    ['Renta: operación 1 gravada, ingreso 2 servicios', amount('200.00')],
    ['Renta: operación 1 gravada, ingreso 3 comercio', amount('1007.01')],
    ['Renta: operación 1 gravada, ingreso 7 exportación de bienes', amount('40.00')],
    ['Renta: total de ingresos, sin IVA', amount('1247.01')],
  ]);
});

it('says how income was worked out', async () => {
  const tally = month(false);
  const told = await cellsOf(figuresSheet(tally));
  expect(told[7]?.[2]).toBe(
    '900.00 del anexo 1 (columna P, menos las notas) + 100.01 del anexo 2 (columna N, 113.01 entre 1.13) + 7.00 de sus ventas exentas, no sujetas y exportaciones',
  );
  expect(told[8]?.[2]).toBe('40.00 de sus ventas exentas, no sujetas y exportaciones');
});

it('tells the income tax that was withheld, in the detail of F-14 and by hand', async () => {
  const tally = new MonthTally();
  const seller = { nombre: 'Vendedor Ficticio', nit: '06141501901010' };
  const amounts = { purchased: '200', incomeTaxWithheld: '20', incomeTaxBase: '200' };
  const gathering = new WithheldGathering();
  gathering.add(declaredDocument({ tipoDte: '14', counterparty: seller, amounts }));
  for (const cells of gathering.lines(NOVEMBER)) tally.add(WITHHELD_INCOME_TAX, cells);
  for (const [number, incomeTaxWithheld] of [
    [2, '5'],
    [3, '3'],
  ] as const)
    tally.leaveOut(
      declaredDocument({ tipoDte: '14', number, amounts: { purchased: '80', incomeTaxWithheld } }),
    );
  const told = await cellsOf(figuresSheet(tally));
  const [, amount, how] = told.find(([what]) => what === 'Renta retenida a sujetos excluidos') ?? [];
  expect(amount).toEqual({ amount: '28.00' });
  expect(how).toMatch(/^20\.00 en el detalle del F-14 \(columna I\) \+ 8\.00 por declarar a mano/);
});

it('tells whom to ask for certificates', async () => {
  const tally = month(false);
  expect(await cellsOf(retentionsSheet(tally))).toEqual([
    ['Agente Ficticio', '06141501901010', { count: 2 }, { amount: '9.00' }],
    ['Total', '', null, { amount: '9.00' }],
  ]);
  expect(await cellsOf(retentionsSheet(new MonthTally()))).toEqual([]);
});
