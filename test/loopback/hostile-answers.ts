/** The code of the document that every answer here is an answer to. */
export const OUR_CODE = '3F2504E0-4F89-41D3-9A0C-0305E82C3301';
export const OTHER_CODE = 'FFFFFFFF-4F89-41D3-9A0C-0305E82C3301';
export const SELLO = '2026A1B2C3D4E5F60718293A4B5C6D7E8F90WXYZ';

/** A body of the reception service: a stamp, unless the fields given say otherwise. */
export function reception(fields: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    version: 2,
    ambiente: '00',
    versionApp: 2,
    estado: 'PROCESADO',
    codigoGeneracion: OUR_CODE,
    selloRecibido: SELLO,
    fhProcesamiento: '14/10/2026 10:36:15',
    clasificaMsg: '10',
    codigoMsg: '001',
    descripcionMsg: 'RECIBIDO',
    observaciones: [],
    ...fields,
  });
}

/** A body of the reception service that rejects, with the fields given. */
export function rejection(fields: Readonly<Record<string, unknown>> = {}): string {
  return reception({
    estado: 'RECHAZADO',
    selloRecibido: null,
    clasificaMsg: '16',
    codigoMsg: '020',
    descripcionMsg: '[resumen.totalIva] CALCULO INCORRECTO',
    ...fields,
  });
}

/** The same about nothing in particular: it names neither the document nor one of its data. */
export function refusalOfNothing(fields: Readonly<Record<string, unknown>> = {}): string {
  return rejection({ codigoGeneracion: null, descripcionMsg: 'VALOR NO VALIDO', ...fields });
}

export interface HostileAnswer {
  readonly name: string;
  readonly status: number;
  readonly body: Uint8Array;
}

