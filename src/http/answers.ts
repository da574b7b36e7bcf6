import { INVALIDATION_STATES, invalidationStateOf } from '../core/adjusting/choice.ts';
import {
  adjustedBy,
  cancellingNote,
  type DocumentStanding,
  isFullyAdjusted,
  isInvalidated,
  leftOf,
} from '../core/adjusting/standing.ts';
import { OFFSET_TEXT, toLocalIso } from '../core/calendar/el-salvador-time.ts';
import { TIPOS_DTE, typeOf } from '../core/dte/kinds.ts';
import { decimal, formatCents } from '../core/money/decimal.ts';
import { FIELD_PROBLEMS, type FieldProblemCode } from '../core/refusals/field-problems.ts';
import { awaitedStateOf } from '../core/submitting/states.ts';
import type { FileLinks, FileType, LinkProof } from '../operations/access/ports.ts';
import type { DocumentRecord } from '../operations/documents/ports.ts';
import type { DocumentView } from '../operations/documents/reading-ports.ts';
import type { InvalidationRecord } from '../operations/invalidations/ports.ts';
import { type Static, Type, titled } from '../schema/schema.ts';
import { DeliverySchema, deliveryAnswer } from './delivery-answer.ts';
import { text, textOrNull } from './described.ts';
import { EXPLANATION, type Unexplained } from './explanations.ts';

const flag = (description: string) => Type.Boolean({ description });
/** A text of this form; no answer has another. */
const shaped = (pattern: string, description: string) => Type.String({ pattern, description });
const dollars = (description: string) => Type.Number({ description });

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

const IDENTITY = {
  success: flag('La operación quedó registrada: sellada o en contingencia.'),
  dte_success: flag('Hacienda entregó el sello de recepción.'),
  contingency: flag('Hacienda todavía no ha respondido; se sigue intentando.'),
  rejected: flag('Hacienda rechazó el documento; vea observaciones.'),
  posted: flag('El número de control está asignado y ya no cambia.'),
  document_id: shaped(UUID, 'Identificador del documento (UUID).'),
  external_ref: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'La referencia de idempotencia, enviada o generada.',
  }),
  control_number: shaped(
    `^DTE-(${TIPOS_DTE.join('|')})-[A-Z0-9]{8}-[0-9]{15}$`,
    'Número de control, 31 caracteres.',
  ),
  generation_code: shaped('^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$', 'Código de generación.'),
  reception_stamp: shaped('^([A-Z0-9]{40})?$', 'Sello de recepción; vacío sin sello.'),
  dte_state: shaped('^(RECHAZADO)?$', 'RECHAZADO, o vacío.'),
  dte_message: text('Texto de diagnóstico.'),
  observaciones: Type.Array(Type.String(), { description: 'Motivos del rechazo, para mostrar al usuario.' }),
  explanation: EXPLANATION,
  codigo_msg: text('Código de mensaje de Hacienda, para bitácoras.'),
  ticket_url: textOrNull('Tiquete térmico en PDF, solo de facturas (01); se abre sin clave.'),
  invoice_url: text('PDF tamaño carta; se abre sin clave.'),
  json_url: text('Documento firmado; se abre sin clave.'),
};

/** The result of an issuance (specification 2.1). */
export const IssuedSchema = titled('IssuedDocument', {
  ...IDENTITY,
  is_duplicate: flag('La referencia ya tenía un documento sellado: es el original.'),
});
export type IssuedAnswer = Static<typeof IssuedSchema>;

/** How far the last attempt to cancel a document has come. */
export const INVALIDATION_STATE = Type.Unsafe<(typeof INVALIDATION_STATES)[number]>({
  type: 'string',
  enum: [...INVALIDATION_STATES],
  description:
    'none: no se ha pedido; waiting: pedida, sin respuesta de Hacienda; stamped: sellada; rejected: rechazada, el documento sigue vigente. De un CCF que una nota de crédito anuló por completo dice cómo está esa nota.',
});

const LOCAL_TIME = `^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}${OFFSET_TEXT}$`;

