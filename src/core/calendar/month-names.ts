/** The months as sentences name them, January first. */
export const MONTHS: readonly string[] =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');
