import type { SchemaGeneration, TipoDte } from '../dte/kinds.ts';
import type { StructureProblem } from '../dte/structure/problem.ts';

/** The log shows the first of them; a wrong field of 2,000 lines is one mistake, not 2,000. */
const SHOWN = 10;

/**
 * A document that we built and that breaks its own structure: a bug of ours, because whatever a caller can cause is a
 * problem of the order before that. It is thrown before the document takes a number. Message and paths tell where the
 * document is wrong, never what stands there.
 */
export class MalformedDocument extends Error {
  /** `#/resumen/totalIva` and the like, all of them. */
  readonly paths: readonly string[];

  constructor(
    kind: { readonly tipoDte: TipoDte; readonly generation: SchemaGeneration },
    problems: readonly StructureProblem[],
  ) {
    const shown = problems.slice(0, SHOWN).map(({ path, message }) => `${path} ${message}`);
    const more = problems.length > SHOWN ? `; and ${problems.length - SHOWN} more` : '';
    super(
      `a drafted document of type ${kind.tipoDte} (${kind.generation}) is malformed: ${shown.join('; ')}${more}`,
    );
    this.name = 'MalformedDocument';
    this.paths = problems.map(({ path }) => path);
  }
}
