import type { Company, ResponsiblePerson } from '../company/company.ts';
import { FILE_RULES } from '../company/file-rules.ts';
import type { Motivo, TipoAnulacion } from '../dte/invalidacion.ts';
import type { SchemaGeneration, TipoDte } from '../dte/kinds.ts';
import { NOTA_CREDITO } from '../dte/types/nota-credito.ts';
import type { DocumentId } from '../identifiers/document-id.ts';
import {
  isPersonDocumentType,
  type PersonDocumentNumber,
  type PersonDocumentType,
  parsePersonDocumentNumber,
  whyNotPersonDocumentNumber,
} from '../identifiers/person-document-number.ts';
import {
  type FieldProblem,
  fieldProblem,
  problemsOf,
  type Read,
  read,
  unreadable,
} from '../refusals/refusal.ts';
import type { DocumentState } from '../submitting/states.ts';
import { type DocumentStanding, isInvalidated } from './standing.ts';

/** A person as a caller names one. */
export interface PersonWish {
  readonly name: string;
  /** CAT-022. */
  readonly documentType: string;
  readonly documentNumber: string;
}

/** What a caller says about an invalidation; null for what the company's settings decide. */
export interface InvalidationWish {
  readonly type: TipoAnulacion | null;
  readonly reason: string | null;
  readonly responsible: PersonWish | null;
  readonly requester: PersonWish | null;
  /** Identifier or reference of the document that takes its place. */
  readonly replacement: string | null;
}

/** The type of the document that is to be invalidated, and the generation of its event. */
export interface InvalidatedKind {
  readonly tipoDte: TipoDte;
  readonly generation: SchemaGeneration;
}

export type MotivoReading =
  | { readonly kind: 'motivo'; readonly motivo: Motivo }
  | { readonly kind: 'problems'; readonly problems: readonly FieldProblem[] };

const RESCISSION: TipoAnulacion = 2;
const OTHER_CAUSE: TipoAnulacion = 3;
/** anulacion-schema-v2 wants three characters where the other schemas want one. */
const SHORTEST_NUMBER = 3;

/**
 * Why a document is invalidated, from the caller's words and, where they are silent, the company's settings; or all
 * that is wrong, in the caller's names.
 */
export function readMotivo(wish: InvalidationWish, company: Company, kind: InvalidatedKind): MotivoReading {
  const { invalidation } = company;
  const tipoAnulacion = wish.type ?? invalidation.defaultType;
  const motivoAnulacion = wish.reason ?? invalidation.defaultReason;
  const responsible = readPerson('responsible', wish.responsible ?? invalidation.responsible);
  const requester = readPerson('requester', wish.requester ?? invalidation.requester);
  const problems = [
    ...reasonProblems(motivoAnulacion, tipoAnulacion),
    ...problemsOf(responsible, requester),
    ...replacementProblems(wish, kind, tipoAnulacion),
  ];
  const [responsable, solicitante] = [responsible.value, requester.value];
  if (problems.length > 0 || responsable === null || solicitante === null)
    return { kind: 'problems', problems };
  return { kind: 'motivo', motivo: { tipoAnulacion, motivoAnulacion, responsable, solicitante } };
}

function reasonProblems(reason: string | null, type: TipoAnulacion): readonly FieldProblem[] {
  if (reason === null)
    return type === OTHER_CAUSE ? [fieldProblem('reason', 'required', 'Es obligatorio con type 3.')] : [];
  return malformedText('reason', FILE_RULES.invalidationReason(reason));
}

/** The problem of a text that has one. */
function malformedText(path: string, why: string | null): readonly FieldProblem[] {
  return why === null ? [] : [fieldProblem(path, 'bad_format', why)];
}

function readPerson(
  path: 'responsible' | 'requester',
  person: PersonWish | null,
): Read<ResponsiblePerson | null> {
  if (person === null) {
    const message = `Envíelo, o configúrelo en la empresa (invalidation.${path}).`;
    return unreadable(fieldProblem(path, 'not_configured', message));
  }
  const { name, documentType } = person;
  const wrongName = malformedText(`${path}.name`, FILE_RULES.personName(name));
  if (!isPersonDocumentType(documentType)) {
    const message = 'Debe ser uno de estos valores: 02, 03, 13, 36, 37.';
    const wrongType = fieldProblem(`${path}.document_type`, 'not_an_option', message);
    return { value: null, problems: [...wrongName, wrongType] };
  }
  const number = readNumber(`${path}.document_number`, documentType, person.documentNumber);
  const documentNumber = number.value;
  return {
    value: documentNumber === null ? null : { name, documentType, documentNumber },
    problems: [...wrongName, ...number.problems],
  };
}

function readNumber(path: string, type: PersonDocumentType, text: string): Read<PersonDocumentNumber | null> {
  const stored = parsePersonDocumentNumber(type, text);
  if (stored === null) {
    const message = whyNotPersonDocumentNumber(type, text) ?? 'No es válido.';
    return unreadable(fieldProblem(path, 'bad_format', message));
  }
  if ([...stored].length >= SHORTEST_NUMBER) return read(stored);
  const message = `debe tener al menos ${SHORTEST_NUMBER} caracteres.`;
  return { value: stored, problems: [fieldProblem(path, 'too_short', message)] };
}

/**
 * Errors and other causes name the stamped document that takes the other's place, a rescission none (Manual Funcional
 * V2.0, invalidation). No note takes another note's place; anulacion-schema-v2 demands one all the same, so that a note
 * can only be rescinded by an event of that generation.
 */
function replacementProblems(
  { replacement }: InvalidationWish,
  { tipoDte, generation }: InvalidatedKind,
  type: TipoAnulacion,
): readonly FieldProblem[] {
  const path = 'replacement_document_id';
  const unwanted = (message: string) =>
    replacement === null ? [] : [fieldProblem(path, 'not_allowed', message)];
  if (tipoDte === NOTA_CREDITO.code) {
    const problems = unwanted('Una nota de crédito no se reemplaza.');
    return generation === 'v2' || type === RESCISSION ? problems : [...problems, ONLY_RESCISSION];
  }
  if (type === RESCISSION) return unwanted('No se envía con type 2.');
  const message = `Es obligatorio con type ${type}: el documento que reemplaza.`;
  return replacement === null ? [fieldProblem(path, 'required', message)] : [];
}

const ONLY_RESCISSION = fieldProblem(
  'type',
  'not_in_schema',
  'Con los eventos de la normativa anterior, una nota de crédito solo admite 2.',
);

/** A document that is to take another's place. */
export interface Replacement {
  readonly documentId: DocumentId;
  readonly tipoDte: TipoDte;
  readonly state: DocumentState;
  readonly standing: DocumentStanding;
}

/**
 * Why a document cannot take the place of an invalidated one, in Spanish; null where it can. It must be another one of
 * the same type, sealed and valid (Manual Funcional V2.0, invalidation). Null for none at all is refused as well.
 */
export function whyNotReplacement(
  replacement: Replacement | null,
  invalidated: Pick<Replacement, 'documentId' | 'tipoDte'>,
): string | null {
  if (replacement === null) return 'No existe un documento con ese identificador o referencia.';
  const { documentId, tipoDte, state, standing } = replacement;
  if (documentId === invalidated.documentId) return 'Es el mismo documento que se invalida.';
  if (tipoDte !== invalidated.tipoDte)
    return `Debe ser de tipo ${invalidated.tipoDte}, como el documento que se invalida.`;
  if (state !== 'stamped') return 'Todavía no tiene sello de Hacienda.';
  return isInvalidated(standing) ? 'Está invalidado.' : null;
}
