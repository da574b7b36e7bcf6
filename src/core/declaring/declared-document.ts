import { SERVICES } from '../dte/item-types.ts';
import { type TipoDte, typeOf } from '../dte/kinds.ts';
import { amountIn, integerIn, objectIn, objectsIn, readDte, textIn, textOrNullIn } from '../dte/read-dte.ts';
import { IVA } from '../dte/tributos.ts';
import type { EstablishmentCode } from '../identifiers/establishment-code.ts';
import { isNit } from '../identifiers/nit.ts';
import type { CodigoGeneracion, NumeroControl, SelloRecibido } from '../identifiers/official.ts';
import type { PointOfSaleCode } from '../identifiers/point-of-sale-code.ts';
import { withoutSeparators } from '../identifiers/text.ts';
import type { JsonObject } from '../json/read-json.ts';
import { type Amount, sum, ZERO } from '../money/decimal.ts';
import { type CompanyClasses, type GivenClass, givenTo } from './given-class.ts';
import { incomeClassOf, type PurchaseClass, purchaseClassOf, type SaleClass } from './income-codes.ts';
import { incomeTaxBaseOf } from './income-tax-base.ts';

/** What the register knows of a stamped document. */
export interface StampedFacts {
  readonly tipoDte: TipoDte;
  readonly numeroControl: NumeroControl;
  readonly selloRecibido: SelloRecibido;
  readonly codigoGeneracion: CodigoGeneracion;
  /** `identificacion.fecEmi` and `horEmi`. */
  readonly fecEmi: string;
  readonly horEmi: string;
  readonly establishment: EstablishmentCode;
  readonly pointOfSale: PointOfSaleCode;
  /** The codes of the income tax that somebody gave to this document, or to the CCF of a note; null where nobody did. */
  readonly ownClass: GivenClass | null;
  /** The local date of the sealed event that invalidated it; null where none did. */
  readonly invalidatedOn: string | null;
}

/** Whom a document names, by digits without hyphens; null for whatever it does not say. */
export interface Counterparty {
  readonly nombre: string;
  /** Fourteen digits. */
  readonly nit: string | null;
  readonly nrc: string | null;
  /** Nine digits. */
  readonly dui: string | null;
  /** Another identification, without hyphens. */
  readonly other: string | null;
}

/** A stamped document as declarations and books look at it. Discounts on the whole are taken off. */
export interface DeclaredDocument extends StampedFacts {
  /** Null for a consumer who was not named. */
  readonly counterparty: Counterparty | null;
  readonly exempt: Amount;
  readonly notSubject: Amount;
  /** With VAT in type 01, which has it in its prices; without it in 03 and 05; the whole of type 11; zero in 14. */
  readonly taxed: Amount;
  /** The VAT beside the prices of types 03 and 05; zero in the others. */
  readonly vat: Amount;
  readonly perceived: Amount;
  readonly retained: Amount;
  /** What a type 14 bought, and the income tax that it withheld; zero in the others. */
  readonly purchased: Amount;
  readonly incomeTaxWithheld: Amount;
  /** From how much of it that tax was withheld; zero where there was none. */
  readonly incomeTaxBase: Amount;
  /** What was sold, VAT included, or what a type 14 bought; neither is moved by what is perceived or retained. */
  readonly total: Amount;
  readonly exported: Exported | null;
  /** As a sale, whatever the period asks for. */
  readonly incomeClass: SaleClass;
  /** As a purchase, whatever the period asks for. */
  readonly purchaseClass: PurchaseClass;
}

export interface Exported {
  readonly servicesAlone: boolean;
  /** CAT-020: two letters in v2, four digits in v1. */
  readonly codPais: string;
}

/**
 * Reads what a declaration needs from the official text of a document, and classes it as its company does. Throws TypeError
 * where it is none of ours.
 */