/** A status record (specification 2.2). */
export const StatusSchema = titled('DocumentStatus', {
  ...IDENTITY,
  is_duplicate: flag('Siempre falso: una consulta no emite nada.'),
  doc_type: shaped(`^(${TIPOS_DTE.join('|')})$`, 'Tipo de documento.'),
  posted_date: shaped(LOCAL_TIME, 'Fecha y hora de emisión, ISO 8601 con -06:00.'),
  customer_name: text('Nombre del cliente o sujeto; Consumidor Final si no hay.'),
  amount_taxable: dollars('Base gravada sin IVA; en 11 y 14, el total.'),
  amount_vat: dollars('IVA.'),
  amount_gross: dollars('Total antes de retenciones.'),
  amount_retention: dollars('Retención de IVA de 1 % o de renta de 10 %.'),
  amount_total: dollars('Total a pagar.'),
  amount: dollars('Igual que amount_total; en desuso.'),
  amount_ret: dollars('Igual que amount_retention; en desuso.'),
  invalidated: flag(
    'El documento fue invalidado. También lo dice un CCF que una nota con full_adjustment ajustó por completo, aunque para Hacienda siga vigente.',
  ),
  invalidation_state: INVALIDATION_STATE,
  credit_memo_id: textOrNull('Nota de crédito que lo anuló, si la hay.'),
  ccf_adjusted_amount: Type.Optional(
    dollars('Solo de un CCF: lo que le restan sus notas de crédito vigentes, con IVA.'),
  ),
  ccf_remaining_amount: Type.Optional(dollars('Solo de un CCF: lo que queda por ajustar, con IVA.')),
  ccf_fully_adjusted: Type.Optional(flag('Solo de un CCF: no queda nada por ajustar.')),
  delivery: DeliverySchema,
  schema: Type.Optional(Type.Unknown({ description: 'Con include_dte=true: el documento firmado.' })),
  response: Type.Optional(Type.Unknown({ description: 'Con include_dte=true: la respuesta de Hacienda.' })),
});
export type StatusAnswer = Static<typeof StatusSchema>;

/** Every error: `detail` for a person, `code` for a program, and each mistake of an invalid request. */
export const ErrorSchema = titled('ApiError', {
  detail: text('Qué está mal, en español.'),
  code: text('Código estable del error.'),
  errors: Type.Optional(
    Type.Array(
      titled('FieldError', {
        field: text('El campo, como lo nombra quien llama.'),
        code: Type.Unsafe<FieldProblemCode>({
          type: 'string',
          enum: Object.keys(FIELD_PROBLEMS),
          description: 'Código estable de lo que está mal en él; vea refusals.md.',
        }),
        message: text('Qué está mal en él.'),
      }),
      { description: 'Todo lo que está mal en una solicitud que no es válida.' },
    ),
  ),
});

/** What every route answers where it refuses. */
export const REFUSED = {
  400: ErrorSchema,
  401: ErrorSchema,
  429: ErrorSchema,
  500: ErrorSchema,
  503: ErrorSchema,
};

/** The answers that a route which names a document gives besides, where it does not succeed. */
export const REFUSED_OR_NOT_FOUND = { ...REFUSED, 404: ErrorSchema };

/** Makes the addresses of a document's files. */
export interface LinkMaker {
  readonly publicUrl: string;
  readonly links: FileLinks;
}

const NEW_DATA_WAIT =
  'Los datos nuevos esperan: se aplicarán si consta que el envío anterior no llegó; hasta entonces los archivos muestran los anteriores.';

/** What the authority said, and that the caller's last data are not applied yet where it may have the ones before. */
export function messageOf({ message, hasWanted }: Pick<DocumentRecord, 'message' | 'hasWanted'>): string {
  return hasWanted ? `${message} ${NEW_DATA_WAIT}`.trim() : message;
}

export function issuedAnswer(
  record: DocumentRecord,
  isDuplicate: boolean,
  maker: LinkMaker,
): Unexplained<IssuedAnswer> {
  return {
    ...verdictOf(record, messageOf(record)),
    posted: true,
    document_id: record.documentId,
    external_ref: record.externalRef,
    control_number: record.numeroControl,
    ticket_url: typeOf(record.tipoDte).hasTicket ? fileUrl(record, 'ticket', maker) : null,
    invoice_url: fileUrl(record, 'invoice', maker),
    json_url: fileUrl(record, 'json', maker),
    is_duplicate: isDuplicate,
  };
}

