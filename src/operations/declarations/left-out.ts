import { fiscalTime } from '../../core/calendar/el-salvador-time.ts';
import { annexAmount } from '../../core/declaring/cents.ts';
import type { MonthTally } from '../../core/declaring/month-tally.ts';
import { signOf, TIPOS_DTE, typeOf } from '../../core/dte/kinds.ts';
import { titleOfType } from '../../core/dte/titles.ts';
import { SUJETO_EXCLUIDO } from '../../core/dte/types/sujeto-excluido.ts';
import { type Amount, type Cents, sum, ZERO } from '../../core/money/decimal.ts';
import type { BookCell, BookRow, PrintedSheet } from '../listings/ports.ts';
import { amountCell, centsOf, plainRow, printedSheet, strongRow } from './books/printed-sheet.ts';
import { type Declaration, spanOf } from './declared-documents.ts';
import type { DeclarationReader, UnstampedDocument } from './ports.ts';

/** Why a document without a seal is in no annex and no book, and what to do about it. */
export const WHY_LEFT_OUT: Readonly<Record<UnstampedDocument['state'], string>> = {
  contingency:
    'Emitido en contingencia y todavía sin sello: entra cuando Hacienda lo selle. Si no se sella antes de declarar, no va en estos archivos: declárelo con una modificatoria cuando se selle.',
  rejected: 'Rechazado por Hacienda: no existe para el fisco mientras no se corrija y se selle.',
};

const STATES: Readonly<Record<UnstampedDocument['state'], string>> = {
  contingency: 'Sin sello todavía',
  rejected: 'Rechazados',
};

/** What a document without a seal would change in its month, VAT included; a note is below zero. */
export function leftOutCents({ tipoDte, grossCents }: UnstampedDocument): Cents {
  return signOf(tipoDte) * grossCents;
}

/** What documents come to that are left out for one reason; sales and purchases are not added up. */
export interface LeftOutSum {
  readonly words: string;
  readonly documents: number;
  readonly cents: Cents;
  readonly vatCents: Cents;
}

/** Adds up by its reason what is left out of a month. */
export class LeftOutSums {
  readonly #sums = new Map<string, LeftOutSum>();

  add(one: UnstampedDocument): void {
    const isPurchase = typeOf(one.tipoDte).movement === 'purchase';
    const words = `${STATES[one.state]}, ${isPurchase ? 'compras' : 'ventas menos notas de crédito'}`;
    const { documents = 0, cents = 0n, vatCents = 0n } = this.#sums.get(words) ?? {};
    this.#sums.set(words, {
      words,
      documents: documents + 1,
      cents: cents + leftOutCents(one),
      vatCents: vatCents + signOf(one.tipoDte) * one.vatCents,
    });
  }

  /** In the order of the first document of each. */
  sums(): readonly LeftOutSum[] {
    return [...this.#sums.values()];
  }
}

/** The documents that are left out of a month, each with its amount and why, and what they come to; read behind the annexes. */
export function leftOutSheet(
  reader: DeclarationReader,
  { declaration, tally }: { readonly declaration: Declaration; readonly tally: MonthTally },
): PrintedSheet {
  const sums = new LeftOutSums();
  async function* rows(): AsyncGenerator<BookRow> {
    for await (const one of reader.unstamped(declaration.companyId, spanOf(declaration, TIPOS_DTE))) {
      sums.add(one);
      const { tipoDte, numeroControl, issuedMs, state } = one;
      const day = { day: fiscalTime(issuedMs).fecEmi };
      const amounts = amountCells(leftOutCents(one), signOf(tipoDte) * one.vatCents);
      yield plainRow([titleOfType(tipoDte), numeroControl, day, ...amounts, WHY_LEFT_OUT[state]]);
    }
    for (const { numeroControl, fecEmi, purchased, incomeTaxWithheld } of tally.unnamed()) {
      const why = `Está en el anexo 5, pero no en el detalle del F-14, que pide NIT o DUI: la renta retenida a quien no los tiene (${annexAmount(incomeTaxWithheld)}) se declara a mano.`;
      yield plainRow([
        titleOfType(SUJETO_EXCLUIDO.code),
        numeroControl,
        { day: fecEmi },
        ...untaxed(purchased),
        why,
      ]);
    }
  }
  return printedSheet({
    name: 'Fuera',
    columns: [
      ['Tipo', 'text', 30, 30],
      ['Número de control', 'code', 34, 31],
      ['Fecha', 'text', 12, 12],
      ['Sin IVA', 'number', 16, 15],
      ['IVA', 'number', 16, 13],
      ['Total', 'number', 16, 15],
      ['Por qué', 'prose', 90, 67],
    ],
    remark:
      'Los documentos del mes que no entran en algún archivo. Las exportaciones y las compras a sujetos excluidos no llevan IVA; los montos de una nota de crédito van negativos.',
    whenEmpty: 'Nada quedó fuera.',
    rows: rows(),
    foot: () => sumRows(tally, sums),
  });
}

function sumRows(tally: MonthTally, sums: LeftOutSums): readonly BookRow[] {
  const rows = sums.sums().map(({ words, documents, cents, vatCents }) => {
    const told = `Suma. ${words}: ${countedOf(documents)}`;
    return strongRow(['', '', null, ...amountCells(cents, vatCents), told]);
  });
  const unnamed = tally.unnamed();
  if (unnamed.length === 0) return rows;
  const withheld = annexAmount(sum(unnamed.map(({ incomeTaxWithheld }) => incomeTaxWithheld)));
  const words = `Suma. Fuera del F-14: ${countedOf(unnamed.length)}, renta retenida ${withheld}`;
  const bought = untaxed(sum(unnamed.map(({ purchased }) => purchased)));
  return [...rows, strongRow(['', '', null, ...bought, words])];
}

/** What is left without VAT, the VAT, and the whole. */
function amountCells(cents: Cents, vatCents: Cents): readonly BookCell[] {
  return [cents - vatCents, vatCents, cents].map(centsOf);
}

/** The cells of an amount without VAT. */
function untaxed(amount: Amount): readonly BookCell[] {
  return [amount, ZERO, amount].map(amountCell);
}

function countedOf(documents: number): string {
  return documents === 1 ? '1 documento' : `${documents} documentos`;
}
