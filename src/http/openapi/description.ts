import type { RouteOptions } from 'fastify';
import type { JsonObject } from '../../core/json/read-json.ts';
import type { App } from '../app.ts';
import { completeDocument } from './complete-document.ts';
import { describeRoute } from './describe-route.ts';
import { OPERATIONS, TAGS } from './operations.ts';

const ABOUT = `Emite los documentos tributarios electrónicos (DTE) de El Salvador: los numera, firma, envía a Hacienda,
guarda y responde.

- Cada clave pertenece a una empresa, y \`external_ref\` es única en ella: repetir una solicitud nunca emite otra venta.
- Los resultados fiscales responden 200 y se distinguen por \`success\`, \`dte_success\`, \`contingency\` y \`rejected\`.
- Un campo desconocido es un 400 que lo nombra, salvo que vaya en \`null\` o vacío; también un parámetro mal escrito.
- Todo campo que no es obligatorio puede ir en \`null\` o \`""\`; un objeto, también en \`[]\`.
- Los blancos de los extremos de un texto no cuentan, en ningún campo ni parámetro.
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

const DESCRIPTION = 'interfaceDescription';

/** Has `registerRoutes` register the routes of the interface, which {@link interfaceDocument} describes. */
export function describeInterface(app: App, publicUrl: string, registerRoutes: (scope: App) => void): void {
  const routes: RouteOptions[] = [];
  app.decorate(DESCRIPTION, () => completeDocument(describe(routes, publicUrl)));
  app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      if (route.method !== 'HEAD') routes.push(route);
    });
    registerRoutes(scope);
  });
}

/** The whole interface in OpenAPI 3.1, once the server is ready. */
export function interfaceDocument(app: App): JsonObject {
  return app.getDecorator<() => JsonObject>(DESCRIPTION)();
}

function describe(routes: readonly RouteOptions[], publicUrl: string): JsonObject {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sello',
      description: ABOUT,
      version: '1.0.0',
      contact: { name: 'Quien administra esta instalación' },
      license: LICENSE,
    },
    components: { securitySchemes: { bearer: BEARER, link: LINK_TOKEN } },
    paths: Object.fromEntries(
      routes.map((route) => [route.url.replaceAll(/:(\w+)/g, '{$1}'), described(route)]),
    ),
    servers: [{ url: publicUrl }, { url: WHERE_READ, description: 'La dirección de esta página' }],
    security: [{ bearer: [] }],
    tags: TAGS,
  };
}

/** The one method of an address. Throws for a route that nobody has described. */
function described({ method, url, schema = {} }: RouteOptions): JsonObject {
  const operation = OPERATIONS[`${method} ${url}`];
  if (operation === undefined) throw new Error(`${method} ${url} has no description in operations.ts`);
  const { operationId, summary, tags, description } = operation;
  const byLink = url.startsWith('/file/');
  const { responses, ...asked } = describeRoute(schema, byLink ? [LINK_TOKEN.name] : []);
  const security = byLink ? { security: [{ bearer: [] }, { link: [] }] } : {};
  const whole = { operationId, summary, tags, description, ...asked, ...security, responses };
  return { [String(method).toLowerCase()]: whole };
}
