// What the interface says to programs, in the words of whoever fills in forms: explanations and warnings are written for both.

import { dayText } from '../core/calendar/day-text.ts';
import { fieldsInWords } from '../core/explaining/field-names.ts';

/** What is said of requests, references and addresses of the interface, and what pages say instead; the first that fits. */
const PHRASES: readonly (readonly [said: RegExp, words: string])[] = [
  [/Repita la misma referencia, nunca otra:/, 'Envíelo de nuevo desde aquí y no haga otro:'],
  [
    /Con otra referencia la venta se emitiría dos veces/,
    'Si hace otro documento, la venta se emite dos veces',
  ],
  [
    /No repita esta referencia, que conserva su fecha: se rechazaría igual\. Confirme en GET \/status que sigue rechazado y emita la venta con otra referencia, que tendrá número y fecha de hoy/,
    'No lo envíe de nuevo: conserva su fecha y se rechazaría igual. Emita la venta en otro documento, que tendrá número y fecha de hoy',
  ],
  [/ \(doc_type 01\) con otra referencia/g, ''],
  [/Consulte ese crédito fiscal en GET \/status:/, 'Busque ese crédito fiscal en Documentos:'],
  [/Si nombró otro por error, use otra referencia:/, 'Si eligió otro por error, haga otra nota:'],
  [/use otra referencia con su document_id/, 'haga la nota desde la página de ese crédito fiscal'],
  [
    /Baje lines\[\]\.quantity o lines\[\]\.unit_price hasta lo que dice ccf_remaining_amount en GET \/status del crédito fiscal/,
    'Baje las cantidades hasta lo que queda por ajustar del crédito fiscal',
  ],
  [/ \(POST \/invalidate con el document_id de cada una\)/g, ', desde la página de cada una,'],
  [/ \(POST \/credit-memo\)/g, ''],
  [/repita la misma referencia/g, 'envíelo de nuevo'],
  [/Repita la misma referencia/g, 'Envíelo de nuevo'],
  [/Repita la misma solicitud/g, 'Pida la anulación de nuevo'],
  [/repita la misma solicitud/g, 'pida la anulación de nuevo'],
  [/Su solicitud está bien/g, 'Lo que usted escribió está bien'],
  [/si el dato es de su solicitud/g, 'si es uno que usted escribió'],
  [/Compare su texto con lo que usted envió/g, 'Compare su texto con lo que usted escribió'],
  [/Su programa no envía este dato/g, 'Este dato no se escribe en el formulario'],
  [/No cambia con la solicitud/g, 'No se cambia aquí'],
  [/y su solicitud está bien/g, 'y lo que usted escribió está bien'],
  [/ \(o [^()]*, si lo envió con ese nombre\)/g, ''],
  [/Envíe (?=[a-z])/g, 'Escriba '],
  [/: 02, 03, 13, 36 o 37; 36 para un NIT, 13 para un DUI/g, ': elija el que es'],
  [/un código de CAT-\d+/g, 'uno de la lista'],
  [
    /\b[1-4] (?=(?:bienes|servicios|ambos|natural|jurídica|contado|crédito|otro|días|meses|años|error|rescisión)\b)/g,
    '',
  ],
  [/Sin él, 99\./g, 'Sin ella va «otra».'],
  [/ Sin (?:él|ella), 1\./g, ''],
  [/que no es JSON:/g, 'que no se puede leer:'],
  [/[Ss]i no lo envió, /g, 'Si se deja en blanco, '],
  [/[Ss]i no envió (?:lines|ningún código de lugar), /g, 'Si se deja en blanco, '],
  [/\bel de (?:invalidation|export_defaults) en el archivo de la empresa/g, 'el de los datos de la empresa'],
  [
    /\b(?:activity_code|delivery\.fallback_email o email) del archivo de la empresa/g,
    'lo que dicen los datos de la empresa',
  ],
  [/ es \S+ del archivo de la empresa\./g, ' es de los datos de la empresa.'],
  [/el archivo de la empresa/g, 'los datos de la empresa'],
  [/el identificador o external_ref de un (crédito fiscal|documento)/g, 'un $1'],
  [/un código de GET \/catalogs\/units/g, 'una unidad de la lista'],
  [/un código de GET \/catalogs\/activities/g, 'una actividad de la lista'],
  [/, de GET \/catalogs\/[\w/-]+/g, ''],
  [/; vea \/catalogs\/units/g, ' (se elige en «Unidad»)'],
  [/uno de los códigos de docs\/campos\.md/g, 'una forma de pago de la lista'],
  [/solo (?:va )?con transaction_condition 2(?:, crédito)?/g, 'solo al crédito'],
  [/ \(document_type 36\)/g, ''],
  [/Es obligatorio con type 3\./g, 'Es obligatorio con «Otro motivo».'],
  [/Es obligatorio con type [13]: el documento/g, 'Es obligatorio con este motivo: el documento'],
  [/No se envía con type 2\./g, 'No va cuando se deshizo la operación.'],
  [/Envíelo, o configúrelo en la empresa \([\w.]+\)\./g, 'Escriba su nombre y su documento.'],
  [/No se envía junto con payments/g, 'No va junto con varios pagos'],
  [/^No se envió: /, 'Se dejó en blanco: '],
  [
    /^Desde el (\S+) este tipo se emite en v\d\.$/,
    'Desde el $1 este documento lleva la estructura nueva de Hacienda: Sello cambia por sí mismo ese día.',
  ],
  [
    /^Se espera de todo emisor la normativa v2 desde el (\S+), y la empresa emite este tipo en v1\.$/,
    'Hacienda pide la estructura nueva desde el $1, y la empresa emite todavía la anterior: avise a quien opera Sello.',
  ],
  [/y los precios enviados suman/g, 'y los precios escritos suman'],
  [
    /; (?:vuelva a enviar la misma referencia|repita la solicitud con la misma referencia después de los segundos de Retry-After)\./g,
    '; espere unos segundos e inténtelo de nuevo.',
  ],
  [
    /; (?:repita después la solicitud con|puede reintentar con) la misma referencia\./g,
    '; después inténtelo de nuevo.',
  ],
];

/** A day as programs write it, alone: neither in a number nor in front of a time. */
const DAY = /(?<![\w-])\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?![\w-])/g;

/** A text with its days as people write them. */
export function daysInWords(text: string): string {
  return text.replace(DAY, dayText);
}

/** A sentence of the interface in the words of pages. */
export function inWords(sentence: string): string {
  const said = PHRASES.reduce((text, [phrase, words]) => text.replace(phrase, words), sentence);
  return fieldsInWords(daysInWords(said));
}
