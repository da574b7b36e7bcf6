import { fiscalTime } from '../calendar/el-salvador-time.ts';
import type { CodigoGeneracion, NumeroControl } from '../identifiers/official.ts';
import type { Contingencia } from './contingencia.ts';
import type { Ambiente, SchemaGeneration, TipoDte } from './kinds.ts';
import { filledHeader } from './structure/filled-document.ts';

/** What number, code and instant a document is issued under. */
export interface Identity {
  readonly tipoDte: TipoDte;
  readonly generation: SchemaGeneration;
  readonly ambiente: Ambiente;
  readonly numeroControl: NumeroControl;
  readonly codigoGeneracion: CodigoGeneracion;
  /** The instant of issue, milliseconds since the epoch. */
  readonly postedMs: number;
}

/** What a document says of itself before it has number and code. */
export type Unnumbered = Omit<Identity, 'numeroControl' | 'codigoGeneracion'>;

/**
 * The JSON object that has `identificacion` alone: of a normal transmission (CAT-003 and CAT-004 both 1), or of a document that was issued
 * in a formal contingency (both 2).
 */
export function buildIdentificacion(identity: Identity, contingencia: Contingencia | null = null): string {
  return headerText(identity, identity, contingencia);
}

interface Names {
  readonly numeroControl: string;
  readonly codigoGeneracion: string;
}

function headerText(
  identity: Unnumbered,
  { numeroControl, codigoGeneracion }: Names,
  contingencia: Contingencia | null,
): string {
  const { fecEmi, horEmi } = fiscalTime(identity.postedMs);
  const motivo = contingencia?.motivo ?? null;
  return filledHeader(identity, {
    ambiente: identity.ambiente,
    numeroControl,
    codigoGeneracion,
    tipoModelo: contingencia === null ? 1 : 2,
    tipoOperacion: contingencia === null ? 1 : 2,
    tipoContingencia: contingencia?.tipo ?? null,
    // fe-fex-v1 misspells the name of the reason; each table takes the name that it has.
    motivoContin: motivo,
    motivoContigencia: motivo,
    fecEmi,
    horEmi,
  });
}

/**
 * The text that is signed: the identification block in front of the draft, which is everything else of the document as
 * compact JSON. Number, code, instant and mode are thus the only things that are added to what was validated.
 */
export function documentText(
  draft: string,
  identity: Identity,
  contingencia: Contingencia | null = null,
): string {
  return withHeader(buildIdentificacion(identity, contingencia), draft);
}

const NAMELESS: Names = { numeroControl: '', codigoGeneracion: '' };

/** The same of a document that is only shown: the places of number and code are empty, and it can never be signed. */
export function unnumberedText(draft: string, identity: Unnumbered): string {
  return withHeader(headerText(identity, NAMELESS, null), draft);
}

function withHeader(header: string, draft: string): string {
  return `${header.slice(0, -1)},${draft.slice(1)}`;
}
