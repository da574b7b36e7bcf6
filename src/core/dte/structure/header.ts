import { GENERATION_CODE } from './codes.ts';
import { type Block, type Fields, fields, type List, orNull, type Rule } from './table.ts';

const BEFORE_MOTIVO =
  'version ambiente tipoDte numeroControl codigoGeneracion tipoModelo tipoOperacion tipoContingencia';

/** CAT-005: another reason, which must be given in words. */
const OTHER_REASON = 5;

/** What every generation says of its document; the seconds of `horEmi` may have one digit. */
const IDENTIFICACION: Fields = {
  ambiente: ['00', '01'],
  codigoGeneracion: GENERATION_CODE,
  tipoModelo: [1, 2],
  tipoOperacion: [1, 2],
  tipoContingencia: [1, 2, 3, 4, OTHER_REASON, null],
  fecEmi: 'date',
  horEmi: 'text like ^(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]?$',
  tipoMoneda: ['USD'],
};

/** CAT-003 and CAT-004: transmitted normally, or deferred because of a contingency. */
const NORMAL: Fields = { tipoModelo: [1], tipoContingencia: [null] };
const CONTINGENCY: Fields = { tipoModelo: [2] };

/** The block `identificacion` of v1, types 01, 03, 05 and 14; how long the reason for contingency is depends on it. */
export function identificacionV1(tipoDte: string, version: number, motivoContin: string): Block {
  return {
    keys: keysOf({
      version: [version],
      tipoDte: [tipoDte],
      numeroControl: numeroControlV1(tipoDte),
      motivoContin: orNull(motivoContin),
    }),
    rules: [
      { when: 'tipoOperacion', is: [1], must: { ...NORMAL, motivoContin: [null] }, otherwise: CONTINGENCY },
      { when: 'tipoOperacion', is: [2], must: { tipoContingencia: 'whole' } },
      { when: 'tipoContingencia', is: [OTHER_REASON], must: { motivoContin: 'text' } },
    ],
  };
}

/**
 * The block `identificacion` of fe-fex-v1. It spells the reason's key `motivoContigencia` and makes its conditions on
 * a third spelling, so that none of them binds the reason; nor does it demand a type of contingency.
 */
export function identificacionExportacionV1(tipoDte: string, version: number): Block {
  return {
    keys: keysOf({
      version: [version],
      tipoDte: [tipoDte],
      numeroControl: numeroControlV1(tipoDte),
      motivoContigencia: 'text 1..500 or null',
    }),
    rules: [{ when: 'tipoOperacion', is: [1], must: NORMAL, otherwise: CONTINGENCY }],
  };
}

/** The block `identificacion` of v2, which has no conditions; `more` are the keys that one type adds. */
export function identificacionV2(tipoDte: string, version: number, more: Fields = {}): Block {
  const keys = keysOf({
    version: [version],
    tipoDte: [tipoDte],
    numeroControl: `text like ^DTE-${tipoDte}-[MBSP][0-9]{3}P[0-9]{3}-[0-9]{15}$`,
    motivoContin: 'text 1..500 or null',
  });
  return { keys: { ...keys, ...more } };
}

function numeroControlV1(tipoDte: string): string {
  return `text like ^DTE-${tipoDte}-[A-Z0-9]{8}-[0-9]{15}$`;
}

/** The keys of the block, in its order; the reason for contingency has one of two names. */
function keysOf(own: Fields): Fields {
  const motivo = 'motivoContigencia' in own ? 'motivoContigencia' : 'motivoContin';
  return fields(`${BEFORE_MOTIVO} ${motivo} fecEmi horEmi tipoMoneda`, IDENTIFICACION, own);
}

const RELATED: Fields = {
  tipoDocumento: 'text',
  tipoGeneracion: 'whole',
  numeroDocumento: 'text 1..36',
  fechaEmision: 'date',
};

/** CAT-007: printed on paper, or electronic. */
const ELECTRONIC = 2;

/** The list `documentoRelacionado` of v1; which types of CAT-002 it admits depends on the document. */
export function documentoRelacionadoV1(
  types: readonly string[],
  max: number,
  ...rules: readonly Rule[]
): List {
  const electronic: Rule = {
    when: 'tipoGeneracion',
    is: [ELECTRONIC],
    must: { numeroDocumento: GENERATION_CODE },
  };
  const keys = { ...RELATED, tipoDocumento: types, tipoGeneracion: [1, ELECTRONIC] };
  return { each: { keys, rules: [electronic, ...rules] }, min: 1, max };
}

/** The list `documentoRelacionado` of v2. */
export const documentoRelacionadoV2: List = { each: { keys: RELATED }, min: 1, max: 50 };