export function readDeclared(facts: StampedFacts, text: string, classes: CompanyClasses): DeclaredDocument {
  const document = readDte(text);
  const resumen = objectIn(document, 'resumen');
  const party = document['receptor'] ?? document['sujetoExcluido'] ?? null;
  const { movement } = typeOf(facts.tipoDte);
  const isPurchase = movement === 'purchase';
  const exported = movement === 'export' ? exportedOf(document) : null;
  const ruled = { isPurchase, establishment: facts.establishment, activityCode: activityOf(document) };
  const given = givenTo(facts.ownClass, ruled, classes);
  const incomeTaxWithheld = isPurchase ? amountOr0(resumen, 'reteRenta') : ZERO;
  const sales = salesOf(facts.tipoDte, resumen);
  return {
    ...facts,
    counterparty: party === null ? null : counterpartyOf(partyIn(document)),
    ...sales,
    perceived: either(resumen, 'ivaPerci', 'ivaPerci1'),
    retained: either(resumen, 'ivaRete', 'ivaRete1'),
    purchased: isPurchase ? amountIn(resumen, 'subTotal') : ZERO,
    incomeTaxWithheld,
    incomeTaxBase: incomeTaxWithheld === ZERO ? ZERO : incomeTaxBaseOf(document),
    total: totalOf(facts.tipoDte, resumen, sales),
    exported,
    incomeClass: incomeClassOf({
      own: facts.ownClass,
      given,
      exportsServices: exported?.servicesAlone ?? null,
    }),
    purchaseClass: purchaseClassOf(given),
  };
}

function activityOf(document: JsonObject): string {
  return textOrNullIn(objectIn(document, 'emisor'), 'codActividad') ?? '';
}

function partyIn(document: JsonObject): JsonObject {
  return objectIn(document, 'sujetoExcluido' in document ? 'sujetoExcluido' : 'receptor');
}

type Sales = Pick<DeclaredDocument, 'exempt' | 'notSubject' | 'taxed' | 'vat'>;

function salesOf(tipoDte: TipoDte, resumen: JsonObject): Sales {
  const reduced = (total: string, discount: string) =>
    amountOr0(resumen, total) - amountOr0(resumen, discount);
  const taxes = 'tributos' in resumen ? objectsIn(resumen, 'tributos') : [];
  const vat = taxes.filter((tax) => textIn(tax, 'codigo') === IVA).map((tax) => amountIn(tax, 'valor'));
  return {
    exempt: reduced('totalExenta', 'descuExenta'),
    notSubject: reduced('totalNoSuj', 'descuNoSuj'),
    // fe-fex-v1 has another name for the discount on the whole.
    taxed: reduced('totalGravada', 'descuGravada') - amountOr0(resumen, 'descuento'),
    vat: typeOf(tipoDte).isBetweenTaxpayers ? sum(vat) : ZERO,
  };
}

/** `montoTotalOperacion` is no total between taxpayers: in fe-nc-v3 it has what is perceived and retained, and in older notes has not. */
function totalOf(tipoDte: TipoDte, resumen: JsonObject, { exempt, notSubject, taxed, vat }: Sales): Amount {
  const { isBetweenTaxpayers, movement } = typeOf(tipoDte);
  if (isBetweenTaxpayers) return exempt + notSubject + taxed + vat;
  return amountIn(resumen, movement === 'purchase' ? 'subTotal' : 'montoTotalOperacion');
}

function amountOr0(members: JsonObject, key: string): Amount {
  return (members[key] ?? null) === null ? ZERO : amountIn(members, key);
}

function either(members: JsonObject, v2: string, v1: string): Amount {
  return v2 in members ? amountOr0(members, v2) : amountOr0(members, v1);
}

function exportedOf(document: JsonObject): Exported {
  return {
    servicesAlone: integerIn(objectIn(document, 'emisor'), 'tipoItemExpor') === SERVICES,
    codPais: textIn(objectIn(document, 'receptor'), 'codPais'),
  };
}

/** CAT-022. */
const DUI = '13';
const NIT = '36';
const DUI_DIGITS = 9;

function counterpartyOf(party: JsonObject): Counterparty {
  const type = textOrNullIn(party, 'tipoDocumento');
  const number = digitsOf(textOrNullIn(party, 'numDocumento'));
  const nit = digitsOf(textOrNullIn(party, 'nit')) ?? (type === NIT || type === null ? number : null);
  const isDui = nit !== null && nit.length === DUI_DIGITS;
  return {
    nombre: textOrNullIn(party, 'nombre') ?? '',
    nit: nit !== null && !isDui && isNit(nit) ? nit : null,
    nrc: digitsOf(textOrNullIn(party, 'nrc')),
    // A person's NIT may be the number of the DUI.
    dui: type === DUI ? number : isDui ? nit : null,
    other: type !== null && type !== DUI && type !== NIT ? number : null,
  };
}

function digitsOf(text: string | null): string | null {
  return text === null || text === '' ? null : withoutSeparators(text);
}
