import type { Meaning } from './messages.ts';

/**
 * What the authority says of a datum that does not fit the schema, by what its words contain. Seen in its answers are
 * «no cumple el formato requerido», «contiene un valor inválido» and «no cumple el mínimo  exclusivo».
 */
const FINDINGS: readonly (readonly [RegExp, Meaning])[] = [
  [/formato/i, { why: 'El valor no tiene la forma que exige el esquema.' }],
  [/longitud m[ií]nima/i, { why: 'El texto es más corto de lo que el esquema admite.' }],
  [/longitud m[aá]xima/i, { why: 'El texto es más largo de lo que el esquema admite.' }],
  [/m[ií]nimo de elementos/i, { why: 'La lista tiene menos elementos de los que el esquema exige.' }],
  [/m[aá]ximo de elementos/i, { why: 'La lista tiene más elementos de los que el esquema admite.' }],
  [/m[ií]nimo\s+exclusivo/i, { why: 'El número debe ser mayor que el mínimo del esquema, y no lo es.' }],
  [/m[aá]ximo\s+exclusivo/i, { why: 'El número debe ser menor que el máximo del esquema, y no lo es.' }],
  [/m[ií]nimo/i, { why: 'El número es menor que el mínimo del esquema.' }],
  [/m[aá]ximo/i, { why: 'El número es mayor que el máximo del esquema.' }],
  [/decimales/i, { why: 'El número tiene más decimales de los que el esquema admite.' }],
  [/repetid/i, { why: 'La lista tiene elementos repetidos.' }],
  [
    /no (?:es|est[aá]) permitid/i,
    { why: 'El esquema no admite este dato en este documento.', mending: 'remove' },
  ],
  [/requerid[oa]|obligatori|faltante/i, { why: 'Falta un dato que el esquema exige.', mending: 'send' }],
  [/tipo|debe ser un/i, { why: 'El valor no es del tipo que exige el esquema (texto, número o lista).' }],
  [/inv[aá]lid/i, { why: 'El esquema no admite este valor.' }],
];

/** What the authority's words on a datum mean; else what the code means. */
export function meaningOfFinding(finding: string, code: Meaning | null): Meaning | null {
  return FINDINGS.find(([words]) => words.test(finding))?.[1] ?? code;
}
