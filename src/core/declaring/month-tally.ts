import { CREDITO_FISCAL } from '../dte/types/credito-fiscal.ts';
import { EXPORTACION } from '../dte/types/exportacion.ts';
import { FACTURA } from '../dte/types/factura.ts';
import { NOTA_CREDITO } from '../dte/types/nota-credito.ts';
import { type Cents, sum } from '../money/decimal.ts';
import { inNameOrder } from '../records/by-name.ts';
import { type Annex, summed } from './annex.ts';
import { CONSUMERS } from './annexes/consumers.ts';
import { EXCLUDED_SUBJECTS } from './annexes/excluded-subjects.ts';
import { PERCEPTIONS } from './annexes/perceptions.ts';
import { TAXPAYERS } from './annexes/taxpayers.ts';
import { WITHHELD_INCOME_TAX } from './annexes/withheld-income-tax.ts';
import { annexAmount, centsIn, netCents } from './cents.ts';
import type { DeclaredDocument } from './declared-document.ts';
import { RetainedVat } from './retained-vat.ts';

/** What the lines of an annex add up to. */
export interface AnnexTotal {
  readonly annex: Annex;
  readonly rows: number;
  /** The columns that are amounts, in their order, with their sum in cents. */
  readonly sums: readonly { readonly field: string; readonly cents: Cents }[];
}

/** A box of form F-07 and what the portal should show in it once the annexes are uploaded. */
export interface ExpectedBox {
  readonly box: string;
  readonly label: string;
  /** Never below zero but for what an invalidation subtracts; a box that the form subtracts, too. */
  readonly cents: Cents;
  readonly isSubtracted: boolean;
}

/** An amount that a month declares; what the form subtracts is below zero. */
export interface DeclaredFigure {
  /** The box of form F-07; null for what has none. */
  readonly box: string | null;
  readonly label: string;
  readonly cents: Cents;
}

/** What a month owes of VAT for its sales, before any credit; in cents. */
export interface VatDebit {
  /** Boxes 135, 140 and 143, and the first two without the third. */
  readonly taxpayers: Cents;
  readonly consumers: Cents;
  readonly notes: Cents;
  readonly net: Cents;
}

/** A purchase that withheld income tax from somebody whom F-14 cannot name. */
export type UnnamedSeller = Pick<
  DeclaredDocument,
  'numeroControl' | 'fecEmi' | 'purchased' | 'incomeTaxWithheld'
>;

/** What a month earned under one class of the income tax, without VAT and without what notes give back; in cents. */
export interface IncomeTotal {
  readonly operation: string;
  readonly income: string;
  /** Column P of annex 1. */
  readonly taxpayers: Cents;
  /** Column N of annex 2, and the same divided by 1.13. */
  readonly withVat: Cents;
  readonly withoutVat: Cents;
  /** The other columns of annex 2: exempt, not subject and exported. */
  readonly untaxed: Cents;
  readonly total: Cents;
}

/** The income tax that purchases of a month withheld from excluded subjects; in cents. */
export interface WithheldIncomeTax {
  readonly inDetail: Cents;
  readonly byHand: Cents;
}

/** Lines of one annex, and of annexes 1 and 2 of one type and class. */
interface Group {
  readonly key: string;
  readonly type: string;
  readonly operation: string;
  readonly income: string;
  rows: number;
  sums: readonly Cents[];
}

/** Adds up the lines of a month's annexes while they are written. */
export class MonthTally {
  readonly #groups = new Map<string, Group>();
  readonly #unnamed: UnnamedSeller[] = [];
  /** What customers retained of the documents of annexes 1 and 2. */
  readonly retained = new RetainedVat();

  /** Notes a purchase of which a line of F-14 would be, if the form could name who sold. */
  leaveOut({ numeroControl, fecEmi, purchased, incomeTaxWithheld }: UnnamedSeller): void {
    this.#unnamed.push({ numeroControl, fecEmi, purchased, incomeTaxWithheld });
  }

  /** Notes what a customer retained of a document of annexes 1 and 2. */
  sold(document: DeclaredDocument): void {
    this.retained.add(document);
  }

