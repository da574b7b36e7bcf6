import { dayText } from '../../core/calendar/day-text.ts';
import { fiscalTime } from '../../core/calendar/el-salvador-time.ts';
import { annexFileName } from '../../core/declaring/annex-text.ts';
import { ANNEXES } from '../../core/declaring/annexes.ts';
import { centsCell } from '../../core/declaring/cents.ts';
import type { MonthTally } from '../../core/declaring/month-tally.ts';
import { periodText } from '../../core/declaring/period.ts';
import { TIPOS_DTE } from '../../core/dte/kinds.ts';
import { titleOfType } from '../../core/dte/titles.ts';
import type { BookCell, BookRow, BookSheet } from '../listings/ports.ts';
import { type Declaration, spanOf } from './declared-documents.ts';
import { WHY_LEFT_OUT } from './left-out.ts';
import type { DeclarationReader } from './ports.ts';

/** Whose month it is. */
export interface Declarer {
  readonly name: string;
  readonly nit: string;
  readonly nrc: string;
}

export interface ControlOrder {
  readonly declaration: Declaration;
  readonly declarer: Declarer;
  /** Read when the annexes have been written. */
  readonly tally: MonthTally;
  /** When the files were made, milliseconds since the epoch. */
  readonly madeMs: number;
}

/**
 * The sheets by which an accountant controls a month: what each file adds up to, the boxes that the portal should show, what
 * was left out and why, and what was decided where the manual is open.
 */
export function controlSheets(reader: DeclarationReader, order: ControlOrder): readonly BookSheet[] {
  return [
    sheet(
      'Archivos',
      [
        ['Archivo', 22],
        ['Anexo', 44],
        ['Columna', 44],
        ['Filas', 10],
        ['Suma', 18],
      ],
      files(order),
    ),
    sheet(
      'Casillas',
      [
        ['Casilla', 10],
        ['Qué es', 60],
        ['Se espera', 18],
      ],
      boxes(order),
    ),
    sheet(
      'Fuera',
      [
        ['Tipo', 30],
        ['Número de control', 34],
        ['Fecha', 12],
        ['Por qué', 90],
      ],
      leftOut(reader, order),
    ),
    sheet(
      'Criterios',
      [
        ['Punto', 40],
        ['Cómo se tomó', 100],
      ],
      criteria(order),
    ),
  ];
}

type Titles = readonly (readonly [string, number])[];

function sheet(name: string, titles: Titles, rows: AsyncIterable<BookRow>): BookSheet {
  const columns = titles.map(([title, width]) => ({ title, width }));
  return { name, columns, printed: columns.length, rows, foot: () => [] };
}

const row = (...cells: readonly BookCell[]): BookRow => ({ tone: 'plain', cells });

async function* files({ declaration: { period }, tally }: ControlOrder): AsyncGenerator<BookRow> {
  for (const annex of ANNEXES) {
    const { rows, sums } = tally.totalOf(annex);
    const name = annexFileName(annex, period);
    yield { tone: 'strong', cells: [name, annex.title, '', { count: rows }, null] };
    for (const { field, cents } of sums)
      yield row(name, annex.title, field, null, { amount: centsCell(cents) });
  }
}

async function* boxes({ tally }: ControlOrder): AsyncGenerator<BookRow> {
  for (const { box, label, cents } of tally.boxes()) yield row(box, label, { amount: centsCell(cents) });
}

async function* leftOut(reader: DeclarationReader, { declaration }: ControlOrder): AsyncGenerator<BookRow> {
  const span = spanOf(declaration, TIPOS_DTE);
  for await (const { tipoDte, numeroControl, issuedMs, state } of reader.unstamped(
    declaration.companyId,
    span,
  ))
    yield row(titleOfType(tipoDte), numeroControl, { day: fiscalTime(issuedMs).fecEmi }, WHY_LEFT_OUT[state]);
}

async function* criteria({ declaration, declarer, madeMs }: ControlOrder): AsyncGenerator<BookRow> {
  const { period, ambiente, notesAreNegative, exportsWithFreight, codesWithoutHyphens } = declaration;
  const { fecEmi, horEmi } = fiscalTime(madeMs);
  yield row('Contribuyente', `${declarer.name}, NIT ${declarer.nit}, NRC ${declarer.nrc}`);
  yield row('Período', periodText(period));
  yield row('Ambiente', ambiente === '01' ? 'Producción' : 'Pruebas: nada de esto se declara');
  yield row('Hecho el', `${dayText(fecEmi)} ${horEmi}`);
  yield row('Base', 'Manual de carga de anexos del F-07 v14 (enero de 2025)');
  yield row(
    'Notas de crédito',
    notesAreNegative
      ? 'Con montos negativos, por decisión del contador'
      : 'Con montos positivos, como dice el manual',
  );
  yield row(
    'Valor de las exportaciones',
    exportsWithFreight ? 'Con seguro y flete (monto total de la operación)' : 'Sin seguro ni flete',
  );
  yield row(
    'Código de generación de anulados',
    codesWithoutHyphens
      ? '32 caracteres, sin guiones'
      : '36 caracteres, con guiones, como lo imprime el manual',
  );
  yield row(
    'Clase de renta',
    'Operación 1 (gravada) e ingreso 3 (comercio); 7 o 9 en exportaciones. Compras: gasto de administración, sector comercio.',
  );
  yield row(
    'Facturas invalidadas en un mes posterior',
    'Se restan en el mes de la invalidación, en filas con la fecha original (Reglamento, art. 87): revíselas',
  );
}
