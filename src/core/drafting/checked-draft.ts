import { documentText } from '../dte/document-text.ts';
import type { Issuer } from '../dte/emisor.ts';
import type { SchemaGeneration, TipoDte } from '../dte/kinds.ts';
import { isMembers, type Members } from '../dte/members.ts';
import { filledBody } from '../dte/structure/filled-document.ts';
import { structureProblems } from '../dte/structure/structure-problems.ts';
import { parseCodigoGeneracion } from '../identifiers/codigo-generacion.ts';
import { identifier } from '../identifiers/identifier.ts';
import { formatNumeroControl } from '../identifiers/numero-control.ts';
import { segmentOf } from '../numbering/series.ts';
import type { Draft } from './draft.ts';
import { MalformedDocument } from './malformed-document.ts';
import type { DocumentSummary } from './summary.ts';

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
export function checkedDraft(kind: DraftedKind, values: Members, summary: DocumentSummary): Draft {
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
function passedOnPaths(values: Members): readonly string[] {
  return RECIPIENTS.filter((block) => {
    const recipient: unknown = values[block];
    return isMembers(recipient) && typeof recipient['correo'] === 'string';
  }).map((block) => `#/${block}/correo`);
}
