/** A place where the simulator refuses what the official schema lets pass. */
export interface Stricter {
  readonly version: 1 | 2;
  /** Matches the path of the observation, like `#/receptor/correo`. */
  readonly path: RegExp;
  readonly why: string;
}

/**
 * Every intended difference between the simulator's structure of a factura and the official schema; a test proves
 * that there is no other, and that each of these is real. In all of them the simulator is the stricter one.
 */
export const STRICTER_THAN_SCHEMA: readonly Stricter[] = [
  {
    version: 1,
    path: /^#\/(?:emisor|receptor)\/direccion\/departamento$/,
    why: 'the pattern `^0[1-9]|1[0-4]$` anchors each half on one side only, so that 014 or 0199 pass',
  },
  {
    version: 1,
    path: /^#\/resumen\/pagos\/\d+\/codigo$/,
    why: 'the pattern has empty alternatives, so that an empty code passes',
  },
  {
    version: 2,
    path: /^#\/(?:emisor|receptor)\/correo$/,
    why: 'the schema dropped `format: email`; the authority answers 096 to a malformed address all the same',
  },
  {
    version: 2,
    path: /^#\/emisor\/(?:nit|nrc|codActividad)$|^#\/receptor\/(?:nrc|codActividad)$/,
    why: 'the schema dropped the patterns of NIT, NRC and activity code',
  },
  {
    version: 2,
    path: /^#\/receptor\/numDocumento$/,
    why: 'the schema dropped the conditions on NIT (36) and DUI (13)',
  },
  {
    version: 2,
    path: /^#\/(?:emisor|receptor)\/direccion\/(?:departamento|municipio|distrito)$/,
    why: 'the schema takes any text for a code that CAT-012, CAT-013 and CAT-008 write with two digits',
  },
];
