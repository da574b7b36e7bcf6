import type { JsonObject } from '../../core/json/read-json.ts';
import { type Refusal, refuse } from '../../core/refusals/refusal.ts';

/** What each status means, wherever it is answered. */
export const STATUS_TEXTS: Readonly<Record<string, string>> = {
  '200': 'La operación y su resultado.',
  '304': 'El archivo no ha cambiado desde el ETag que se envió.',
  '400': 'La solicitud no es válida; errors dice qué está mal, campo por campo.',
  '401': 'Falta la clave, o no es válida. No cuenta para los límites.',
  '404': 'Documento o ensayo no encontrado.',
  '429':
    'Se superó un límite de solicitudes: espere los segundos de Retry-After. No cuenta para los límites.',
  '503':
    'No hay lugar para una solicitud más, o por el momento no se puede guardar nada: espere los segundos de Retry-After y repita la misma solicitud. No cuenta para los límites.',
  '500': 'Error interno. Repita la solicitud con la misma external_ref.',
};

const WHOLE = { type: 'integer', minimum: 0 };

const RATE_HEADERS = {
  'X-RateLimit-Limit-Minute': { description: 'Solicitudes por minuto de la clave.', schema: WHOLE },
  'X-RateLimit-Limit-Hour': { description: 'Solicitudes por hora de la clave.', schema: WHOLE },
  'X-RateLimit-Remaining-Minute': { description: 'Las que quedan en este minuto.', schema: WHOLE },
  'X-RateLimit-Remaining-Hour': { description: 'Las que quedan en esta hora.', schema: WHOLE },
  'X-RateLimit-Reset': { description: 'Segundos hasta que empieza otro minuto.', schema: WHOLE },
  'RateLimit-Policy': {
    description: 'Los mismos límites en la forma del borrador de la IETF.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'Lo que queda de ellos, en la misma forma.',
    schema: { type: 'string' },
  },
};

/** Every header of the responses, as components. */
export const HEADER_COMPONENTS = {
  ...RATE_HEADERS,
  'WWW-Authenticate': { description: 'Siempre Bearer.', schema: { type: 'string', const: 'Bearer' } },
  'Retry-After': { description: 'Segundos que hay que esperar.', schema: { type: 'integer', minimum: 1 } },
};

/** Responses that are the same wherever they are answered, by status. */
export const SHARED_NAMES: Readonly<Record<string, string>> = {
  '401': 'Unauthorized',
  '404': 'NotFound',
  '429': 'TooManyRequests',
  '500': 'InternalError',
  '503': 'Busy',
};

const SHARED_EXAMPLES: Readonly<Record<string, readonly Refusal[]>> = {
  '401': [refuse('unauthorized', { reason: '' })],
  '404': [
    refuse('document_not_found'),
    refuse('never_invalidated'),
    refuse('rehearsal_not_found'),
    refuse('closing_not_found'),
  ],
  '429': [
    refuse('rate_limited_minute', { limit: '120' }),
    refuse('rate_limited_hour', { limit: '5000' }),
    refuse('link_rate_limited', { seconds: '2' }),
    refuse('mailed_too_often', { seconds: '48' }),
  ],
  '500': [refuse('internal_error'), refuse('signing_failed')],
  '503': [refuse('busy'), refuse('paper_busy'), refuse('unavailable')],
};

/** The components of these responses. */
export function sharedResponses(): JsonObject {
  return Object.fromEntries(
    Object.entries(SHARED_NAMES).map(([status, name]) => [
      name,
      { description: STATUS_TEXTS[status], headers: headersOf(status), content: errorContent(status) },
    ]),
  );
}

const HEADERS_BY_STATUS: Readonly<Record<string, readonly string[]>> = {
  '401': ['WWW-Authenticate'],
  '429': ['Retry-After'],
  '503': ['Retry-After'],
};

/** The headers of a response with this status. */
export function headersOf(status: string): JsonObject {
  const names = [...Object.keys(RATE_HEADERS), ...(HEADERS_BY_STATUS[status] ?? [])];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function errorContent(status: string): JsonObject {
  const examples = (SHARED_EXAMPLES[status] ?? []).map(({ code, detail }) => [
    code,
    { value: { detail, code } },
  ]);
  const schema = { $ref: '#/components/schemas/ApiError' };
  return { 'application/json': { schema, examples: Object.fromEntries(examples) } };
}