  /** The purchases that F-14 leaves out. */
  unnamed(): readonly UnnamedSeller[] {
    return this.#unnamed;
  }

  add(annex: Annex, cells: readonly string[]): void {
    const isSale = annex === TAXPAYERS || annex === CONSUMERS;
    const [type = '', operation = '', income = ''] = isSale ? [cells[TYPE], cells.at(-3), cells.at(-2)] : [];
    const name = `${annex.key} ${type} ${operation} ${income}`;
    const group = this.#groups.get(name) ?? { key: annex.key, type, operation, income, rows: 0, sums: [] };
    group.rows += 1;
    group.sums = summed(group.sums, annex, cells);
    this.#groups.set(name, group);
  }

  totalOf(annex: Annex): AnnexTotal {
    return this.#total(annex, (_, cents) => cents);
  }

  /** What an annex comes to, with what the credit notes of annex 1 give back taken off, be they written above or below zero. */
  netOf(annex: Annex): AnnexTotal {
    return this.#total(annex, netCentsOf);
  }

  #total(annex: Annex, signed: (group: Group, cents: Cents) => Cents): AnnexTotal {
    const groups = [...this.#groups.values()].filter(({ key }) => key === annex.key);
    const sumAt = (index: number) =>
      groups.reduce((cents, group) => cents + signed(group, group.sums[index] ?? 0n), 0n);
    const amounts = annex.columns.filter(({ isAmount }) => isAmount);
    return {
      annex,
      rows: groups.reduce((rows, group) => rows + group.rows, 0),
      sums: amounts.map(({ field }, index) => ({ field, cents: sumAt(index) })),
    };
  }

  debit(): VatDebit {
    const cents = new Map(this.boxes().map((one) => [one.box, one.cents]));
    const [taxpayers = 0n, consumers = 0n, notes = 0n] = ['135', '140', '143'].map((box) => cents.get(box));
    return { taxpayers, consumers, notes, net: taxpayers + consumers - notes };
  }

