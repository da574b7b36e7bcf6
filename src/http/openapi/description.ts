import swagger from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import { isJsonObject, type JsonObject } from '../../core/json/json-object.ts';
import type { App } from '../app.ts';
import { completeDocument } from './complete-document.ts';
import { OPERATIONS, TAGS } from './operations.ts';

const ABOUT = `Emite los documentos tributarios electrónicos (DTE) de El Salvador: los numera, firma, envía a Hacienda,
guarda y responde.

- Cada clave pertenece a una empresa, y \`external_ref\` es única en ella: repetir una solicitud nunca emite otra venta.
- Los resultados fiscales responden 200 y se distinguen por \`success\`, \`dte_success\`, \`contingency\` y \`rejected\`.
- Un campo desconocido es un 400 que lo nombra, salvo que vaya en \`null\` o vacío; también un parámetro mal escrito.
- Todo campo que no es obligatorio puede ir en \`null\` o \`""\`; un objeto, también en \`[]\`.
- Los números se leen exactos y se redondean a 8 decimales; los montos, cantidades y códigos pequeños pueden ir como texto.
- Toda respuesta lleva las cabeceras de los límites; 401 y 429 no cuentan para ellos.
- Las rutas GET también responden HEAD.`;

const BEARER = {
  type: 'http',
  scheme: 'bearer',
  description: 'La clave de API de la empresa: `Authorization: Bearer sello_test_…`.',
} as const;

const LINK_TOKEN = {
  type: 'apiKey',
  in: 'query',
  name: 'token',
  description: 'El token de los enlaces de las respuestas: abre un archivo sin clave.',
} as const;

/** By its SPDX identifier. */
const LICENSE = { name: 'Apache License 2.0', identifier: 'Apache-2.0' };

/** For whoever reads the description at another address than the public one, by which it cannot be called from there. */
export const WHERE_READ = '.';

/** Collects the routes that are registered from now on; {@link interfaceDocument} describes them. */
export function describeInterface(app: App, publicUrl: string): void {
  app.register(swagger, {
    stripBasePath: false,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Sello',
        description: ABOUT,
        version: '1.0.0',
        contact: { name: 'Quien administra esta instalación' },
        license: LICENSE,
      },
      servers: [{ url: publicUrl }, { url: WHERE_READ, description: 'La dirección de esta página' }],
      tags: [...TAGS],
      security: [{ bearer: [] }],
      components: { securitySchemes: { bearer: BEARER, link: LINK_TOKEN } },
    },
    transform: ({ schema, url, route }) => ({ url, schema: described(schema, `${route.method} ${url}`) }),
  });
}

/** What the schemas of a route do not say. Throws for a route that nobody has described. */
function described(schema: FastifySchema, route: string): FastifySchema {
  const operation = OPERATIONS[route];
  if (operation === undefined) throw new Error(`${route} has no description in operations.ts`);
  const { tags, ...texts } = operation;
  const byLink = route.startsWith('GET /file/') ? { security: [{ bearer: [] }, { link: [] }] } : {};
  return { ...schema, ...texts, ...byLink, tags: [...tags] };
}

/** The whole interface in OpenAPI 3.1, once the server is ready. */
export function interfaceDocument(app: App): JsonObject {
  const raw: unknown = JSON.parse(JSON.stringify(app.swagger()));
  if (!isJsonObject(raw)) throw new Error('the interface has no description');
  return completeDocument(raw);
}
