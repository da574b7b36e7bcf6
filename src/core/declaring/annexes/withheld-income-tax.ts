import { type Amount, divideRounded, ZERO } from '../../money/decimal.ts';
import { type AnnexRow, annexOf, type RowFault } from '../annex.ts';
import { NOTHING, nameCell } from '../cells.ts';
import { annexAmount, centsIn } from '../cents.ts';
import * as column from '../column-kinds.ts';
import type { DeclaredDocument } from '../declared-document.ts';
import { isTenth } from '../income-tax-base.ts';
import type { Period } from '../period.ts';
import { WRONG_NIT } from '../portal-words.ts';
import { whyNotPurchase } from '../purchase-cells.ts';
import {
  askedPurchaseClass,
  COST_TYPES,
  PURCHASE_CLASSIFICATIONS,
  PURCHASE_OPERATIONS,
  PURCHASE_SECTORS,
  type PurchaseClass,
} from '../purchase-class.ts';

const DOMICILED = '1';
const EL_SALVADOR = '9300';
/** Services without employment. */
const SERVICES = '11';

const COLUMNS = {
  domiciliado: column.oneOf('Domiciliado', DOMICILED, '2'),
  pais: column.text('Código de país', /^[0-9]{4}$/, 'Código de país: deben ser 4 dígitos'),
  nombre: column.name('Nombre'),
  nit: column.nit('NIT'),
  dui: column.dui('DUI'),
  codigoIngreso: column.text('Código de ingreso', /^[0-9]{2}$/, 'Código de ingreso: deben ser 2 dígitos'),
  devengado: column.amount('Monto devengado'),
  bonificaciones: column.amount('Bonificaciones'),
  retenido: column.amount('Impuesto retenido'),
  aguinaldoExento: column.amount('Aguinaldo exento'),
  aguinaldoGravado: column.amount('Aguinaldo gravado'),
  afp: column.amount('AFP'),
  isss: column.amount('ISSS'),
  inpep: column.amount('INPEP'),
  ipsfa: column.amount('IPSFA'),
  cefafa: column.amount('CEFAFA'),
  bienestar: column.amount('Bienestar magisterial'),
  ivm: column.amount('ISSS IVM'),
  operacion: column.purchaseCode('Tipo de operación (Renta)', PURCHASE_OPERATIONS),
  clasificacion: column.purchaseCode('Clasificación (Renta)', PURCHASE_CLASSIFICATIONS),
  sector: column.purchaseCode('Sector (Renta)', PURCHASE_SECTORS),
  tipo: column.purchaseCode('Tipo de costo o gasto (Renta)', COST_TYPES),
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
  rules: [whyNotCountry, whyNotTenth, whyNotAlone, whyNotPerson, whyNotPurchase],
});

function whyNotCountry({ domiciliado, pais }: AnnexRow<Name>): RowFault<Name> | null {
  const message = 'Código de país de un domiciliado debe ser 9300';
  return domiciliado === DOMICILED && pais !== EL_SALVADOR ? { column: 'pais', message } : null;
}

const OF_EMPLOYEES = [
  'bonificaciones',
  'aguinaldoExento',
  'aguinaldoGravado',
  'afp',
  'isss',
  'inpep',
  'ipsfa',
  'cefafa',
  'bienestar',
  'ivm',
] as const;

/** Who serves without employment has none of what employees have. */
function whyNotAlone(row: AnnexRow<Name>): RowFault<Name> | null {
  const wrong = OF_EMPLOYEES.find((name) => row.codigoIngreso === SERVICES && centsIn(row[name]) !== 0n);
  const message = 'debe ser 0.00 en servicios sin dependencia laboral (código 11)';
  return wrong === undefined ? null : { column: wrong, message };
}

function whyNotTenth({ devengado, retenido, codigoIngreso }: AnnexRow<Name>): RowFault<Name> | null {
  const expected = divideRounded(centsIn(devengado) ?? 0n, 10n);
  const message = 'Impuesto retenido debe ser el 10 % del monto devengado';
  return codigoIngreso !== SERVICES || expected === centsIn(retenido)
    ? null
    : { column: 'retenido', message };
}

function whyNotPerson({ nit, dui }: AnnexRow<Name>): RowFault<Name> | null {
  if (nit !== '' && dui !== '') return { column: 'dui', message: 'la fila lleva NIT o DUI, no ambos' };
  return nit === '' && dui === '' ? { column: 'nit', message: WRONG_NIT } : null;
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
    const classes = [purchase.operation, purchase.classification, purchase.sector, purchase.kind];
    const key = [nit ?? '', dui ?? '', ...classes].join(' ');
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
  rows(period: Period): readonly AnnexRow<Name>[] {
    return [...this.#people.entries()]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([, rows]) => rows.map((person) => rowOf(person, period)));
  }
}

function rowOf(person: Person, period: Period): AnnexRow<Name> {
  const purchase = askedPurchaseClass(person.purchase, period);
  return {
    domiciliado: DOMICILED,
    pais: EL_SALVADOR,
    nombre: nameCell(person.nombre).toUpperCase(),
    nit: person.nit ?? '',
    dui: person.nit === null ? (person.dui ?? '') : '',
    codigoIngreso: SERVICES,
    devengado: annexAmount(person.earned),
    bonificaciones: NOTHING,
    retenido: annexAmount(person.withheld),
    aguinaldoExento: NOTHING,
    aguinaldoGravado: NOTHING,
    afp: NOTHING,
    isss: NOTHING,
    inpep: NOTHING,
    ipsfa: NOTHING,
    cefafa: NOTHING,
    bienestar: NOTHING,
    ivm: NOTHING,
    operacion: String(purchase.operation),
    clasificacion: String(purchase.classification),
    sector: String(purchase.sector),
    tipo: String(purchase.kind),
    periodo: column.monthAndYear(period),
  };
}
