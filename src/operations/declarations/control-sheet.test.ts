import { expect, it } from 'vitest';
import { columnLetter } from '../../core/declaring/annex.ts';
import { CONSUMERS } from '../../core/declaring/annexes/consumers.ts';
import { NO_CLASS, NO_CLASSES } from '../../core/declaring/given-class.ts';
import { MonthTally } from '../../core/declaring/month-tally.ts';
import { controlSheets } from './control-sheet.ts';

async function* nothing(): AsyncGenerator<never> {}

/** The points of the last sheet for a company with so many rules. */
async function pointsWith(rules: number): Promise<ReadonlyMap<unknown, unknown>> {
  const rule = { establishment: 'M001', activityCode: null, sale: NO_CLASS, purchase: NO_CLASS };
  const sheets = controlSheets(
    {
      declarations: { stamped: nothing, invalidated: nothing, invalidatedIn: nothing, unstamped: nothing },
      reconciliations: { ofMonth: async () => ({ ended: null, open: null, changed: 0 }) },
    },
    {
      declaration: {
        companyId: 'c',
        ambiente: '00',
        classes: { ...NO_CLASSES, rules: Array.from({ length: rules }, () => rule) },
        period: { year: 2026, month: 11 },
        notesAreNegative: false,
        exportsWithFreight: false,
        codesWithoutHyphens: false,
      },
      declarer: { name: 'Tienda Ficticia', nit: '06141501901010', nrc: '12345' },
      encoding: 'plain',
      tally: new MonthTally(),
      madeMs: 0,
    },
  );
  const points = new Map<unknown, unknown>();
  for await (const { cells } of sheets.at(-1)?.rows ?? []) points.set(cells[0], cells[1]);
  return points;
}

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
