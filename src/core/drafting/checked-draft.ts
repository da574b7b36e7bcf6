import { documentText } from '../dte/document-text.ts';
import type { Issuer } from '../dte/emisor.ts';
import type { SchemaGeneration, TipoDte } from '../dte/kinds.ts';
import type { DteObject } from '../dte/serialize.ts';
import { isMembers } from '../dte/structure/shape.ts';
import { structureProblems } from '../dte/structure/structure-problems.ts';
import { segmentOf } from '../numbering/series.ts';
import type { Draft } from './draft.ts';
import { finishDraft } from './groundwork.ts';
import { MalformedDocument } from './malformed-document.ts';
import type { DocumentSummary } from './summary.ts';

/** Who issues what, by which schema. */
export interface DraftedKind {
  readonly issuer: Issuer;
  readonly tipoDte: TipoDte;
  readonly generation: SchemaGeneration;
}

/**
 * A finished draft whose document has the structure that its schema demands. Throws MalformedDocument where it has
 * not. Only the form of a recipient's e-mail is passed on as it is, because there Hacienda is the judge (design
 * section 7).
 */
export function checkedDraft(kind: DraftedKind, body: DteObject, summary: DocumentSummary): Draft {
  const draft = finishDraft(kind.issuer, body, summary);
  const document: unknown = JSON.parse(standInText(kind, draft));
  const passedOn = passedOnPaths(body);
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
    numeroControl: `DTE-${tipoDte}-${segmentOf(draft)}-000000000000001`,
    codigoGeneracion: '00000000-0000-4000-8000-000000000000',
    postedMs: 0,
  });
}

/** The blocks that describe a recipient; type 14 of v1 names it otherwise. */
const RECIPIENTS = ['receptor', 'sujetoExcluido'];

/** Where a recipient's address stands; that it is text at all is still for us to see to. */
function passedOnPaths(body: DteObject): readonly string[] {
  return RECIPIENTS.filter((block) => {
    const recipient: unknown = body[block];
    return isMembers(recipient) && typeof recipient['correo'] === 'string';
  }).map((block) => `#/${block}/correo`);
}