  /** What F-14's detail says, and what it leaves out because it cannot name who sold. */
  withheldIncomeTax(): WithheldIncomeTax {
    const { sums } = this.totalOf(WITHHELD_INCOME_TAX);
    const inDetail = sums.find(({ field }) => field === WITHHELD)?.cents ?? 0n;
    const byHand = sum(this.#unnamed.map(({ incomeTaxWithheld }) => incomeTaxWithheld));
    return { inDetail, byHand: centsIn(annexAmount(byHand)) ?? 0n };
  }

  /** By operation and income. */
  incomes(): readonly IncomeTotal[] {
    const totals = new Map<string, IncomeTotal>();
    for (const group of this.#groups.values()) {
      if (group.key !== TAXPAYERS.key && group.key !== CONSUMERS.key) continue;
      const { operation, income } = group;
      const name = `${operation.padStart(2)} ${income.padStart(2)}`;
      const before = totals.get(name) ?? { operation, income, taxpayers: 0n, withVat: 0n, untaxed: 0n };
      totals.set(name, earned(before, group));
    }
    return inNameOrder(totals);
  }

  /** What an accountant compares of two exports: the boxes, the débito, the incomes, and what F-14 adds up to. */
  figures(): readonly DeclaredFigure[] {
    const boxes = this.boxes().map(({ box, label, cents, isSubtracted }) =>
      isSubtracted ? { box, label: `${label} (se resta)`, cents: -cents } : { box, label, cents },
    );
    const debit = { box: null, label: 'Débito fiscal del mes (135 + 140 - 143)', cents: this.debit().net };
    const incomes = this.incomes().map(({ operation, income, total }) => {
      return { box: null, label: `Renta: operación ${operation}, ingreso ${income}, sin IVA`, cents: total };
    });
    const withheld = this.totalOf(WITHHELD_INCOME_TAX).sums.filter(({ field }) => OF_F14.includes(field));
    return [
      ...boxes,
      debit,
      ...incomes,
      ...withheld.map(({ field, cents }) => ({ box: null, label: `F-14: ${field}`, cents })),
    ];
  }

  /** The boxes that the portal fills from the annexes (form F-07 v14). */
  boxes(): readonly ExpectedBox[] {
    const sales = (field: number) => this.#cents(TAXPAYERS, CREDITO_FISCAL.code, field);
    const notes = (field: number) => magnitude(this.#cents(TAXPAYERS, NOTA_CREDITO.code, field));
    const consumers = (field: number) =>
      this.#cents(CONSUMERS, FACTURA.code, field) + this.#cents(CONSUMERS, EXPORTACION.code, field);
    const withVat = consumers(COLUMN.gravadas);
    const net = netCents(withVat);
    const boxes: readonly (readonly [box: string, label: string, cents: Cents])[] = [
      ['85', 'Ventas exentas (sin restar notas de crédito)', sales(0) + consumers(COLUMN.exentas)],
      ['86', 'Ventas no sujetas (sin restar notas de crédito)', sales(1) + consumers(COLUMN.noSujetas)],
      ['90', 'Exportaciones dentro del área centroamericana', consumers(COLUMN.centroamerica)],
      ['91', 'Exportaciones fuera del área centroamericana', consumers(COLUMN.fuera)],
      ['94', 'Exportaciones de servicios', consumers(COLUMN.servicios)],
      ['95', 'Ventas gravadas con crédito fiscal', sales(2)],
      ['135', 'Débito fiscal de créditos fiscales', sales(3)],
      ['96', 'Ventas gravadas con factura, sin IVA (columna N entre 1.13)', net],
      ['140', 'Débito fiscal de facturas', withVat - net],
      ['97', 'Notas de crédito: ventas gravadas', notes(2)],
      ['143', 'Notas de crédito: débito fiscal', notes(3)],
      ['66', 'Compras a sujetos excluidos', this.#cents(EXCLUDED_SUBJECTS, '', 0)],
      ['169', 'Percepción del IVA 1 % efectuada', this.#cents(PERCEPTIONS, '', 1)],
    ];
    return boxes.map(([box, label, cents]) => ({
      box,
      label,
      cents,
      isSubtracted: SUBTRACTED.includes(box),
    }));
  }

  #cents({ key }: Annex, type: string, amount: number): Cents {
    return [...this.#groups.values()]
      .filter((group) => group.key === key && group.type === type)
      .reduce((cents, { sums }) => cents + (sums[amount] ?? 0n), 0n);
  }
}

/** The boxes of notes, which the form takes off. */
const SUBTRACTED = ['97', '143'];

/** The places of annex 2's amounts among its amounts. */
const COLUMN = {
  exentas: 0,
  noSujetas: 2,
  gravadas: 3,
  centroamerica: 4,
  fuera: 5,
  servicios: 6,
  total: 9,
};
/** The place of the sales without débitos among the amounts of annex 1. */
const TAXPAYERS_TOTAL = 6;

/** The columns of F-14 that Sello fills. */
const WITHHELD = 'Impuesto retenido';
const OF_F14 = ['Monto devengado', WITHHELD];

/** The cell of the type, by which the boxes of annexes 1 and 2 differ. */
const TYPE = 2;

/** An amount of a group, which notes take away, be they written above or below zero. */
function netCentsOf({ key, type }: Group, cents: Cents): Cents {
  return key === TAXPAYERS.key && type === NOTA_CREDITO.code ? -magnitude(cents) : cents;
}

/** What a class has earned with one group more. */
function earned(before: Omit<IncomeTotal, 'withoutVat' | 'total'>, group: Group): IncomeTotal {
  const cents = (amount: number) => netCentsOf(group, group.sums[amount] ?? 0n);
  const isTaxpayers = group.key === TAXPAYERS.key;
  const taxpayers = before.taxpayers + (isTaxpayers ? cents(TAXPAYERS_TOTAL) : 0n);
  const withVat = before.withVat + (isTaxpayers ? 0n : cents(COLUMN.gravadas));
  const untaxed = before.untaxed + (isTaxpayers ? 0n : cents(COLUMN.total) - cents(COLUMN.gravadas));
  const withoutVat = netCents(withVat);
  return { ...before, taxpayers, withVat, withoutVat, untaxed, total: taxpayers + withoutVat + untaxed };
}

function magnitude(cents: Cents): Cents {
  return cents < 0n ? -cents : cents;
}
