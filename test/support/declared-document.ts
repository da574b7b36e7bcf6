import type { Counterparty, DeclaredDocument } from '../../src/core/declaring/declared-document.ts';
import { NO_CLASS } from '../../src/core/declaring/given-class.ts';
import { incomeClassOf, purchaseClassOf } from '../../src/core/declaring/income-codes.ts';
import { type Amount, decimal, ZERO } from '../../src/core/money/decimal.ts';
import { codeOf, establishmentOf, numeroOf, pointOfSaleOf, sealOf } from './identifiers.ts';

type Amounts = Partial<
  Record<
    | 'exempt'
    | 'notSubject'
    | 'taxed'
    | 'vat'
    | 'perceived'
    | 'retained'
    | 'purchased'
    | 'incomeTaxWithheld'
    | 'incomeTaxBase'
    | 'total',
    string
  >
>;

interface Changes
  extends Partial<Omit<DeclaredDocument, keyof Amounts | 'tipoDte' | 'numeroControl' | 'counterparty'>> {
  readonly tipoDte?: DeclaredDocument['tipoDte'];
  /** Its correlative. */
  readonly number?: number;
  readonly amounts?: Amounts;
  readonly counterparty?: Partial<Counterparty> | null;
}

export const NOBODY: Counterparty = {
  nombre: 'Cliente Ficticio',
  nit: null,
  nrc: null,
  dui: null,
  other: null,
};

/** A stamped document of 5 November 2026, with the changes given; amounts are dollars as text. */
export function declaredDocument(changes: Changes = {}): DeclaredDocument {
  const { tipoDte = '01', number = 1, amounts = {}, counterparty = null, ...others } = changes;
  const amount = (name: keyof Amounts): Amount =>
    amounts[name] === undefined ? ZERO : decimal(amounts[name]);
  return {
    tipoDte,
    numeroControl: numeroOf(number, tipoDte),
    selloRecibido: sealOf(`2026${number}`),
    codigoGeneracion: codeOf(`${tipoDte} ${number}`),
    fecEmi: '2026-11-05',
    horEmi: '10:00:00',
    establishment: establishmentOf('M001'),
    pointOfSale: pointOfSaleOf('P001'),
    ownClass: null,
    incomeClass: incomeClassOf({
      own: null,
      given: NO_CLASS,
      exportsServices: changes.exported?.servicesAlone ?? null,
    }),
    purchaseClass: purchaseClassOf(NO_CLASS),
    invalidatedOn: null,
    exported: null,
    ...others,
    counterparty: counterparty === null ? null : { ...NOBODY, ...counterparty },
    exempt: amount('exempt'),
    notSubject: amount('notSubject'),
    taxed: amount('taxed'),
    vat: amount('vat'),
    perceived: amount('perceived'),
    retained: amount('retained'),
    purchased: amount('purchased'),
    incomeTaxWithheld: amount('incomeTaxWithheld'),
    incomeTaxBase: amount('incomeTaxBase'),
    total: amount('total'),
  };
}
