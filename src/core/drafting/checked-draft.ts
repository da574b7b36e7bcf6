import { documentText, filledBody } from '../dte/document-text.ts';
import type { Issuer } from '../dte/emisor.ts';
import type { SchemaGeneration, TipoDte } from '../dte/kinds.ts';
import { structureProblems } from '../dte/structure/check.ts';
import type { StructureProblem } from '../dte/structure/words.ts';
import { formatNumeroControl, parseCodigoGeneracion, segmentOf } from '../identifiers/official.ts';
import { identifier } from '../identifiers/text.ts';
import { isJsonObject, type JsonObject } from '../json/read-json.ts';
import type { DocumentSummary, Draft } from './order.ts';

/** Who issues what, by which schema. */
export interface DraftedKind {
  readonly issuer: Issuer;
  readonly tipoDte: TipoDte;
  readonly generation: SchemaGeneration;
}

/**
 * A finished draft: a document made of these values that has the structure which its schema demands. Throws
 * MalformedDocument where it has not. Only the form of a recipient's e-mail is passed on as it is, because there Hacienda
 * is the judge (design section 7).
 */
export function checkedDraft(kind: DraftedKind, values: JsonObject, summary: DocumentSummary): Draft {
  const { text, problems: unfilled } = filledBody(kind, values);
  if (unfilled.length > 0) throw new MalformedDocument(kind, unfilled);
  const { establishment, pointOfSale } = kind.issuer;
  const draft: Draft = { kind: 'draft', establishment: establishment.code, pointOfSale, text, summary };
  const document: unknown = JSON.parse(standInText(kind, draft));
  const passedOn = passedOnPaths(values);
  const problems = structureProblems(kind.tipoDte, kind.generation, document).filter(
    ({ path }) => !passedOn.includes(path),
  );
  if (problems.length > 0) throw new MalformedDocument(kind, problems);
  return draft;
}

/** The document as it will be signed, but for number, code and instant, which only a claim gives. */
function standInText({ issuer, tipoDte, generation }: DraftedKind, draft: Draft): string {
  return documentText(draft.text, {
    tipoDte,
    generation,
    ambiente: issuer.company.ambiente,
    numeroControl: formatNumeroControl({ tipoDte, segment: segmentOf(draft), correlative: 1n }),
    codigoGeneracion: identifier(parseCodigoGeneracion, '00000000-0000-4000-8000-000000000000'),
    postedMs: 0,
  });
}

/** The blocks that describe a recipient; type 14 of v1 names it otherwise. */
const RECIPIENTS = ['receptor', 'sujetoExcluido'];

/** Where a recipient's address stands; that it is text at all is still for us to see to. */
function passedOnPaths(values: JsonObject): readonly string[] {
  return RECIPIENTS.filter((block) => {
    const recipient: unknown = values[block];
    return isJsonObject(recipient) && typeof recipient['correo'] === 'string';
  }).map((block) => `#/${block}/correo`);
}

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
