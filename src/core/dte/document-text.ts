import { fiscalTime } from '../calendar/el-salvador-time.ts';
import type { CodigoGeneracion, NumeroControl } from '../identifiers/official.ts';
import type { JsonObject } from '../json/read-json.ts';
import type { Contingencia } from './contingencia.ts';
import { type Ambiente, DOCUMENT_TYPES, madeOfTable, type SchemaGeneration, type TipoDte } from './kinds.ts';
import { fields } from './structure/table.ts';
import { ROOT, type StructureProblem } from './structure/words.ts';
import { fillKeys, keysIn } from './structure/write.ts';

const HEADER = 'identificacion';

/** Every key of every table: what a draft gives for another generation is no mistake. */
const KNOWN: ReadonlySet<string> = new Set(
  DOCUMENT_TYPES.flatMap(({ structure: { v1, v2 } }) => [...keysIn(v1), ...keysIn(v2)]),
);

const fillsFor = madeOfTable(({ keys }) => {
  const others = Object.keys(keys).filter((key) => key !== HEADER);
  return {
    header: fillKeys(fields(HEADER, keys), KNOWN),
    body: fillKeys(fields(others.join(' '), keys), KNOWN),
  };
});

interface Kind {
  readonly tipoDte: TipoDte;
  readonly generation: SchemaGeneration;
}

/**
 * The document but for its identification block as compact JSON, in the order of its table, made of the values given for
 * it; and what is wrong with these.
 */
export function filledBody(
  { tipoDte, generation }: Kind,
  values: JsonObject,
): { readonly text: string; readonly problems: readonly StructureProblem[] } {
  const found: StructureProblem[] = [];
  return { text: fillsFor(tipoDte, generation).body(values, { at: ROOT, found }), problems: found };
}

/** The document's first member, `identificacion`, alone. Throws RangeError where the values given leave it open. */
export function filledHeader({ tipoDte, generation }: Kind, identificacion: JsonObject): string {
  const found: StructureProblem[] = [];
  const text = fillsFor(tipoDte, generation).header({ identificacion }, { at: ROOT, found });
  const [problem] = found;
  if (problem !== undefined) throw new RangeError(`${problem.path} ${problem.message}`);
  return text;
}

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

function headerText(
  identity: Unnumbered,
  names: Pick<Identity, 'numeroControl' | 'codigoGeneracion'> | null,
  contingencia: Contingencia | null,
): string {
  const { fecEmi, horEmi } = fiscalTime(identity.postedMs);
  const motivo = contingencia?.motivo ?? null;
  return filledHeader(identity, {
    ambiente: identity.ambiente,
    numeroControl: names?.numeroControl ?? '',
    codigoGeneracion: names?.codigoGeneracion ?? '',
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

/** The text of a document that is only shown: the places of number and code are empty, and it can never be signed. */
export function unnumberedText(draft: string, identity: Unnumbered): string {
  return withHeader(headerText(identity, null, null), draft);
}

function withHeader(header: string, draft: string): string {
  return `${header.slice(0, -1)},${draft.slice(1)}`;
}
