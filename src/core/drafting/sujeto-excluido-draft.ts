import { SUJETO_EXCLUIDO } from '../dte/types/sujeto-excluido.ts';
import { round2, sum } from '../money/decimal.ts';
import { incomeTaxOn } from '../money/rates.ts';
import { type Fault, problemsOf, type Read, unreadable } from '../refusals/refusal.ts';
import {
  type Content,
  type Groundwork,
  limitProblems,
  type Recipient,
  type TypeRules,
} from './every-draft.ts';
import type { PartyOrder } from './order.ts';
import {
  checked,
  missingIdentity,
  type PartyContext,
  PHONE,
  readActivity,
  readAddress,
  readDocument,
  readName,
} from './party.ts';
import { lineValues, type PricedLine } from './priced-line.ts';

/** The rules of the Factura de Sujeto Excluido (type 14); the customer of its order is the subject. */
export const SUJETO_EXCLUIDO_RULES: TypeRules = {
  tipoDte: SUJETO_EXCLUIDO.code,
  path: 'subject',
  readCustomer: readSubject,
  nobody: () => unreadable({ path: 'subject', ...REQUIRED }),
  contentOf,
};

function contentOf({ lines }: Groundwork): Content {
  const amounts = purchaseAmounts(lines);
  const { totalCompra, totalDescu, reteRenta, totalPagar } = amounts;
  return {
    items: lines.map((line) => ({ ...lineValues(line), compra: line.amount })),
    resumen: { ...amounts, subTotal: totalCompra },
    money: {
      amountTaxable: totalCompra,
      amountVat: 0n,
      amountGross: totalCompra,
      amountRetention: reteRenta,
      amountTotal: totalPagar,
    },
    problems: limitProblems(totalCompra, totalDescu),
  };
}

const REQUIRED: Fault = { code: 'required', message: 'Es obligatorio.' };

function readSubject(party: PartyOrder, context: PartyContext): Read<Recipient | null> {
  const document = readDocument(party, context);
  const nombre = readName(party.name, context);
  const activity = readActivity(party.activityCode, context);
  const direccion = readAddress(party, context);
  const telefono = checked(party.phone, PHONE, context);
  const fields = problemsOf(document, nombre, activity, direccion, telefono);
  const problems = [...fields, ...missingIdentity(party, REQUIRED, context)];
  if (document.value === null || nombre.value === null || direccion.value === null)
    return { value: null, problems };
  const value = {
    tipoDocumento: document.value.type,
    numDocumento: document.value.number,
    nombre: nombre.value,
    codActividad: activity.value?.code,
    descActividad: activity.value?.description,
    direccion: direccion.value,
    telefono: telefono.value,
    correo: party.email,
  };
  return { value, problems };
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
