import { expect, it } from 'vitest';
import { declaredDocument } from '../../../../test/support/declared-document.ts';
import { establishmentOf } from '../../../../test/support/identifiers.ts';
import { formatCents } from '../../money/decimal.ts';
import { type BookedDay, type DayAmounts, DayBook, totalOfDay } from './day-book.ts';

const NOVEMBER = { year: 2026, month: 11 };

function bookOf(...documents: readonly Parameters<typeof declaredDocument>[0][]): DayBook {
  const book = new DayBook(NOVEMBER, { exportsWithFreight: false });
  for (const document of documents) book.add(declaredDocument(document));
  return book;
}

const shown = (amounts: DayAmounts) =>
  [amounts.exempt, amounts.notSubject, amounts.taxed, amounts.exported, totalOfDay(amounts)].map(formatCents);
const ends = ({ first, last }: BookedDay) =>
  [first, last].map(({ numeroControl }) => numeroControl.slice(-2));

it('has a line for each day, establishment and type, with the first and the last document of it', () => {
  const taxed = { taxed: '1.13' };
  const book = bookOf(
    { number: 2, horEmi: '09:00:00', amounts: { taxed: '11.30', exempt: '2.00' } },
    { number: 1, horEmi: '10:00:00', amounts: { notSubject: '3.00' } },
    { number: 3, horEmi: '09:30:00', amounts: taxed },
    { number: 4, establishment: establishmentOf('S002'), amounts: taxed },
    { number: 5, fecEmi: '2026-11-04', amounts: taxed },
    { number: 6, tipoDte: '11', exported: { servicesAlone: true, codPais: 'US' }, amounts: { taxed: '50' } },
  );
  const lines = book.days();
  expect(lines.map(({ fecEmi, establishment, tipoDte }) => [fecEmi, establishment, tipoDte])).toEqual([
    ['2026-11-04', 'M001', '01'],
    ['2026-11-05', 'M001', '01'],
    ['2026-11-05', 'M001', '11'],
    ['2026-11-05', 'S002', '01'],
  ]);
  expect(lines.map(ends)).toEqual([
    ['05', '05'],
    ['02', '01'],
    ['06', '06'],
    ['04', '04'],
  ]);
  expect(lines.map(shown).slice(1, 3)).toEqual([
    ['2.00', '3.00', '12.43', '0.00', '17.43'],
    ['0.00', '0.00', '0.00', '50.00', '50.00'],
  ]);
  expect(shown(book.sums())).toEqual(['2.00', '3.00', '14.69', '50.00', '69.69']);
});

it('takes back below zero, under its own date, what an earlier month declared', () => {
  const book = bookOf(
    { fecEmi: '2026-10-30', amounts: { taxed: '1.13', exempt: '0.50' } },
    { number: 2, amounts: { taxed: '2.26' } },
  );
  expect(book.days().map((day) => [day.fecEmi, ...shown(day)])).toEqual([
    ['2026-10-30', '-0.50', '0.00', '-1.13', '0.00', '-1.63'],
    ['2026-11-05', '0.00', '0.00', '2.26', '0.00', '2.26'],
  ]);
  expect(shown(bookOf().sums())).toEqual(['0.00', '0.00', '0.00', '0.00', '0.00']);
});
