import { type Amount, ZERO } from '../../money/decimal.ts';
import { INCOME_TAX, taxOn } from '../../money/rates.ts';
import { inNameOrder } from '../../records/by-name.ts';
import { type AnnexRow, annexOf, type RowFinding } from '../annex.ts';
import { NOTHING, nameCell, PURCHASE_COLUMNS, purchaseCells } from '../cells.ts';
import { annexAmount, centsIn, centsOf } from '../cents.ts';
import * as column from '../column-kinds.ts';
import type { DeclaredDocument } from '../declared-document.ts';
import type { PurchaseClass } from '../income-codes.ts';
import { isTenth } from '../income-tax-base.ts';
import type { Period } from '../period.ts';
import { remark } from '../portal-words.ts';
import { byOneNumber, whyNotPurchase } from '../row-rules.ts';

const DOMICILED = '1';
const EL_SALVADOR = '9300';
/** Services without employment. */
const SERVICES = '11';

const amountOfEmployees = (field: string) => column.leftAt(NOTHING, column.amount(field));
const OF_EMPLOYEES = {
  bonificaciones: amountOfEmployees('Bonificaciones'),
  aguinaldoExento: amountOfEmployees('Aguinaldo exento'),
  aguinaldoGravado: amountOfEmployees('Aguinaldo gravado'),
  afp: amountOfEmployees('AFP'),
  isss: amountOfEmployees('ISSS'),
  inpep: amountOfEmployees('INPEP'),
  ipsfa: amountOfEmployees('IPSFA'),
  cefafa: amountOfEmployees('CEFAFA'),
  bienestar: amountOfEmployees('Bienestar magisterial'),
  ivm: amountOfEmployees('ISSS IVM'),
};
const { bonificaciones, ...OTHERS_OF_EMPLOYEES } = OF_EMPLOYEES;

const COLUMNS = {
  domiciliado: column.leftAt(DOMICILED, column.oneOf('Domiciliado', DOMICILED, '2')),
  pais: column.leftAt(
    EL_SALVADOR,
    column.text('Código de país', /^[0-9]{4}$/, remark('Código de país: deben ser 4 dígitos')),
  ),
  nombre: column.name('Nombre'),
  nit: column.nit('NIT'),
  dui: column.dui('DUI'),
  codigoIngreso: column.leftAt(
    SERVICES,
    column.text('Código de ingreso', /^[0-9]{2}$/, remark('Código de ingreso: deben ser 2 dígitos')),
  ),
  devengado: column.amount('Monto devengado'),
  bonificaciones,
  retenido: column.amount('Impuesto retenido'),
  ...OTHERS_OF_EMPLOYEES,
  ...PURCHASE_COLUMNS,
  periodo: column.periodCell('Período'),
};

type Name = keyof typeof COLUMNS;

/**
 * Form F-14's detail of income tax withheld from excluded subjects: a row for each person and class, and a further one for
 * what would no longer be a tenth to the cent. Source: template of F-14 v16.
 */
export const WITHHELD_INCOME_TAX = annexOf({
  key: 'f14',
  title: 'F-14: detalle de retenciones de renta a sujetos excluidos',
  columns: COLUMNS,
  known: ['nit', 'dui'],
  mayRepeat: true,
  rules: [
    whyNotCountry,
    whyNotTenth,
    whyNotAlone,
    byOneNumber('nit', 'la fila lleva NIT o DUI, no ambos'),
    whyNotPurchase,
  ],
});

function whyNotCountry({ domiciliado, pais }: AnnexRow<Name>): RowFinding<Name> | null {
  const message = 'Código de país de un domiciliado debe ser 9300';
  return domiciliado === DOMICILED && pais !== EL_SALVADOR ? { column: 'pais', ...remark(message) } : null;
}

function isOfEmployees(name: string): name is keyof typeof OF_EMPLOYEES {
  return Object.hasOwn(OF_EMPLOYEES, name);
}

/** Who serves without employment has none of what employees have. */
function whyNotAlone(row: AnnexRow<Name>): RowFinding<Name> | null {
  if (row.codigoIngreso !== SERVICES) return null;
  const wrong = Object.keys(row)
    .filter(isOfEmployees)
    .find((name) => centsOf(row[name]) !== 0n);
  const message = 'debe ser 0.00 en servicios sin dependencia laboral (código 11)';
  return wrong === undefined ? null : { column: wrong, ...remark(message) };
}

function whyNotTenth({ devengado, retenido, codigoIngreso }: AnnexRow<Name>): RowFinding<Name> | null {
  const expected = taxOn(centsOf(devengado), INCOME_TAX);
  const message = 'Impuesto retenido debe ser el 10 % del monto devengado';
  return codigoIngreso !== SERVICES || expected === centsIn(retenido)
    ? null
    : { column: 'retenido', ...remark(message) };
}

interface Person {
  readonly nombre: string;
  readonly nit: string | null;
  readonly dui: string | null;
  readonly purchase: PurchaseClass;
  earned: Amount;
  withheld: Amount;
}

/** Whether a purchase withheld income tax from somebody whom F-14 cannot name: it takes a NIT or a DUI. */
export function lacksNumberOfF14({ incomeTaxWithheld, counterparty }: DeclaredDocument): boolean {
  return incomeTaxWithheld !== ZERO && (counterparty?.nit ?? counterparty?.dui ?? null) === null;
}

/** Gathers by person and class what documents of type 14 withheld in a period. */
export class WithheldGathering {
  readonly #people = new Map<string, Person[]>();

  /** Ignores a document that withholds nothing, or whose seller F-14 cannot name. */
  add(document: DeclaredDocument): void {
    const { incomeTaxWithheld, incomeTaxBase, counterparty, purchaseClass: purchase } = document;
    if (incomeTaxWithheld === ZERO || lacksNumberOfF14(document)) return;
    const { nit = null, dui = null, nombre = '' } = counterparty ?? {};
    const key = [nit ?? '', dui ?? '', ...Object.values(purchase)].join(' ');
    const rows = this.#people.get(key) ?? [];
    this.#people.set(key, rows);
    const row = rows.find(({ earned, withheld }) =>
      isTenth(withheld + incomeTaxWithheld, earned + incomeTaxBase),
    );
    if (row === undefined) {
      rows.push({ nombre, nit, dui, purchase, earned: incomeTaxBase, withheld: incomeTaxWithheld });
      return;
    }
    row.earned += incomeTaxBase;
    row.withheld += incomeTaxWithheld;
  }

  /** In the order of the people's numbers. */
  lines(period: Period): readonly (readonly string[])[] {
    return inNameOrder(this.#people)
      .flat()
      .map((person) => lineOf(person, period));
  }
}

function lineOf(person: Person, period: Period): readonly string[] {
  return WITHHELD_INCOME_TAX.cellsOf({
    nombre: nameCell(person.nombre, person.nit ?? person.dui ?? '').toUpperCase(),
    nit: person.nit ?? '',
    dui: person.nit === null ? (person.dui ?? '') : '',
    devengado: annexAmount(person.earned),
    retenido: annexAmount(person.withheld),
    ...purchaseCells(person.purchase, period),
    periodo: column.monthAndYear(period),
  });
}
