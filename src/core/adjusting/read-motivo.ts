import type { Company, ResponsiblePerson } from '../company/company.ts';
import { FILE_RULES } from '../company/file-rules.ts';
import type { Motivo, TipoAnulacion } from '../dte/invalidacion.ts';
import type { SchemaGeneration, TipoDte } from '../dte/kinds.ts';
import { NOTA_CREDITO } from '../dte/types/nota-credito.ts';
import {
  isPersonDocumentType,
  parsePersonDocumentNumber,
  whyNotPersonDocumentNumber,
} from '../identifiers/person-document-number.ts';
import type { FieldProblemCode } from '../refusals/field-problems.ts';
import type { FieldProblem } from '../refusals/problem.ts';

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

/** The document that is to be invalidated, and the schema its event is written by. */
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
  const problems: FieldProblem[] = [];
  const { invalidation } = company;
  const tipoAnulacion = wish.type ?? invalidation.defaultType;
  const motivoAnulacion = readReason(wish.reason ?? invalidation.defaultReason, tipoAnulacion, problems);
  const people = {
    responsable: readPerson('responsible', wish.responsible ?? invalidation.responsible, problems),
    solicitante: readPerson('requester', wish.requester ?? invalidation.requester, problems),
  };
  noteReplacementProblems(wish, { ...kind, tipoAnulacion }, problems);
  const { responsable, solicitante } = people;
  if (problems.length > 0 || responsable === null || solicitante === null)
    return { kind: 'problems', problems };
  return { kind: 'motivo', motivo: { tipoAnulacion, motivoAnulacion, responsable, solicitante } };
}

function readReason(reason: string | null, type: TipoAnulacion, problems: FieldProblem[]): string | null {
  if (reason === null) {
    if (type === OTHER_CAUSE)
      problems.push({ path: 'reason', code: 'required', message: 'Es obligatorio con type 3.' });
    return null;
  }
  const why = FILE_RULES.invalidationReason(reason);
  if (why !== null) problems.push({ path: 'reason', code: 'bad_format', message: why });
  return reason;
}

function readPerson(
  path: 'responsible' | 'requester',
  person: PersonWish | null,
  problems: FieldProblem[],
): ResponsiblePerson | null {
  if (person === null) {
    const message = `Envíelo, o configúrelo en la empresa (invalidation.${path}).`;
    problems.push({ path, code: 'not_configured', message });
    return null;
  }
  const { name, documentType, documentNumber } = person;
  const note = (field: string, code: FieldProblemCode, message: string | null) => {
    if (message !== null) problems.push({ path: `${path}.${field}`, code, message });
  };
  note('name', 'bad_format', FILE_RULES.personName(name));
  if (!isPersonDocumentType(documentType)) {
    note('document_type', 'not_an_option', 'Debe ser uno de estos valores: 02, 03, 13, 36, 37.');
    return null;
  }
  const stored = parsePersonDocumentNumber(documentType, documentNumber);
  note('document_number', 'bad_format', whyNotPersonDocumentNumber(documentType, documentNumber));
  if (stored === null) return null;
  if ([...stored].length < SHORTEST_NUMBER)
    note('document_number', 'too_short', `debe tener al menos ${SHORTEST_NUMBER} caracteres.`);
  return { name, documentType, documentNumber: stored };
}

interface ReplacedKind extends InvalidatedKind {
  readonly tipoAnulacion: TipoAnulacion;
}

/**
 * Errors and other causes name the stamped document that takes the other's place, a rescission none (Manual Funcional
 * V2.0, invalidation). No note takes another note's place; anulacion-schema-v2 demands one all the same, so that a note
 * of that generation can only be rescinded.
 */
function noteReplacementProblems(wish: InvalidationWish, kind: ReplacedKind, problems: FieldProblem[]): void {
  const path = 'replacement_document_id';
  const { tipoDte, generation, tipoAnulacion } = kind;
  const given = wish.replacement !== null;
  if (tipoDte === NOTA_CREDITO.code) {
    if (given) problems.push({ path, code: 'not_allowed', message: 'Una nota de crédito no se reemplaza.' });
    if (generation === 'v1' && tipoAnulacion !== RESCISSION)
      problems.push({
        path: 'type',
        code: 'not_in_schema',
        message: 'Una nota de crédito de la normativa anterior solo admite 2.',
      });
  } else if (tipoAnulacion === RESCISSION) {
    if (given) problems.push({ path, code: 'not_allowed', message: 'No se envía con type 2.' });
  } else if (!given) {
    problems.push({
      path,
      code: 'required',
      message: `Es obligatorio con type ${tipoAnulacion}: el documento que reemplaza.`,
    });
  }
}
