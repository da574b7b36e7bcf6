/** A step into a document: a name, or the index of an entry, from 0. */
export type Step = string | number;

/** The way to a datum of a document, as the authority wrote it: names in its own letters. */
export type Path = readonly Step[];

/** One thing that the authority says is wrong. */
export interface Statement {
  /** Its own words, untouched. */
  readonly text: string;
  /** The data that it names: none, one, or two where it names a pair. */
  readonly paths: readonly Path[];
  /** What it says of them; the whole text where it names none. */
  readonly finding: string;
}

/** What a rejection says, as it is kept. */
export interface SaidRejection {
  readonly codigoMsg: string;
  /** `descripcionMsg`. */
  readonly message: string;
  /** Where the authority sent none, what it sent as `descripcionMsg`. */
  readonly observaciones: readonly string[];
}

/** Whether a rejection names a datum of what was sent, so that it speaks of that and of nothing else. */
export function namesDatum(said: SaidRejection): boolean {
  return statementsOf(said).some(({ paths }) => paths.some(([block]) => BLOCK.test(String(block))));
}

/** More than this nobody reads. */
const MOST_STATEMENTS = 50;

/**
 * What a rejection says, statement by statement: its message where that names a datum, and each observation. Beside
 * one that names a datum, those that name none add nothing.
 */
export function statementsOf({ message, observaciones }: SaidRejection): readonly Statement[] {
  const texts = [...new Set([message, ...observaciones].map((text) => text.trim()))].filter(
    (text) => text !== '',
  );
  const all = texts.map(statementOf);
  const precise = all.filter(({ paths }) => paths.length > 0);
  return (precise.length > 0 ? precise : all.slice(-1)).slice(0, MOST_STATEMENTS);
}

/** What a document or an event consists of, in any letters. */
const BLOCKS =
  '(?:identificacion|emisor|receptor|sujetoExcluido|cuerpoDocumento|resumen|extension|apendice|documentoRelacionado|' +
  'otrosDocumentos|ventaTercero|compraTercero|documento|motivo|detalleDTE)';

const BLOCK = new RegExp(`^${BLOCKS}$`, 'i');

/**
 * The forms in which the authority has been seen to name a datum: `[identificacion.numeroControl] TEXTO`, also with
 * words behind the path (`[resumen.totalCompra ...] TEXTO`),
 * `Campo #/receptor/direccion/departamento no cumple ...` and `identificacion.fecEmi Difiere ...`.
 */
const FORMS: readonly RegExp[] = [
  /^\[(?<path>(?:[^[\]\s]|\[\d*\])+)(?:\s[^\]]*)?\]\s*(?<finding>.*)$/s,
  /#\/(?<path>\S+)\s*(?<finding>.*)$/s,
  new RegExp(
    `^(?:el\\s+)?(?:campo\\s+)?(?<path>${BLOCKS}(?:[./]\\w+|\\[\\d*\\])+):?\\s+(?<finding>.*)$`,
    'is',
  ),
];

function statementOf(text: string): Statement {
  for (const form of FORMS) {
    const { path, finding } = form.exec(text)?.groups ?? {};
    if (path !== undefined) return { text, paths: pathsOf(path), finding: finding?.trim() ?? '' };
  }
  return { text, paths: [], finding: text };
}

/** What follows a dot may name two members: `documento.tipoDocumento/numDocumento`. */
const PAIR = /^(?<before>[^/]*\.)(?<one>\w+)\/(?<other>\w+)$/;

function pathsOf(written: string): readonly Path[] {
  const { before, one, other } = PAIR.exec(written)?.groups ?? {};
  if (before === undefined) return [pathOf(written)];
  return [pathOf(`${before}${one}`), pathOf(`${before}${other}`)];
}

/** Lines are numbered from 1 where they are called items: `Cuerpodocumento.item.2`; indexes count from 0. */
function pathOf(written: string): Path {
  const names = written
    .replace(/\[(\d*)\]/g, '.$1')
    .split(/[./]/)
    .filter((name) => name !== '');
  return names.flatMap((name, at): readonly Step[] => {
    if (name.toLowerCase() === 'item' && isIndex(names[at + 1])) return [];
    if (!isIndex(name)) return [name];
    const isNumbered = names[at - 1]?.toLowerCase() === 'item';
    return [Number(name) - (isNumbered ? 1 : 0)];
  });
}

function isIndex(name: string | undefined): boolean {
  return name !== undefined && /^\d{1,4}$/.test(name);
}
