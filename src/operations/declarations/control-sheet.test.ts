import { expect, it } from 'vitest';
import { declaredDocument } from '../../../test/support/declared-document.ts';
import { exampleMonthOrder, NOVEMBER, readerOf } from '../../../test/support/declared-month.ts';
import { columnLetter } from '../../core/declaring/annex.ts';
import { CONSUMERS, ConsumersGathering } from '../../core/declaring/annexes/consumers.ts';
import { NO_CLASS, NO_CLASSES } from '../../core/declaring/given-class.ts';
import { MonthTally } from '../../core/declaring/month-tally.ts';
import type { PrintedSheet } from '../listings/ports.ts';
import { controlSheets } from './control-sheet.ts';

/** The sheets for a company with so many rules. */
function sheetsWith(rules: number, tally = new MonthTally()) {
  const rule = { establishment: 'M001', activityCode: null, sale: NO_CLASS, purchase: NO_CLASS };
  const classes = { ...NO_CLASSES, rules: Array.from({ length: rules }, () => rule) };
  return controlSheets(
    {
      declarations: readerOf(),
      reconciliations: { ofMonth: async () => ({ ended: null, open: null, changed: 0 }) },
    },
    { ...exampleMonthOrder({ classes }), tally },
  );
}

/** The first two cells of each row. */
async function pairsOf(sheet: PrintedSheet | undefined): Promise<ReadonlyMap<unknown, unknown>> {
  const points = new Map<unknown, unknown>();
  for await (const { cells } of sheet?.rows ?? []) points.set(cells[0], cells[1]);
  return points;
}

const pointsWith = (rules: number) => pairsOf(sheetsWith(rules).at(-1));

it('counts the rules of a company as people do', async () => {
  expect((await pointsWith(0)).get('Clase de renta')).toContain('no tiene reglas');
  expect((await pointsWith(1)).get('Clase de renta')).toContain('tiene una regla por');
  expect((await pointsWith(2)).get('Clase de renta')).toContain('tiene 2 reglas por');
});

it('names each column in which an invalidated export is taken back', async () => {
  const abroad = CONSUMERS.columns.flatMap(({ field }, index) =>
    field.startsWith('Exportaciones') ? [columnLetter(index)] : [],
  );
  const total = columnLetter(CONSUMERS.columns.findIndex(({ field }) => field === 'Total de ventas'));
  const points = await pointsWith(0);
  expect(points.get('Exportaciones invalidadas en un mes posterior')).toContain(
    `las columnas ${abroad.slice(0, -1).join(', ')} y ${abroad.at(-1)} del anexo 2 y en su total, la ${total},`,
  );
  expect(points.get('Facturas invalidadas en un mes posterior')).toContain(`la columna ${total} del anexo 2`);
});

it('marks a box that an invalidation puts below zero', async () => {
  const tally = new MonthTally();
  const gathering = new ConsumersGathering(NOVEMBER, { exportsWithFreight: false });
  gathering.add(declaredDocument({ fecEmi: '2026-10-05', amounts: { taxed: '11.30' } }));
  for (const cells of gathering.lines()) tally.add(CONSUMERS, cells);
  const boxes = await pairsOf(sheetsWith(0, tally).find(({ name }) => name === 'Casillas'));
  const marked = [...boxes].filter(([, words]) => String(words).endsWith('. Revise: saldo negativo'));
  expect(marked.map(([box]) => box)).toEqual(['96', '140']);
});
