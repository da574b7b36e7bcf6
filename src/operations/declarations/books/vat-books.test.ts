import { describe, expect, it } from 'vitest';
import {
  exported,
  INVALIDATION,
  invalidate,
  noted,
  sold,
  soldToTaxpayer,
} from '../../../../test/support/cancelling.ts';
import { exampleDeclaration, movedBack, thisPeriod } from '../../../../test/support/declared-month.ts';
import { ownHouse } from '../../../../test/support/house.ts';
import { establishmentOf } from '../../../../test/support/identifiers.ts';
import { lineBody } from '../../../../test/support/request-bodies.ts';
import { annexAmount, centsIn } from '../../../core/declaring/cents.ts';
import { type Period, previousPeriod } from '../../../core/declaring/period.ts';
import type { EstablishmentCode } from '../../../core/identifiers/establishment-code.ts';
import { createDeclarationReader } from '../../../storage/declarations/declaration-reader.ts';
import type { BookCell, BookRow } from '../../listings/ports.ts';
import { annexLines } from '../annex-lines.ts';
import type { VatBook } from './book-order.ts';
import { CONSUMERS_BOOK } from './consumers-book.ts';
import { TAXPAYERS_BOOK } from './taxpayers-book.ts';

const house = ownHouse({
  company: { file: INVALIDATION },
  times: { callTimeoutMs: 1_000, requestBudgetMs: 3_000 },
});
const period = thisPeriod();
const reader = () => createDeclarationReader(house.poolOf('sello_operator'));

interface ReadSheet {
  readonly titles: readonly string[];
  readonly rows: readonly BookRow[];
  readonly foot: readonly BookRow[];
}

/** The sheets of a book by their names, read one after the other. */
async function bookOf(
  book: VatBook,
  companyId: string,
  changes: { readonly period?: Period; readonly establishment?: EstablishmentCode } = {},
): Promise<ReadonlyMap<string, ReadSheet>> {
  const scope = { ...exampleDeclaration({ companyId, period }), establishment: null, ...changes };
  const sheets = new Map<string, ReadSheet>();
  for (const sheet of book.sheetsOf(reader(), scope)) {
    const rows: BookRow[] = [];
    for await (const row of sheet.rows) rows.push(row);
    sheets.set(sheet.name, { titles: sheet.columns.map(({ title }) => title), rows, foot: sheet.foot() });
  }
  return sheets;
}

/** Cents of a column over all rows; the foot must say the same. */
function sumOf({ titles, rows, foot }: ReadSheet, title: string): bigint {
  const at = titles.indexOf(title);
  if (at < 0) throw new Error(`no column ${title}`);
  const sum = (of: readonly BookRow[]) => of.reduce((cents, { cells }) => cents + centsOf(cells[at]), 0n);
  expect([title, sum(foot)]).toEqual([title, sum(rows)]);
  return sum(rows);
}

function centsOf(cell: BookCell | undefined): bigint {
  if (cell === undefined || cell === null || typeof cell === 'string' || !('amount' in cell))
    throw new Error(`no amount: ${JSON.stringify(cell)}`);
  return centsIn(cell.amount) ?? 0n;
}

/** The lines of an annex. */
async function annexOf(key: string, companyId: string): Promise<readonly (readonly string[])[]> {
  const declaration = exampleDeclaration({ companyId, period, notesAreNegative: true });
  const lines: (readonly string[])[] = [];
  for await (const cells of annexLines(key, reader(), declaration)) lines.push(cells);
  return lines;
}

const annexSum = (lines: readonly (readonly string[])[], ...columns: readonly number[]) =>
  lines.reduce(
    (cents, cells) => columns.reduce((sum, column) => sum + (centsIn(cells[column] ?? '') ?? 0n), cents),
    0n,
  );

function sheet(book: ReadonlyMap<string, ReadSheet>, name: string): ReadSheet {
  const found = book.get(name);
  if (found === undefined) throw new Error(`no sheet ${name}: ${[...book.keys()]}`);
  return found;
}

const apartIn = (book: ReadonlyMap<string, ReadSheet>) =>
  sheet(book, 'Aparte').rows.map(({ cells }) => [cells[1], cells[3]]);

const exempt = lineBody({ description: 'Libro', unit_price: 2.05, sale_type: 'exempt' });
const notSubject = lineBody({ description: 'Donación', unit_price: 3.07, sale_type: 'non_subject' });

