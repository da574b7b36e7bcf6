import type { TipoDte } from '../kinds.ts';
import { GENERATION_CODE } from './codes.ts';
import { is, when } from './conditions.ts';
import { integer } from './number.ts';
import { type Fields, nothing, nullable, object, oneOf, type Shape } from './shape.ts';
import { date, type TextLimits, text } from './text.ts';

/** The kind of document that an identification block names. */
export interface IdentifiedKind {
  readonly tipoDte: TipoDte;
  readonly version: number;
}

/** The same in v1, where the length of the reason for contingency depends on it. */
export interface IdentifiedKindV1 extends IdentifiedKind {
  readonly motivo: TextLimits;
}

/** The block `identificacion` of v1, types 01, 03, 05 and 14. */
export function identificacionV1(kind: IdentifiedKindV1): Shape {
  return object(
    { ...fieldsV1(kind), motivoContin: nullable(text(kind.motivo)) },
    when(is('tipoOperacion', 1), { ...NORMAL, motivoContin: nothing }, CONTINGENCY),
    when(is('tipoOperacion', 2), { tipoContingencia: integer() }),
    when(is('tipoContingencia', OTHER_REASON), { motivoContin: text() }),
  );
}

/**
 * The block `identificacion` of fe-fex-v1. It spells the reason's key `motivoContigencia` and makes its conditions on
 * a third spelling, so that none of them binds the reason; nor does it demand a type of contingency.
 */
export function identificacionExportacionV1(kind: IdentifiedKindV1): Shape {
  return object(
    { ...fieldsV1(kind), motivoContigencia: nullable(text(kind.motivo)) },
    when(is('tipoOperacion', 1), NORMAL, CONTINGENCY),
  );
}

/** The block `identificacion` of v2, which has no conditions; `more` are the fields that one type adds. */
export function identificacionV2(kind: IdentifiedKind, more: Fields = {}): Shape {
  const numeroControl = new RegExp(`^DTE-${kind.tipoDte}-[MBSP][0-9]{3}P[0-9]{3}-[0-9]{15}$`);
  return object({
    ...fieldsOf(kind, numeroControl),
    motivoContin: nullable(text({ min: 1, max: 500 })),
    ...more,
  });
}

/** CAT-005: another reason, which must be given in words. */
const OTHER_REASON = 5;
/** CAT-003 and CAT-004: transmitted normally, or deferred because of a contingency. */
const NORMAL: Fields = { tipoModelo: oneOf(1), tipoContingencia: nothing };
const CONTINGENCY: Fields = { tipoModelo: oneOf(2) };

function fieldsV1(kind: IdentifiedKind): Fields {
  return fieldsOf(kind, new RegExp(`^DTE-${kind.tipoDte}-[A-Z0-9]{8}-[0-9]{15}$`));
}

/** The seconds of `horEmi` may have one digit. */
const TIME = /^(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]?$/;

function fieldsOf({ tipoDte, version }: IdentifiedKind, numeroControl: RegExp): Fields {
  return {
    version: oneOf(version),
    ambiente: oneOf('00', '01'),
    tipoDte: oneOf(tipoDte),
    numeroControl: text({ pattern: numeroControl }),
    codigoGeneracion: text({ pattern: GENERATION_CODE }),
    tipoModelo: oneOf(1, 2),
    tipoOperacion: oneOf(1, 2),
    tipoContingencia: nullable(oneOf(1, 2, 3, 4, OTHER_REASON)),
    fecEmi: date,
    horEmi: text({ pattern: TIME }),
    tipoMoneda: oneOf('USD'),
  };
}
