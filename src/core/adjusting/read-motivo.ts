import type { Company, ResponsiblePerson } from '../company/company.ts';
import { FILE_RULES } from '../company/file-rules.ts';
import type { Motivo, TipoAnulacion } from '../dte/invalidacion.ts';
import type { SchemaGeneration, TipoDte } from '../dte/kinds.ts';
import { NOTA_CREDITO } from '../dte/types/nota-credito.ts';
import {
  isPersonDocumentType,
  type PersonDocumentNumber,
  type PersonDocumentType,
  parsePersonDocumentNumber,
  whyNotPersonDocumentNumber,
} from '../identifiers/person-document-number.ts';
import type { FieldProblem } from '../refusals/problem.ts';
import { problemsOf, type Read, read, unreadable } from '../refusals/read.ts';

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
  const { invalidation } = company;
  const tipoAnulacion = wish.type ?? invalidation.defaultType;
  const motivoAnulacion = wish.reason ?? invalidation.defaultReason;
  const responsible = readPerson('responsible', wish.responsible ?? invalidation.responsible);
  const requester = readPerson('requester', wish.requester ?? invalidation.requester);
  const problems = [
    ...reasonProblems(motivoAnulacion, tipoAnulacion),
    ...problemsOf(responsible, requester),
    ...replacementProblems(wish, { ...kind, tipoAnulacion }),
  ];
  const [responsable, solicitante] = [responsible.value, requester.value];
  if (problems.length > 0 || responsable === null || solicitante === null)
    return { kind: 'problems', problems };
  return { kind: 'motivo', motivo: { tipoAnulacion, motivoAnulacion, responsable, solicitante } };
}

function reasonProblems(reason: string | null, type: TipoAnulacion): readonly FieldProblem[] {
  if (reason === null && type !== OTHER_CAUSE) return [];
  if (reason === null) return [{ path: 'reason', code: 'required', message: 'Es obligatorio con type 3.' }];
  const why = FILE_RULES.invalidationReason(reason);
  return why === null ? [] : [{ path: 'reason', code: 'bad_format', message: why }];
}

function readPerson(
  path: 'responsible' | 'requester',
  person: PersonWish | null,
): Read<ResponsiblePerson | null> {
  if (person === null) {
    const message = `Envíelo, o configúrelo en la empresa (invalidation.${path}).`;
    return unreadable({ path, code: 'not_configured', message });
  }
  const why = FILE_RULES.personName(person.name);
  const name: readonly FieldProblem[] =
    why === null ? [] : [{ path: `${path}.name`, code: 'bad_format', message: why }];
  const { documentType } = person;
  if (!isPersonDocumentType(documentType)) {
    const message = 'Debe ser uno de estos valores: 02, 03, 13, 36, 37.';
    return {
      value: null,
      problems: [...name, { path: `${path}.document_type`, code: 'not_an_option', message }],
    };
  }
  const number = readNumber(`${path}.document_number`, documentType, person.documentNumber);
  const documentNumber = number.value;
  return {
    value: documentNumber === null ? null : { name: person.name, documentType, documentNumber },
    problems: [...name, ...number.problems],
  };
}

function readNumber(path: string, type: PersonDocumentType, text: string): Read<PersonDocumentNumber | null> {
  const stored = parsePersonDocumentNumber(type, text);
  if (stored === null) {
    const message = whyNotPersonDocumentNumber(type, text) ?? 'No es válido.';
    return unreadable({ path, code: 'bad_format', message });
  }
  if ([...stored].length >= SHORTEST_NUMBER) return read(stored);
  const message = `debe tener al menos ${SHORTEST_NUMBER} caracteres.`;
  return { value: stored, problems: [{ path, code: 'too_short', message }] };
}

interface ReplacedKind extends InvalidatedKind {
  readonly tipoAnulacion: TipoAnulacion;
}

/**
 * Errors and other causes name the stamped document that takes the other's place, a rescission none (Manual Funcional
 * V2.0, invalidation). No note takes another note's place; anulacion-schema-v2 demands one all the same, so that a note
 * of that generation can only be rescinded.
 */
function replacementProblems(wish: InvalidationWish, kind: ReplacedKind): readonly FieldProblem[] {
  const path = 'replacement_document_id';
  const { tipoDte, generation, tipoAnulacion } = kind;
  const isRescission = tipoAnulacion === RESCISSION;
  const unwanted = (message: string): readonly FieldProblem[] =>
    wish.replacement === null ? [] : [{ path, code: 'not_allowed', message }];
  if (tipoDte === NOTA_CREDITO.code) {
    const problems = unwanted('Una nota de crédito no se reemplaza.');
    return generation === 'v2' || isRescission ? problems : [...problems, ONLY_RESCISSION];
  }
  if (isRescission) return unwanted('No se envía con type 2.');
  if (wish.replacement !== null) return [];
  const message = `Es obligatorio con type ${tipoAnulacion}: el documento que reemplaza.`;
  return [{ path, code: 'required', message }];
}

const ONLY_RESCISSION: FieldProblem = {
  path: 'type',
  code: 'not_in_schema',
  message: 'Una nota de crédito de la normativa anterior solo admite 2.',
};