describe('the books of a month', () => {
  it('add up to what the annexes and the documents do, to the cent', async () => {
    const company = await house.addCompany({ file: INVALIDATION });
    const { companyId } = company;
    const ccf = await soldToTaxpayer(company, {
      lines: [lineBody({ quantity: 7, unit_price: 1.37 }), exempt, notSubject],
    });
    await soldToTaxpayer(company, { lines: [lineBody({ quantity: 300, unit_price: 2.29 })] });
    await noted(company, ccf, { lines: [lineBody({ quantity: 3, unit_price: 1.37 })] });
    await invalidate(company, await soldToTaxpayer(company));
    await sold(company, { lines: [lineBody({ quantity: 3, unit_price: 0.77 }), exempt, notSubject] });
    await sold(company, { lines: [lineBody({ quantity: 1, unit_price: 19.99 })] });
    await exported(company);
    await invalidate(company, await sold(company));
    const late = await sold(company, { lines: [lineBody({ quantity: 1, unit_price: 4.44 })] });
    await invalidate(company, late);
    await movedBack(house, late);

    const taxpayers = sheet(await bookOf(TAXPAYERS_BOOK, companyId), 'Ventas a contribuyentes');
    const first = await annexOf('1', companyId);
    expect(taxpayers.rows).toHaveLength(3);
    for (const [title, column] of [
      ['Ventas exentas', 9],
      ['Ventas no sujetas', 10],
      ['Ventas gravadas', 11],
      ['Débito fiscal', 12],
    ] as const)
      expect([title, sumOf(taxpayers, title)]).toEqual([title, annexSum(first, column)]);
    const [documents] = await house.sql`SELECT sum(CASE doc_type WHEN '05' THEN -1 ELSE 1 END
        * (draft::jsonb -> 'resumen' ->> 'montoTotalOperacion')::numeric)::text AS total
      FROM documents d WHERE company_id = ${companyId} AND doc_type IN ('03', '05') AND NOT EXISTS
        (SELECT FROM invalidations i WHERE i.company_id = d.company_id AND i.document_id = d.document_id)`;
    expect(sumOf(taxpayers, 'Total')).toBe(centsIn(String(documents?.['total'])));

    const book = await bookOf(CONSUMERS_BOOK, companyId);
    const consumers = sheet(book, 'Ventas a consumidor final');
    const second = await annexOf('2', companyId);
    for (const [title, ...columns] of [
      ['Ventas exentas', 10],
      ['Ventas no sujetas', 12],
      ['Ventas gravadas locales', 13],
      ['Exportaciones', 14, 15, 16],
      ['Total diario', 19],
    ] as const)
      expect([title, sumOf(consumers, title)]).toEqual([title, annexSum(second, ...columns)]);
    // 2.31 + 2.05 + 3.07, 19.99 and the export of 1.13, less the 4.44 of the month before.
    expect(sumOf(consumers, 'Total diario')).toBe(2_411n);
    expect(sumOf(sheet(book, 'Detalle de exportaciones'), 'Valor')).toBe(113n);
    const summary = sheet(book, 'Resumen').rows.map(({ cells }) => [cells[0], cells[1]]);
    expect(summary).toContainEqual(['Débito fiscal', { amount: annexAmount(205_000_000n) }]);
  });

  it('set apart what has no seal and what was invalidated, with what is to be done', async () => {
    const company = await house.addCompany({ file: INVALIDATION });
    const own = await sold(company);
    await invalidate(company, own);
    const late = await sold(company);
    await invalidate(company, late);
    await movedBack(house, late);
    const ccf = await soldToTaxpayer(company);
    await invalidate(company, ccf);
    await house.authority.script(
      { service: 'recepcion', action: 'silence', times: 9 },
      { service: 'consulta', action: 'silence', times: 9 },
    );
    const waiting = await company.post('/invoice', { external_ref: 'espera', lines: [lineBody()] });
    expect(waiting.body['dte_success']).toBe(false);

    const book = await bookOf(CONSUMERS_BOOK, company.companyId);
    expect(apartIn(book)).toEqual([
      [waiting.body['control_number'], expect.stringContaining('todavía sin sello')],
      [own['control_number'], expect.stringContaining('no suma en este libro ni en el anexo 2')],
      [late['control_number'], expect.stringContaining('se resta aquí')],
    ]);
    const before = await bookOf(CONSUMERS_BOOK, company.companyId, { period: previousPeriod(period) });
    expect(apartIn(before)).toEqual([
      [late['control_number'], expect.stringMatching(/^Se invalidó después, con fecha \d\d\//)],
    ]);
    expect(sumOf(sheet(before, 'Ventas a consumidor final'), 'Total diario')).toBe(113n);
    expect(apartIn(await bookOf(TAXPAYERS_BOOK, company.companyId))).toEqual([
      [ccf['control_number'], expect.stringContaining('ni en el anexo 1')],
    ]);
  });

  it('are of an establishment where one is named', async () => {
    const company = await house.addCompany({
      file: {
        ...INVALIDATION,
        establishments: [
          { code: 'M001', points_of_sale: ['P001'] },
          { code: 'S002', points_of_sale: ['P001'] },
        ],
      },
    });
    const here = await soldToTaxpayer(company);
    const there = await soldToTaxpayer(company, { establishment: 'S002' });
    const codes = async (establishment: EstablishmentCode | null) => {
      const book = await bookOf(
        TAXPAYERS_BOOK,
        company.companyId,
        establishment === null ? {} : { establishment },
      );
      return sheet(book, 'Ventas a contribuyentes').rows.map(({ cells }) => cells[2]);
    };
    expect(await codes(null)).toEqual([here['generation_code'], there['generation_code']]);
    expect(await codes(establishmentOf('S002'))).toEqual([there['generation_code']]);
    await invalidate(company, there);
    const book = await bookOf(TAXPAYERS_BOOK, company.companyId, {
      establishment: establishmentOf('M001'),
    });
    expect(apartIn(book)).toEqual([]);
  });
});
