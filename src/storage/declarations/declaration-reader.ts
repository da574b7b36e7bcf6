import { fiscalTime } from '../../core/calendar/el-salvador-time.ts';
import { classIn } from '../../core/declaring/given-class.ts';
import { invalidacionDate } from '../../core/dte/invalidacion.ts';
import type { Ambiente, TipoDte } from '../../core/dte/kinds.ts';
import { SUJETO_EXCLUIDO } from '../../core/dte/types/sujeto-excluido.ts';
import type { CodigoGeneracion, SelloRecibido } from '../../core/identifiers/official.ts';
import type {
  DeclarationReader,
  IssuedSpan,
  StampedDocument,
  UnstampedDocument,
} from '../../operations/declarations/ports.ts';
import type { Pool } from '../connection/pool.ts';
import { inCompany } from '../connection/transaction.ts';
import type { IssuedRow } from '../documents/issued-reader.ts';
import type { StoredClass } from '../documents/stored-class.ts';
import { DOCUMENTS_IN, INVALIDATIONS_IN, IS_REJECTED } from '../sending/states-in-sql.ts';

/** Documents that are read in one transaction; between two of them the node serves others. */
const ROWS = 100;

interface Place {
  readonly document_id: string;
  /** The instant of issue, as PostgreSQL writes it, to the microsecond. */
  readonly posted_at: string;
}

interface StampedRow extends Place, Omit<IssuedRow, 'document_id' | 'generation' | 'summary'> {
  readonly reception_stamp: SelloRecibido;
  readonly generation_code: CodigoGeneracion;
  readonly requested_ms: number | null;
  readonly draft: string;
  readonly own_class: StoredClass | null;
}

interface UnstampedRow
  extends Place,
    Pick<IssuedRow, 'doc_type' | 'control_number' | 'establishment' | 'posted_ms'> {
  readonly is_rejected: boolean;
  readonly gross_cents: string;
  readonly vat_cents: string;
}

const POSTED = `(extract(epoch FROM d.posted_at) * 1000)::float8 AS posted_ms`;
const ISSUED = 'd.posted_at >= $4 AND d.posted_at < $5';
const AFTER = '(d.posted_at, d.document_id) > ($6::timestamptz, $7::uuid)';
const IN_ORDER = 'ORDER BY d.posted_at, d.document_id';
const NEXT = `${IN_ORDER} LIMIT ${ROWS}`;
const OWN = 'd.company_id = $1 AND d.environment = $2 AND d.doc_type = ANY ($3)';

/** What of a document's summary is declared. */
const SUMMARY = [
  'totalExenta',
  'descuExenta',
  'totalNoSuj',
  'descuNoSuj',
  'totalGravada',
  'descuGravada',
  'descuento',
  'tributos',
  'ivaPerci',
  'ivaPerci1',
  'ivaRete',
  'ivaRete1',
  'subTotal',
  'reteRenta',
  'montoTotalOperacion',
];

/**
 * The parts of a document that say what is declared: most of its text are lines and the issuer, and whoever reads numbers to
 * the last digit reads no more of them than it needs. `json` keeps the digits as they were signed; a record of it reads the
 * text once, where each arrow would read the whole again.
 */
const DECLARED = `json_strip_nulls(json_build_object(
    'emisor', json_build_object('codActividad', t.emisor -> 'codActividad', 'tipoItemExpor', t.emisor -> 'tipoItemExpor'),
    'receptor', t.receptor,
    'sujetoExcluido', t."sujetoExcluido",
    'cuerpoDocumento', CASE WHEN (s.d).doc_type = '${SUJETO_EXCLUIDO.code}' THEN t."cuerpoDocumento" END,
    'resumen', json_build_object(${SUMMARY.map((name) => `'${name}', r."${name}"`).join(', ')})))::text`;

/** The next documents that fit a condition. */
function stampedWhere(condition: string): string {
  return stampedText(`${OWN} AND ${AFTER} AND ${condition} ${NEXT}`);
}

/** The documents that are chosen; they are chosen first, so that no other text is read. */
function stampedText(choice: string): string {
  return `SELECT (s.d).document_id, (s.d).posted_at::text, (s.d).doc_type, (s.d).control_number, (s.d).reception_stamp,
    (s.d).generation_code, (s.d).establishment, (s.d).point_of_sale,
    (extract(epoch FROM (s.d).posted_at) * 1000)::float8 AS posted_ms, ${DECLARED} AS draft, own_class(s.d) AS own_class,
    (extract(epoch FROM s.requested_at) * 1000)::float8 AS requested_ms
  FROM (SELECT ROW(d.*)::documents AS d, i.requested_at FROM documents d LEFT JOIN invalidations i
      ON i.company_id = d.company_id AND i.document_id = d.document_id AND i.state = ${INVALIDATIONS_IN.sealed}
    WHERE d.state = ${DOCUMENTS_IN.stamped} AND ${choice}) AS s
    CROSS JOIN LATERAL json_to_record((s.d).draft::json)
      AS t(emisor json, receptor json, "sujetoExcluido" json, "cuerpoDocumento" json, resumen json)
    CROSS JOIN LATERAL json_to_record(t.resumen) AS r(${SUMMARY.map((name) => `"${name}" json`).join(', ')})
  ORDER BY (s.d).posted_at, (s.d).document_id`;
}

