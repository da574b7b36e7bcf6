import { type Static, Type } from 'typebox';
import { toLocalIso } from '../core/calendar/el-salvador-time.ts';
import type { FileLinks, FileType } from '../operations/access-ports.ts';
import type { DocumentRecord } from '../operations/ports.ts';
import { shortId } from './file-token.ts';

const Text = Type.String();
const Link = Type.Unsafe<string | null>({ type: ['string', 'null'] });

const IDENTITY = {
  success: Type.Boolean(),
  dte_success: Type.Boolean(),
  contingency: Type.Boolean(),
  rejected: Type.Boolean(),
  posted: Type.Boolean(),
  document_id: Text,
  external_ref: Text,
  control_number: Text,
  generation_code: Text,
  reception_stamp: Text,
  dte_state: Text,
  dte_message: Text,
  observaciones: Type.Array(Text),
  codigo_msg: Text,
  ticket_url: Link,
  invoice_url: Link,
  json_url: Link,
};

/** The result of an issuance (specification 2.1). */
export const IssuedSchema = Type.Object({ ...IDENTITY, is_duplicate: Type.Boolean() });
export type IssuedAnswer = Static<typeof IssuedSchema>;

/** A status record (specification 2.2). */
export const StatusSchema = Type.Object({
  ...IDENTITY,
  doc_type: Text,
  posted_date: Text,
  customer_name: Text,
  amount_taxable: Type.Number(),
  amount_vat: Type.Number(),
  amount_gross: Type.Number(),
  amount_retention: Type.Number(),
  amount_total: Type.Number(),
  amount: Type.Number(),
  amount_ret: Type.Number(),
  invalidated: Type.Boolean(),
  credit_memo_id: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  schema: Type.Optional(Type.Unknown()),
  response: Type.Optional(Type.Unknown()),
});
export type StatusAnswer = Static<typeof StatusSchema>;

/** Every error: `detail` for a person, `code` for a program, and each mistake of an invalid request. */
export const ErrorSchema = Type.Object({
  detail: Text,
  code: Text,
  errors: Type.Optional(Type.Array(Type.Object({ field: Text, message: Text }))),
});

/** Makes the addresses of a document's files. */
export interface LinkMaker {
  readonly publicUrl: string;
  readonly links: FileLinks;
}

export function issuedAnswer(record: DocumentRecord, isDuplicate: boolean, maker: LinkMaker): IssuedAnswer {
  return { ...identityOf(record, maker), is_duplicate: isDuplicate };
}

export function statusAnswer(record: DocumentRecord, maker: LinkMaker): StatusAnswer {
  const { summary } = record;
  const total = Number(summary.amountTotal);
  const retention = Number(summary.amountRetention);
  return {
    ...identityOf(record, maker),
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
    invalidated: false,
    credit_memo_id: null,
  };
}

/** The flags of specification 3.1: what has no verdict yet is in contingency for the caller. */
function identityOf(record: DocumentRecord, maker: LinkMaker): Omit<IssuedAnswer, 'is_duplicate'> {
  const stamped = record.state === 'stamped';
  const rejected = record.state === 'rejected';
  return {
    success: !rejected,
    dte_success: stamped,
    contingency: !stamped && !rejected,
    rejected,
    posted: true,
    document_id: record.documentId,
    external_ref: record.externalRef,
    control_number: record.numeroControl,
    generation_code: record.codigoGeneracion,
    reception_stamp: record.selloRecibido ?? '',
    dte_state: rejected ? 'RECHAZADO' : '',
    dte_message: record.message,
    observaciones: [...record.observaciones],
    codigo_msg: record.codigoMsg,
    ticket_url: null,
    invoice_url: null,
    json_url: fileUrl(record, 'json', maker),
  };
}

function fileUrl(record: DocumentRecord, type: FileType, { publicUrl, links }: LinkMaker): string {
  const { companyId, documentId } = record;
  const token = `${shortId(companyId)}.${links.token({ companyId, documentId, type })}`;
  return `${publicUrl}/file/${documentId}?type=${type}&token=${token}`;
}
