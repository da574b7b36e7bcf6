import type { Company } from '../company/company.ts';
import { BOTH } from '../drafting/exportacion-draft.ts';
import type { AppendixEntry, ExportOrder, Order, PartyOrder, PaymentOrder } from '../drafting/order.ts';
import { CAT_017 } from '../drafting/vocabulary.ts';
import { SERVICES } from '../dte/item-types.ts';
import { amountIn, integerIn, objectIn, objectsIn, textIn, textOrNullIn } from '../dte/read-dte.ts';
import { CREDITO_FISCAL } from '../dte/types/credito-fiscal.ts';
import { EXPORTACION } from '../dte/types/exportacion.ts';
import { FACTURA } from '../dte/types/factura.ts';
import { NOTA_CREDITO } from '../dte/types/nota-credito.ts';
import { SUJETO_EXCLUIDO } from '../dte/types/sujeto-excluido.ts';
import { isJsonObject, type JsonObject } from '../json/read-json.ts';
import { numeralOf } from '../money/decimal.ts';
import type { IssuedDocument } from './issued-document.ts';
import { rebuiltLines } from './rebuilt-lines.ts';
import { domesticParty, foreignParty, type RebuildSetting } from './rebuilt-party.ts';

/** Specification 2.6: a contributor of this kind retains, one of the other is perceived from. */
const [RETAINING, PERCEIVED] = [3, 1];

/**
 * The order that makes such a document again: what the document says in the caller's own names. What it does not tell, the
 * kind of taxpayer among it, is what the amounts come from; what may have been left to a default is left to it. Throws
 * TypeError where the document is another than we write, or a note.
 */
export function rebuiltOrder(issued: IssuedDocument, document: JsonObject, setting: RebuildSetting): Order {
  const resumen = objectIn(document, 'resumen');
  const pagos = objectsIn(resumen, 'pagos');
  const [pago] = pagos;
  return {
    ...recipientOf(issued, document, setting),
    tipoDte: issued.tipoDte,
    lines: rebuiltLines(issued.tipoDte, document),
    payments: pagos.map(paymentOf),
    paymentsListed: true,
    transactionCondition: integerIn(resumen, 'condicionOperacion'),
    deadline: pago === undefined ? null : deadlineOf(pago),
    period: pago?.['periodo'] == null ? null : integerIn(pago, 'periodo'),
    activityCode: textIn(objectIn(document, 'emisor'), 'codActividad'),
    establishment: null,
    pointOfSale: null,
    observations: observationsIn(document),
    appendix: objectsIn(document, 'apendice').map(appendixEntry),
  };
}

/** The company as it was towards this document: whether it perceived VAT may have changed since. */
export function companyThen(company: Company, document: JsonObject): Company {
  const { ivaPerci = 0n, ivaPerci1 = ivaPerci } = objectIn(document, 'resumen');
  return { ...company, vatPerceptionAgent: ivaPerci1 !== 0n };
}

type Recipient = Pick<Order, 'customer' | 'customerName' | 'exportTerms'>;

function recipientOf({ tipoDte }: IssuedDocument, document: JsonObject, setting: RebuildSetting): Recipient {
  switch (tipoDte) {
    case FACTURA.code:
      return buyerOf(document, setting);
    case CREDITO_FISCAL.code: {
      const customer = domesticParty(objectIn(document, 'receptor'), setting);
      return named({ ...customer, typeContributor: kindOf(document) ?? PERCEIVED });
    }
    case EXPORTACION.code:
      return {
        ...named(foreignParty(objectIn(document, 'receptor'))),
        exportTerms: exportTermsOf(document, setting.company),
      };
    case SUJETO_EXCLUIDO.code: {
      const block = 'sujetoExcluido' in document ? 'sujetoExcluido' : 'receptor';
      return named(domesticParty(objectIn(document, block), setting));
    }
    case NOTA_CREDITO.code:
      throw new TypeError('a note is rebuilt from its own lines');
  }
}

/** A buyer of whom a v1 document says more than the name is described, and without an address lives abroad. */
function buyerOf(document: JsonObject, setting: RebuildSetting): Recipient {
  const { receptor } = document;
  if (!isJsonObject(receptor)) return { customer: null, customerName: null };
  const isBareName = Object.entries(receptor).every(([key, value]) => key === 'nombre' || value === null);
  if (isBareName) return { customer: null, customerName: textOrNullIn(receptor, 'nombre') };
  return named({ ...domesticParty(receptor, setting), typeContributor: kindOf(document) });
}

function named(customer: PartyOrder): Recipient {
  return { customer, customerName: null };
}

/** What the amounts tell of the kind of taxpayer; null where nothing was retained. */
function kindOf(document: JsonObject): number | null {
  const { ivaRete = 0n, ivaRete1 = ivaRete } = objectIn(document, 'resumen');
  return ivaRete1 === 0n ? null : RETAINING;
}

/** The API's own code of a payment, by the Ministry's; of several with one meaning the first. */
const METHODS: ReadonlyMap<string, string> = new Map(
  [...CAT_017].toReversed().map(([ours, ministry]) => [ministry, ours]),
);

function paymentOf(pago: JsonObject): PaymentOrder {
  const codigo = textIn(pago, 'codigo');
  return {
    method: METHODS.get(codigo) ?? codigo,
    amount: numeralOf(amountIn(pago, 'montoPago')),
    reference: textOrNullIn(pago, 'referencia'),
  };
}

function deadlineOf(pago: JsonObject): number | null {
  const plazo = textOrNullIn(pago, 'plazo');
  return plazo === null ? null : Number(plazo);
}

/** v1 has them in a block of their own, but for types 11 and 14. */
export function observationsIn(document: JsonObject): string | null {
  const { extension } = document;
  const resumen = objectIn(document, 'resumen');
  return textOrNullIn(
    'observaciones' in resumen || !isJsonObject(extension) ? resumen : extension,
    'observaciones',
  );
}

function appendixEntry(entry: JsonObject): AppendixEntry {
  return { field: textIn(entry, 'campo'), label: textIn(entry, 'etiqueta'), value: textIn(entry, 'valor') };
}

function exportTermsOf(document: JsonObject, { exportDefaults }: Company): ExportOrder {
  const emisor = objectIn(document, 'emisor');
  const resumen = objectIn(document, 'resumen');
  const itemType = integerIn(emisor, 'tipoItemExpor');
  const { regimeType, regime } = regimeOf(emisor);
  const isService = itemType === SERVICES;
  return {
    // An export of both may have been left to the company, which v2 lets export goods.
    itemType: itemType === BOTH && exportDefaults.itemType === BOTH ? null : itemType,
    incoterm: isService ? null : textOrNullIn(resumen, 'codIncoterms'),
    fiscalPrecinct: textOrNullIn(emisor, 'recintoFiscal'),
    regimeType,
    regime,
    freight: numeralOf(amountIn(resumen, 'flete')),
    insurance: numeralOf(amountIn(resumen, 'seguro')),
  };
}

/** v1 writes the type of regime in front of the regime: `EX-1.1000.000`. */
function regimeOf(emisor: JsonObject): Pick<ExportOrder, 'regimeType' | 'regime'> {
  const regime = textOrNullIn(emisor, 'regimen');
  if ('tipoRegimen' in emisor) return { regimeType: textOrNullIn(emisor, 'tipoRegimen'), regime };
  const [, regimeType = null, rest = regime] = /^([A-Z]{2}-[0-9])[.](.*)$/.exec(regime ?? '') ?? [];
  return { regimeType, regime: rest };
}