const bodies: readonly (readonly [string, string | Uint8Array])[] = [
  ['empty', ''],
  ['one blank', ' '],
  ['line ends', '\r\n\r\n'],
  ['NUL', '\0'],
  ['null', 'null'],
  ['true', 'true'],
  ['a number', '200'],
  ['a string', '"PROCESADO"'],
  ['an empty array', '[]'],
  ['the answer in an array', `[${reception()}]`],
  ['the answer in an envelope', JSON.stringify({ body: JSON.parse(reception()) })],
  ['the answer as a string', JSON.stringify(reception())],
  ['an empty object', '{}'],
  ['HTML', '<!doctype html><html><body>502 Bad Gateway</body></html>'],
  ['HTML that mentions PROCESADO', `<p>PROCESADO ${SELLO}</p>`],
  ['XML', '<?xml version="1.0"?><estado>PROCESADO</estado>'],
  ['plain text', 'PROCESADO'],
  ['JSON cut off', reception().slice(0, -1)],
  ['JSON cut in half', reception().slice(0, 90)],
  ['JSON followed by more', `${reception()}x`],
  ['two answers', `${reception()}${reception()}`],
  ['a call-back', `cb(${reception()})`],
  ['a trailing comma', reception().replace('}', ',}')],
  ['single quotes', reception().replaceAll('"', "'")],
  ['UTF-16', Buffer.from(reception(), 'utf16le')],
  ['Latin-1', Buffer.from(reception({ descripcionMsg: 'Recepción' }), 'latin1')],
  ['a raw NUL in a string', reception().replace('RECIBIDO', 'RECI\0BIDO')],
  ['200,000 brackets', '['.repeat(200_000)],
  ['200,000 closed brackets', '['.repeat(200_000) + ']'.repeat(200_000)],
  [
    'a gateway error',
    '{"timestamp":1,"status":500,"error":"Internal Server Error","path":"/fesv/recepciondte"}',
  ],
  ['an authentication error', '{"status":"ERROR","error":"Unauthorized","message":"Usuario no valido"}'],
  ['an authentication', '{"status":"OK","body":{"token":"Bearer x"}}'],
  ['no estado', reception({ estado: undefined })],
  ['estado null', reception({ estado: null })],
  ['estado empty', reception({ estado: '' })],
  ['estado RECIBIDO', reception({ estado: 'RECIBIDO' })],
  ['estado PENDIENTE', reception({ estado: 'PENDIENTE' })],
  ['estado INVALIDADO', reception({ estado: 'INVALIDADO' })],
  ['estado NO PROCESADO', reception({ estado: 'NO PROCESADO' })],
  ['estado true', reception({ estado: true })],
  ['estado in a list', reception({ estado: ['PROCESADO'] })],
  ['estado 1', reception({ estado: 1 })],
  ['seal null', reception({ selloRecibido: null })],
  ['seal missing', reception({ selloRecibido: undefined })],
  ['seal empty', reception({ selloRecibido: '' })],
  ['seal of 39', reception({ selloRecibido: SELLO.slice(1) })],
  ['seal of 41', reception({ selloRecibido: `${SELLO}A` })],
  ['seal in lower case', reception({ selloRecibido: SELLO.toLowerCase() })],
  ['seal with a blank', reception({ selloRecibido: `${SELLO.slice(1)} ` })],
  ['seal with a line end', reception({ selloRecibido: `${SELLO}\n` })],
  ['seal with a foreign letter', reception({ selloRecibido: `Á${SELLO.slice(1)}` })],
  ['seal with full-width digits', reception({ selloRecibido: `２${SELLO.slice(1)}` })],
  ['seal a number', reception({ selloRecibido: 2026 })],
  ['seal in a list', reception({ selloRecibido: [SELLO] })],
  ['seal in an object', reception({ selloRecibido: { valor: SELLO } })],
  ['another code', reception({ codigoGeneracion: OTHER_CODE })],
  ['code null', reception({ codigoGeneracion: null })],
  ['code missing', reception({ codigoGeneracion: undefined })],
  ['code empty', reception({ codigoGeneracion: '' })],
  ['code cut', reception({ codigoGeneracion: OUR_CODE.slice(0, -1) })],
  ['code longer', reception({ codigoGeneracion: `${OUR_CODE}0` })],
  ['code without hyphens', reception({ codigoGeneracion: OUR_CODE.replaceAll('-', '') })],
  ['code in a list', reception({ codigoGeneracion: [OUR_CODE] })],
  ['code 0', reception({ codigoGeneracion: 0 })],
  ['code under another name', reception({ codigoGeneracion: undefined, codigogeneracion: OUR_CODE })],
  ['a seal with 099', reception({ codigoMsg: '099' })],
  ['a seal with 22', reception({ codigoMsg: 22 })],
  ['rejection of another code', rejection({ codigoGeneracion: OTHER_CODE })],
  ['rejection of no code and no field', refusalOfNothing()],
  ['rejection without a message code', rejection({ codigoMsg: null })],
  ['rejection with an empty message code', rejection({ codigoMsg: '' })],
  ['rejection with a list for a message code', rejection({ codigoMsg: ['020'] })],
  ['rejection with a seal', rejection({ selloRecibido: SELLO })],
  ['rejection 001', rejection({ codigoMsg: '001' })],
  ['rejection 2', rejection({ codigoMsg: 2 })],
  ['rejection 022', rejection({ codigoMsg: '022', descripcionMsg: '[firma] SERVICIO NO DISPONIBLE' })],
  ['rejection 22', rejection({ codigoMsg: 22 })],
  ['rejection 099', rejection({ codigoMsg: '099', clasificaMsg: '99' })],
  ['rejection 99', rejection({ codigoMsg: 99 })],
  ['refused access, 106', refusalOfNothing({ codigoMsg: '106', descripcionMsg: 'CREDENCIALES INVÁLIDAS' })],
  ['refused access, 107', refusalOfNothing({ codigoMsg: 107, descripcionMsg: 'TOKEN INVÁLIDO' })],
  ['refused access, 107 on a field that is no document’s', refusalOfNothing({ descripcionMsg: '[token] X' })],
  ['100 for another code', rejection({ codigoMsg: 100, codigoGeneracion: OTHER_CODE })],
  ['004 without a field', rejection({ codigoMsg: '004', descripcionMsg: 'YA EXISTE UN REGISTRO' })],
  [
    '004 on another field',
    rejection({ codigoMsg: '004', descripcionMsg: '[documento.codigoGeneracionR] YA EXISTE' }),
  ],
  ['004 of no code and no field', refusalOfNothing({ codigoMsg: '004' })],
  ['802 of another code', rejection({ codigoMsg: '802', clasificaMsg: '20', codigoGeneracion: OTHER_CODE })],
  ['802 of another class without a code', refusalOfNothing({ codigoMsg: '802', clasificaMsg: '11' })],
  ['096 of another class without a code', refusalOfNothing({ codigoMsg: '096', clasificaMsg: '20' })],
  ['a prototype', `{"__proto__":${reception()}}`],
];

const verdictStatuses = [
  201, 202, 203, 206, 300, 304, 307, 402, 403, 404, 405, 408, 409, 410, 413, 418, 422, 423,
] as const;
const failureStatuses = [429, 451, 500, 501, 502, 503, 504, 505, 507, 511, 520, 522, 524, 530, 599] as const;

function under(status: number): readonly HostileAnswer[] {
  return [
    { name: `HTTP ${status} with a seal`, status, body: Buffer.from(status === 304 ? '' : reception()) },
    { name: `HTTP ${status} with a rejection`, status, body: Buffer.from(status === 304 ? '' : rejection()) },
  ];
}

/** Answers to a document that must never become a verdict. */
export const hostileAnswers: readonly HostileAnswer[] = [
  ...bodies.flatMap(([name, text]) =>
    [200, 400].map((status) => ({ name: `HTTP ${status}, ${name}`, status, body: Buffer.from(text) })),
  ),
  ...[...verdictStatuses, ...failureStatuses].flatMap(under),
  { name: 'HTTP 400 with a seal', status: 400, body: Buffer.from(reception()) },
];
