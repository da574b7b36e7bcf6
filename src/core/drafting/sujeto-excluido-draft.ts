import type { SujetoExcluidoParty } from '../dte/receptor.ts';
import { SUJETO_EXCLUIDO } from '../dte/types/sujeto-excluido.ts';
import { parsePhone, whyNotPhone } from '../identifiers/phone.ts';
import { type Amount, proportion8, round2, sum } from '../money/decimal.ts';
import { type Fault, problemsOf, type Read, unreadable } from '../refusals/refusal.ts';
import {
  checkedDraft,
  documentSummary,
  layGroundwork,
  limitProblems,
  numbered,
  partyContext,
  readApendice,
  readPagos,
  summaryValues,
} from './every-draft.ts';
import { issuerValues } from './issuer.ts';
import type { DraftContext, Drafting, Order, PartyOrder } from './order.ts';
import {
  checked,
  missingIdentity,
  type PartyContext,
  readActivity,
  readAddress,
  readDocument,
  readName,
} from './party.ts';
import { lineValues, type PricedLine } from './priced-line.ts';

/** Applies the rules of the Factura de Sujeto Excluido (type 14) to an order; its customer is the subject. */
export function draftSujetoExcluido(order: Order, context: DraftContext): Drafting {
  const groundwork = layGroundwork(order, context);
  const { issuer, lines, complete } = groundwork.value;
  const party = partyContext('subject', context, issuer);
  const recipient =
    order.customer === null
      ? unreadable({ path: 'subject', ...REQUIRED })
      : readSubject(order.customer, party);
  const amounts = purchaseAmounts(lines);
  const pagos = readPagos(order, complete ? amounts.totalPagar : null);
  const problems = [
    ...problemsOf(groundwork, recipient),
    ...limitProblems(amounts.totalCompra, amounts.totalDescu),
    ...pagos.problems,
  ];
  const subject = recipient.value;
  if (issuer === null || subject === null || problems.length > 0) return { kind: 'problems', problems };
  const { generation } = context;
  const values = {
    emisor: issuerValues(issuer, generation),
    // v1 calls the recipient by its own name.
    sujetoExcluido: subject,
    receptor: subject,
    cuerpoDocumento: numbered(lines.map(itemOf)),
    resumen: {
      ...amounts,
      subTotal: amounts.totalCompra,
      ...summaryValues(order, amounts.totalPagar),
      pagos: pagos.value,
    },
    apendice: readApendice(order.appendix),
  };
  const { totalCompra, reteRenta, totalPagar } = amounts;
  const summary = documentSummary(subject.nombre, {
    taxable: totalCompra,
    vat: 0n,
    gross: totalCompra,
    retention: reteRenta,
    total: totalPagar,
  });
  return checkedDraft({ issuer, tipoDte: SUJETO_EXCLUIDO.code, generation }, values, summary);
}

const REQUIRED: Fault = { code: 'required', message: 'Es obligatorio.' };

function readSubject(party: PartyOrder, context: PartyContext): Read<SujetoExcluidoParty | null> {
  const document = readDocument(party, context);
  const nombre = readName(party.name, context);
  const activity = readActivity(party.activityCode, context);
  const direccion = readAddress(party, context);
  const telefono = checked(party.phone, { field: 'phone', parse: parsePhone, why: whyNotPhone }, context);
  const fields = problemsOf(document, nombre, activity, direccion, telefono);
  const problems = [...fields, ...missingIdentity(party, REQUIRED, context)];
  if (document.value === null || nombre.value === null || direccion.value === null)
    return { value: null, problems };
  const value = {
    tipoDocumento: document.value.type,
    numDocumento: document.value.number,
    nombre: nombre.value,
    codActividad: activity.value?.code ?? null,
    descActividad: activity.value?.description ?? null,
    direccion: direccion.value,
    telefono: telefono.value,
    correo: party.email,
  };
  return { value, problems };
}

/** A line of type 14: what the issuer bought. */
function itemOf(line: PricedLine) {
  return {
    ...lineValues(line),
    compra: line.amount,
  };
}

/** The income tax of 10 % that is kept back from services (CT 156). */
export function incomeTaxOn(services: Amount): Amount {
  return round2(proportion8(services, 1n, 10n));
}

/** Income tax is kept back from the lines that the caller marks as services. */
function purchaseAmounts(lines: readonly PricedLine[]) {
  const totalCompra = round2(sum(lines.map(({ amount }) => amount)));
  const services = sum(lines.filter(({ order }) => order.isService).map(({ amount }) => amount));
  const reteRenta = incomeTaxOn(services);
  return {
    totalCompra,
    totalDescu: round2(sum(lines.map(({ discount }) => discount))),
    reteRenta,
    totalPagar: totalCompra - reteRenta,
  };
}
