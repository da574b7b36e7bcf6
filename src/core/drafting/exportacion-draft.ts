import { issuerValues, longTradeName } from '../dte/emisor.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import type { ExtranjeroParty } from '../dte/receptor.ts';
import { totalEnLetras } from '../dte/total-letras.ts';
import { IVA_EXPORTACION } from '../dte/tributos.ts';
import { EXPORTACION } from '../dte/types/exportacion.ts';
import { type Amount, formatCents, round2, sum } from '../money/decimal.ts';
import type { Numeral } from '../money/numeral.ts';
import type { FieldProblem } from '../refusals/problem.ts';
import { checkedDraft } from './checked-draft.ts';
import type { DraftContext, Drafting } from './draft.ts';
import { BOTH, type ExportTerms, readExportTerms } from './export-terms.ts';
import { readExtranjero } from './extranjero.ts';
import { checkLimits, type Groundwork, layGroundwork, numbered, partyContext } from './groundwork.ts';
import type { Order } from './order.ts';
import { readApendice, readPagos } from './payment.ts';
import { lineValues, type PricedLine } from './priced-line.ts';
import { readNumber } from './read-number.ts';
import type { DocumentSummary } from './summary.ts';

/** Applies the rules of the Factura de Exportación (type 11) to an order. */
export function draftExportacion(order: Order, context: DraftContext): Drafting {
  const problems: FieldProblem[] = [];
  const groundwork = layGroundwork(order, context, problems);
  const { issuer, lines, complete } = groundwork;
  const { company, generation } = context;
  const receptor = receptorOf(order, groundwork, { context, problems });
  const terms = readExportTerms(
    { terms: order.exportTerms ?? null, defaults: company.exportDefaults, lines: order.lines, generation },
    problems,
  );
  const amounts = exportAmounts(order, lines, problems);
  const items = lines.map((line) => itemOf(line, generation, problems));
  if (complete) checkTotals(amounts, { order, generation }, problems);
  const pagos = readPagos(order, complete ? amounts.totalPagar : null, problems);
  if (issuer === null || receptor === null || problems.length > 0) return { kind: 'problems', problems };
  const values = {
    emisor: {
      ...issuerValues(issuer, generation),
      nombreComercial: longTradeName(issuer, generation),
      tipoItemExpor: terms.tipoItemExpor,
      recintoFiscal: terms.recintoFiscal,
      tipoRegimen: terms.tipoRegimen,
      regimen: generation === 'v1' ? regimenV1(terms) : terms.regimen,
    },
    receptor,
    cuerpoDocumento: numbered(items),
    resumen: {
      ...amounts,
      tributos: [NO_VAT],
      totalLetras: totalEnLetras(amounts.totalPagar),
      condicionOperacion: order.transactionCondition,
      pagos,
      codIncoterms: terms.codIncoterms,
      descIncoterms: terms.descIncoterms,
      observaciones: order.observations,
    },
    apendice: readApendice(order.appendix),
  };
  return checkedDraft(
    { issuer, tipoDte: EXPORTACION.code, generation },
    values,
    summaryOf(amounts, receptor.nombre),
  );
}

const NO_VAT = {
  codigo: IVA_EXPORTACION,
  descripcion: 'Impuesto al Valor Agregado (exportaciones) 0%',
  valor: 0n,
};

/** v1 writes the type of regime in front of the regime: `EX-1.1000.000`. */
function regimenV1({ tipoRegimen, regimen }: ExportTerms): string | null {
  return regimen === null || tipoRegimen === null ? regimen : `${tipoRegimen}.${regimen}`;
}