export function statusAnswer(
  { record, standing, delivery }: Pick<DocumentView, 'record' | 'standing' | 'delivery'>,
  maker: LinkMaker,
): Unexplained<StatusAnswer> {
  const { summary } = record;
  const total = Number(summary.amountTotal);
  const retention = Number(summary.amountRetention);
  return {
    ...issuedAnswer(record, false, maker),
    doc_type: record.tipoDte,
    posted_date: toLocalIso(record.postedMs),
    customer_name: summary.customerName,
    amount_taxable: Number(summary.amountTaxable),
    amount_vat: Number(summary.amountVat),
    amount_gross: Number(summary.amountGross),
    amount_retention: retention,
    amount_total: total,
    amount: total,
    amount_ret: retention,
    invalidated: isInvalidated(standing),
    invalidation_state: invalidationStateOf(standing),
    credit_memo_id: cancellingNote(standing)?.documentId ?? null,
    ...(typeOf(record.tipoDte).isAdjustedByNotes ? adjustmentOf(record, standing) : {}),
    delivery: deliveryAnswer(delivery),
  };
}

/** What the notes on a CCF take of it, and leave. */
function adjustmentOf({ summary }: DocumentRecord, standing: DocumentStanding) {
  const whole = { gross: decimal(summary.amountGross) };
  return {
    ccf_adjusted_amount: Number(formatCents(adjustedBy(standing).gross)),
    ccf_remaining_amount: Number(formatCents(leftOf(standing, whole))),
    ccf_fully_adjusted: isFullyAdjusted(standing, whole),
  };
}

/**
 * Flags (specification 3.1), code and seal of a document, or of the event that takes one back, with what the authority
 * said: what has no verdict yet is in contingency for the caller.
 */
export function verdictOf(judged: DocumentRecord | InvalidationRecord, message: string) {
  const state = awaitedStateOf(judged.state);
  const rejected = state === 'rejected';
  return {
    success: !rejected,
    dte_success: state === 'stamped',
    contingency: state === 'waiting',
    rejected,
    generation_code: judged.codigoGeneracion,
    reception_stamp: judged.selloRecibido ?? '',
    dte_state: rejected ? 'RECHAZADO' : '',
    dte_message: message,
    observaciones: [...judged.observaciones],
    codigo_msg: judged.codigoMsg,
  };
}

/** A link that opens one file of a document without a key. */
export function fileUrl(record: DocumentRecord, type: FileType, { publicUrl, links }: LinkMaker): string {
  const { companyId, documentId } = record;
  const token = tokenText({ companyId, ...links.proof({ companyId, documentId, type }) });
  return `${publicUrl}/file/${documentId}?type=${type}&token=${token}`;
}

const SHAPE = /^([A-Za-z0-9_-]{22})\.(?:([1-9]\d{0,8})\.)?([A-Za-z0-9_-]{16,64})$/;

/** The parts of a link's token: the company it names, the epoch of its links, and the code that proves both. */
export interface NamedToken extends LinkProof {
  readonly companyId: string;
}

/** A token in the form that links carry; the first epoch is not written. */
function tokenText({ companyId, epoch, mac }: NamedToken): string {
  return [shortId(companyId), ...(epoch === 0 ? [] : [epoch]), mac].join('.');
}

/** A company's UUID in 22 characters of base64url, as links carry it. */
export function shortId(uuid: string): string {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url');
}

/** What a link's token says; null where it is not of our form. Nothing is proven by it yet. */
export function companyOfToken(token: string): NamedToken | null {
  const [, short, epoch = '0', mac] = SHAPE.exec(token) ?? [];
  if (short === undefined || mac === undefined) return null;
  const hex = Buffer.from(short, 'base64url').toString('hex');
  const companyId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return shortId(companyId) === short ? { companyId, epoch: Number(epoch), mac } : null;
}
