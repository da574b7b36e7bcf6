import { isRecord, type JsonRecord, readPlainJson, recordIn, textIn } from '../exact/json.ts';
import { payloadText, splitJws } from '../signature/jws.ts';
import type { LedgerEntry } from '../state/ledger.ts';

/** A stamped document as an invalidation is compared with it. */
export interface InvalidatedDocument {
  readonly nit: string;
  readonly tipoDte: string;
  readonly numeroControl: string;
  /** `yyyy-MM-dd`. */
  readonly fecEmi: string;
  readonly selloRecibido: string;
  readonly sealedAtMs: number;
  readonly codActividad: string;
  /** Who received it; null for what the document does not say. */
  readonly receptor: ReceptorData;
}

export interface ReceptorData {
  readonly tipoDocumento: string | null;
  readonly numDocumento: string | null;
  readonly nombre: string | null;
}

/** What the ledger and the signed text say about a stamped document. */
export function invalidatedDocument(entry: LedgerEntry, jws: string): InvalidatedDocument {
  const document = payloadOf(jws);
  return {
    nit: entry.nit,
    tipoDte: entry.facts?.tipoDte ?? '',
    numeroControl: entry.facts?.numeroControl ?? '',
    fecEmi: entry.facts?.fecEmi ?? '',
    selloRecibido: entry.verdict.selloRecibido ?? '',
    sealedAtMs: Date.parse(entry.judgedAt),
    codActividad: textIn(recordIn(document, 'emisor'), 'codActividad') ?? '',
    receptor: receptorOf(document),
  };
}

function payloadOf(documento: string): JsonRecord {
  const jws = splitJws(documento);
  const text = jws === null ? null : payloadText(jws);
  const document = text === null ? null : readPlainJson(text);
  return isRecord(document) ? document : {};
}

/** Version 1 of type 14 calls the receiver `sujetoExcluido`; taxpayers may stand there with their NIT alone. */
function receptorOf(document: JsonRecord): ReceptorData {
  const receptor = { ...recordIn(document, 'sujetoExcluido'), ...recordIn(document, 'receptor') };
  const nit = textIn(receptor, 'nit');
  return {
    tipoDocumento: nit === null ? textIn(receptor, 'tipoDocumento') : '36',
    numDocumento: nit ?? textIn(receptor, 'numDocumento'),
    nombre: textIn(receptor, 'nombre'),
  };
}

/** The code of the document that a signed invalidation names; empty where it names none. */
export function namedDocument(documento: string): string {
  return textIn(recordIn(payloadOf(documento), 'documento'), 'codigoGeneracion') ?? '';
}