const NAMED = stampedText(`d.company_id = $1 AND d.document_id = ANY ($2::uuid[]) ${IN_ORDER}`);

/** Documents by their identifiers, those that are stamped. */
export async function stampedNamed(
  pool: Pool,
  companyId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StampedDocument>> {
  const found = new Map<string, StampedDocument>();
  for (let first = 0; first < ids.length; first += ROWS) {
    const values = [companyId, ids.slice(first, first + ROWS)];
    const { rows } = await inCompany(pool, companyId, (client) =>
      client.query<StampedRow>({ name: 'declared-named', text: NAMED, values }),
    );
    for (const row of rows) found.set(row.document_id, toStamped(row));
  }
  return found;
}

const BEGINNING: Place = { document_id: '00000000-0000-0000-0000-000000000000', posted_at: '-infinity' };

/** Reads what a month declares in PostgreSQL. The pool acts as the service. */
export function createDeclarationReader(pool: Pool): DeclarationReader {
  return {
    async *stamped(companyId, span) {
      const text = stampedWhere(ISSUED);
      for await (const row of rowsOf<StampedRow>(pool, { name: 'declared', text, companyId, span }))
        yield toStamped(row);
    },
    async *invalidated(companyId, span) {
      const text = stampedWhere(`i.document_id IS NOT NULL AND ${ISSUED}`);
      for await (const row of rowsOf<StampedRow>(pool, { name: 'declared-void', text, companyId, span }))
        yield toStamped(row);
    },
    async *invalidatedIn(companyId, span) {
      const text = stampedWhere('d.posted_at < $4 AND i.requested_at >= $4 AND i.requested_at < $5');
      for await (const row of rowsOf<StampedRow>(pool, { name: 'declared-back', text, companyId, span }))
        yield toStamped(row);
    },
    async *unstamped(companyId, span) {
      const text = `SELECT d.document_id, d.posted_at::text, d.doc_type, d.control_number, d.establishment,
          ${POSTED},
          ${IS_REJECTED} AS is_rejected, cents(d.summary ->> 'amountGross')::text AS gross_cents,
          coalesce(cents(d.summary ->> 'amountVat'), 0)::text AS vat_cents
        FROM documents d WHERE ${OWN} AND d.state <> ${DOCUMENTS_IN.stamped} AND ${ISSUED} AND ${AFTER} ${NEXT}`;
      for await (const row of rowsOf<UnstampedRow>(pool, { name: 'not-declared', text, companyId, span }))
        yield toUnstamped(row);
    },
  };
}

interface Reading {
  readonly name: string;
  readonly text: string;
  readonly companyId: string;
  readonly span: IssuedSpan;
}

/** The rows in the order of issue, a transaction for some of them at a time. */
async function* rowsOf<Row extends Place>(
  pool: Pool,
  { name, text, companyId, span }: Reading,
): AsyncGenerator<Row> {
  const { ambiente, types, sinceMs, untilMs } = span;
  const bounds: readonly [string, Ambiente, readonly TipoDte[], Date, Date] = [
    companyId,
    ambiente,
    types,
    new Date(sinceMs),
    new Date(untilMs),
  ];
  let after: Place = BEGINNING;
  for (;;) {
    const values = [...bounds, after.posted_at, after.document_id];
    const { rows } = await inCompany(pool, companyId, (client) => client.query<Row>({ name, text, values }));
    const last = rows.at(-1);
    const isEnd = rows.length < ROWS;
    // The driver's answer outlives its rows where the collector of young memory is concerned, so it gives them away.
    for (let row = rows.shift(); row !== undefined; row = rows.shift()) yield row;
    if (last === undefined || isEnd) return;
    after = last;
  }
}

function toStamped(row: StampedRow): StampedDocument {
  const [postedMs, requestedMs] = [Math.round(row.posted_ms), row.requested_ms];
  const { fecEmi, horEmi } = fiscalTime(postedMs);
  const tipoDte = row.doc_type;
  return {
    tipoDte,
    numeroControl: row.control_number,
    selloRecibido: row.reception_stamp,
    codigoGeneracion: row.generation_code,
    fecEmi,
    horEmi,
    establishment: row.establishment,
    pointOfSale: row.point_of_sale,
    ownClass: row.own_class === null ? null : classIn(row.own_class),
    invalidatedOn:
      requestedMs === null
        ? null
        : invalidacionDate({ tipoDte, requestedMs: Math.round(requestedMs), postedMs }),
    text: row.draft,
  };
}

function toUnstamped(row: UnstampedRow): UnstampedDocument {
  return {
    tipoDte: row.doc_type,
    numeroControl: row.control_number,
    establishment: row.establishment,
    issuedMs: Math.round(row.posted_ms),
    state: row.is_rejected ? 'rejected' : 'contingency',
    grossCents: BigInt(row.gross_cents),
    vatCents: BigInt(row.vat_cents),
  };
}
