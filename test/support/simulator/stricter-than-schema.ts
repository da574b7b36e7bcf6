import type { Generation } from '../../../simulator/documents/document-kind.ts';

/** A place where the simulator refuses what the official schema lets pass. */
export interface Stricter {
  readonly generation: Generation;
  /** The types whose schemas are laxer there. */
  readonly types: readonly string[];
  /** Matches the path of the observation, like `#/receptor/correo`. */
  readonly path: RegExp;
  readonly why: string;
}

const EVERY_TYPE = ['01', '03', '05', '11', '14'];

/**
 * Every intended difference between the simulator's structures and the official schemas; a test proves that there is
 * no other, and that each of these is real for each of its types. In all of them the simulator is the stricter one.
 */
export const STRICTER_THAN_SCHEMA: readonly Stricter[] = [
  {
    generation: 'v1',
    types: EVERY_TYPE,
    path: /^#\/(?:emisor|receptor|sujetoExcluido)\/direccion\/departamento$/,
    why: 'the pattern `^0[1-9]|1[0-4]$` anchors each half on one side only, so that 014 or 0199 pass',
  },
  {
    generation: 'v1',
    types: ['01', '03', '11', '14'],
    path: /^#\/resumen\/pagos\/\d+\/codigo$/,
    why: 'the pattern has empty alternatives, so that an empty code passes',
  },
  {
    generation: 'v2',
    types: EVERY_TYPE,
    path: /^#\/(?:emisor|receptor)\/correo$/,
    why: 'the schema dropped `format: email`; the authority answers 096 to a malformed address all the same',
  },
  {
    generation: 'v2',
    types: EVERY_TYPE,
    path: /^#\/(?:emisor|receptor)\/(?:nit|nrc|codActividad)$/,
    why: 'the schema dropped the patterns of NIT, NRC and activity code',
  },
  {
    generation: 'v2',
    types: ['01', '05', '11', '14'],
    path: /^#\/receptor\/numDocumento$/,
    why: 'the schema dropped the conditions on NIT (36) and DUI (13)',
  },
  {
    generation: 'v2',
    types: EVERY_TYPE,
    path: /^#\/(?:emisor|receptor)\/direccion\/(?:departamento|municipio|distrito)$/,
    why: 'the schema takes any text for a code that CAT-012, CAT-013 and CAT-008 write with two digits',
  },
];