function receptorOf(
  order: Order,
  { issuer }: Groundwork,
  { context, problems }: { readonly context: DraftContext; readonly problems: FieldProblem[] },
): ExtranjeroParty | null {
  const { company } = context;
  if (order.customer === null) {
    problems.push({ path: 'customer', code: 'required', message: 'Es obligatorio en una exportación.' });
    return null;
  }
  return readExtranjero(order.customer, {
    ...partyContext({ path: 'customer', context, issuer, problems }),
    defaultCountry: company.exportDefaults.country,
    fallbackEmail: company.delivery.fallbackEmail ?? company.email,
  });
}

/** A line of type 11; exports carry no VAT. */
function itemOf(line: PricedLine, generation: SchemaGeneration, problems: FieldProblem[]) {
  const { order } = line;
  if (order.saleType !== 'taxed')
    problems.push({
      path: `${line.path}.sale_type`,
      code: 'not_allowed',
      message: 'No se envía en una exportación.',
    });
  if (generation === 'v2' && order.itemType === BOTH)
    problems.push({
      path: `${line.path}.item_type`,
      code: 'not_in_schema',
      message: 'Debe ser 1 o 2 en una exportación.',
    });
  return {
    ...lineValues(line),
    ventaGravada: line.amount,
    tributos: [IVA_EXPORTACION],
  };
}

interface ExportAmounts {
  readonly totalGravada: Amount;
  readonly totalDescu: Amount;
  readonly seguro: Amount;
  readonly flete: Amount;
  readonly montoTotalOperacion: Amount;
  readonly totalPagar: Amount;
}

/** Freight and insurance belong to the total of the operation (EST40 field 68). */
function exportAmounts(order: Order, lines: readonly PricedLine[], problems: FieldProblem[]): ExportAmounts {
  const totalGravada = round2(sum(lines.map(({ amount }) => amount)));
  const flete = dollars(order.exportTerms?.freight ?? null, 'export.freight', problems);
  const seguro = dollars(order.exportTerms?.insurance ?? null, 'export.insurance', problems);
  const montoTotalOperacion = totalGravada + seguro + flete;
  return {
    totalGravada,
    totalDescu: round2(sum(lines.map(({ discount }) => discount))),
    seguro,
    flete,
    montoTotalOperacion,
    totalPagar: montoTotalOperacion,
  };
}

function dollars(amount: Numeral | null, path: string, problems: FieldProblem[]): Amount {
  if (amount === null) return 0n;
  const reading = readNumber(amount);
  if (reading.kind === 'problem') {
    problems.push({ path, code: reading.code, message: reading.message });
    return 0n;
  }
  if (reading.value < 0n || reading.value !== round2(reading.value))
    problems.push({
      path,
      code: 'not_cents',
      message: 'Debe ser un monto en dólares con 2 decimales como máximo, no negativo.',
    });
  return reading.value;
}

/** fe-fex-v1 limits observations to 500 characters, fe-fex-v3 to 3000. */
const OBSERVATIONS_V1 = 500;

function checkTotals(
  amounts: ExportAmounts,
  { order, generation }: { readonly order: Order; readonly generation: SchemaGeneration },
  problems: FieldProblem[],
): void {
  checkLimits({ total: amounts.montoTotalOperacion, discounts: amounts.totalDescu }, problems);
  if (generation === 'v2') return;
  if (amounts.montoTotalOperacion === 0n)
    problems.push({
      path: 'lines',
      code: 'total_zero',
      message: 'El total debe ser mayor que cero (esquema fe-fex-v1).',
    });
  if ([...(order.observations ?? '')].length > OBSERVATIONS_V1)
    problems.push({
      path: 'observations',
      code: 'too_long',
      message: `Admite como máximo ${OBSERVATIONS_V1} caracteres en v1.`,
    });
}

function summaryOf(amounts: ExportAmounts, customerName: string): DocumentSummary {
  const gross = formatCents(amounts.montoTotalOperacion);
  return {
    customerName,
    amountTaxable: gross,
    amountVat: formatCents(0n),
    amountGross: gross,
    amountRetention: formatCents(0n),
    amountTotal: formatCents(amounts.totalPagar),
  };
}
