import { expect, it } from 'vitest';
import { shownText } from '../../../../test/support/console-caller.ts';
import { layoutVisit } from '../../../../test/support/layout-visit.ts';
import {
  type Column,
  plainRow,
  printedSheet,
  strongRow,
} from '../../../operations/declarations/books/printed-sheet.ts';
import { USUAL_CRITERIA } from '../../../operations/declarations/criteria-words.ts';
import { controlPage, shownSheet } from './control-route.ts';

async function* rows(count: number) {
  for (let one = 1; one <= count; one += 1)
    yield plainRow([
      `fila ${one} <b>`,
      { day: '2026-11-05' },
      { count: 1_200 },
      { amount: '-1234.50' },
      null,
    ]);
}

it('shows the first rows of each sheet, and what all of them add up to', async () => {
  const columns: readonly Column[] = [
    ['Qué', 'text', 10, 10],
    ['Día', 'text', 10, 10],
    ['Filas', 'number', 10, 10],
    ['Suma', 'number', 10, 10],
    ['Nada', 'text', 10, 10],
  ];
  const foot = () => [strongRow(['Suma', '', null, { amount: '9.00' }, ''])];
  const long = await shownSheet(printedSheet({ name: 'Larga', columns, rows: rows(201), foot }));
  const none = await shownSheet(
    printedSheet({ name: 'Vacía', columns, rows: rows(0), whenEmpty: 'Nada quedó fuera.' }),
  );
  expect([long.rows.length, long.hasMore, none.hasMore]).toEqual([200, true, false]);
  const period = { year: 2026, month: 11 };
  const page = controlPage(layoutVisit('accountant'), {
    period,
    criteria: { ...USUAL_CRITERIA, notesAreNegative: true },
    sheets: [long, none],
  });
  const shown = shownText(page.text);
  expect(shown).toMatch(
    /fila 200 <b><\/td><td data-label="Día">05\/11\/2026<\/td><td class="num" data-label="Filas">1,200<.*?>-\$1,234\.50</,
  );
  expect(shown).not.toContain('fila 201 ');
  expect(shown).toContain('<strong>$9.00</strong>');
  expect(shown).toContain('Hay más: el archivo los tiene todos.');
  expect(shown).toContain('Nada quedó fuera.');
  expect(shown).toContain('/meses/2026-11/exportar.zip?notas=negativas');
});

it('begins with boxes and figures, and folds what adds up to nothing', async () => {
  const columns: readonly Column[] = [
    ['Columna', 'text', 10, 10],
    ['Suma', 'number', 10, 10],
  ];
  async function* sums() {
    yield plainRow(['exentas', { amount: '0.00' }]);
    yield plainRow(['gravadas', { amount: '7.00' }]);
  }
  const sheets = ['Archivos', 'Casillas', 'Retenciones', 'Resumen'].map((name) =>
    shownSheet(printedSheet({ name, columns, rows: sums() })),
  );
  const period = { year: 2026, month: 11 };
  const shown = { period, criteria: USUAL_CRITERIA, sheets: await Promise.all(sheets) };
  const { text } = controlPage(layoutVisit('accountant'), shown);
  expect([...text.matchAll(/<h2>(\w+)</g)].map(([, name]) => name)).toEqual([
    'Casillas',
    'Resumen',
    'Archivos',
    'Retenciones',
  ]);
  const [folded = '', ...others] = text.match(/<details>.*?<\/details>/gs) ?? [];
  expect([folded.includes('exentas'), folded.includes('gravadas'), others]).toEqual([true, false, []]);
});
