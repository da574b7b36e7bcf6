import type { World } from '../endpoints/endpoint.ts';
import { integerIn, isRecord, type JsonRecord, readPlainJson, recordIn, textIn } from '../exact/json.ts';
import { isGenerationCode } from '../shapes/formats.ts';
import { payloadText, splitJws } from '../signature/jws.ts';
import type { Lote } from '../state/lotes.ts';
import { type Refusal, refuse, refuseField } from '../verdict/refusal.ts';
import { type Envelope, missingFields } from './envelope.ts';
import { receive } from './receive.ts';

/** What is posted to the reception of lotes. */
export interface LoteEnvelope {
  readonly ambiente: string;
  readonly idEnvio: string;
  readonly version: number;
  readonly nitEmisor: string;
  /** Signed documents, compact JWS. */
  readonly documentos: readonly string[];
}

export type LoteReading =
  | { readonly kind: 'lote'; readonly lote: LoteEnvelope }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** The most documents of a lote (Manual Tecnico, 02/2023). */
export const LARGEST_LOTE = 100;

/** No text of 2023 or later says which; implementers send either. */
const VERSIONS: readonly number[] = [2, 3];

const isUuidV4 = /^[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/;

/** Reads the body of a lote: 098 where it is not JSON, 097 naming each field that is missing, 003 or 007 for values. */
export function readLote(body: string): LoteReading {
  const record = readPlainJson(body);
  if (!isRecord(record)) return refused(refuse('98', '098'));
  const documentos = record['documentos'];
  const missing = [
    ...missingFields(record, ['ambiente', 'idEnvio', 'nitEmisor'], ['version']),
    ...(isListOfTexts(documentos) && documentos.length > 0 ? [] : ['documentos']),
  ];
  if (missing.length > 0 || !isListOfTexts(documentos)) return refused(refuse('99', '097', missing));
  const lote = loteOf(record, documentos);
  if (!isUuidV4.test(lote.idEnvio)) return refused(refuseField('99', '003', 'idEnvio'));
  if (!VERSIONS.includes(lote.version)) return refused(refuseField('99', '007', 'version'));
  if (documentos.length > LARGEST_LOTE) return refused(refuseField('99', '007', 'documentos'));
  return { kind: 'lote', lote };
}

function refused(refusal: Refusal): LoteReading {
  return { kind: 'refused', refusal };
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string' && each !== '');
}

function loteOf(record: JsonRecord, documentos: readonly string[]): LoteEnvelope {
  return {
    ambiente: textIn(record, 'ambiente') ?? '',
    idEnvio: textIn(record, 'idEnvio') ?? '',
    version: integerIn(record, 'version') ?? 0,
    nitEmisor: textIn(record, 'nitEmisor') ?? '',
    documentos,
  };
}

/** The code that a signed document gives itself, whether or not its signature is good; empty where there is none. */
export function codeInside(documento: string): string {
  const codigoGeneracion = textIn(identificacionOf(documento), 'codigoGeneracion') ?? '';
  return isGenerationCode(codigoGeneracion) ? codigoGeneracion : '';
}

/** A document of a lote has no envelope of its own: what one would say stands in the document. */
function envelopeInside(documento: string, ambiente: string): Envelope {
  const identificacion = identificacionOf(documento);
  return {
    ambiente,
    version: integerIn(identificacion, 'version') ?? 0,
    tipoDte: textIn(identificacion, 'tipoDte') ?? '',
    codigoGeneracion: codeInside(documento),
    documento,
  };
}

function identificacionOf(documento: string): JsonRecord {
  const jws = splitJws(documento);
  const text = jws === null ? null : payloadText(jws);
  const document = text === null ? null : readPlainJson(text);
  return isRecord(document) ? recordIn(document, 'identificacion') : {};
}

/**
 * Judges the documents of a lote that have no verdict yet, one after the other, evenly over the time that a lote
 * takes. Rejects when the simulator closes meanwhile; what is left is judged after the next start.
 */
export async function workOff({ codigoLote, nit, ambiente, size }: Lote, world: World): Promise<void> {
  const issuer = world.issuers.byNit(ambiente, nit);
  if (issuer === null) return;
  for (const { index, documento } of world.lotes.waiting(codigoLote)) {
    await world.pause(world.loteMs / size);
    await receive(envelopeInside(documento, ambiente), { issuer, lote: { codigoLote, index } }, world);
  }
}

/** Goes on with every lote that an earlier run of the simulator left unfinished. */
export function resumeLotes(world: World): void {
  for (const lote of world.lotes.all()) startWork(lote, world);
}

/** Begins to work a lote off; nobody waits for it. */
export function startWork(lote: Lote, world: World): void {
  workOff(lote, world).catch(() => {});
}
