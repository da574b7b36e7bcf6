import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../../core/refusals/refusal.ts';
import { type AccessParts, requireKey } from '../access.ts';
import type { App } from '../app.ts';
import { isForPerson } from '../person-page.ts';
import { sendRefusal } from '../problems.ts';
import { interfaceDocument, WHERE_READ } from './description.ts';

const require = createRequire(import.meta.url);

/** Everything comes from this node, so that the page works where there is no way out. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The page, with the way to where people work, if there is one. */
const pageFor = (consoleUrl: string | null) => `<!doctype html>
<html lang="es">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Sello: la interfaz</title>
    <link rel="icon" type="image/png" href="docs/favicon-32x32.png">
    <link rel="stylesheet" href="docs/swagger-ui.css">
  </head>
  <body>${consoleUrl === null ? '' : wayTo(consoleUrl)}
    <div id="swagger-ui"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;

function wayTo(consoleUrl: string): string {
  return `
    <p style="margin:0;padding:.75rem 1.25rem;font:1rem/1.5 system-ui,sans-serif;background:#e5eef8;color:#1a2330">Esta página es para quien programa. Para emitir y ver documentos en el navegador, <a href="${new URL(`${consoleUrl}/app`).href}" style="color:#12508f">abra la consola</a>.</p>`;
}

/** The page may call nobody but the node it came from, so it begins with that one and not with the public address. */
const START = `window.ui = SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
  persistAuthorization: false,
  validatorUrl: null,
  onComplete: () => window.ui.oas3Actions.setSelectedServer('${WHERE_READ}'),
});
`;

/** Files of the page that the package brings. */
const FILES: readonly (readonly [name: string, type: string])[] = [
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
];

/**
 * `/openapi.json` and the page at `/docs` that shows it. Both are for everybody: they need no key and count for nobody.
 */
export function registerDocs(app: App, parts: AccessParts, consoleUrl: string | null): void {
  registerStart(app, parts);
  let document: string | null = null;
  app.get('/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(interfaceDocument(app));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  app.get('/docs', (_request, reply) => sendShown(reply, 'text/html; charset=utf-8', pageFor(consoleUrl)));
  app.get('/docs/start.js', (_request, reply) => sendShown(reply, 'text/javascript; charset=utf-8', START));
  const folder = dirname(require.resolve('swagger-ui-dist'));
  for (const [name, type] of FILES) {
    let content: Buffer | null = null;
    app.get(`/docs/${name}`, (_request, reply) => {
      content ??= readFileSync(join(folder, name));
      return sendShown(reply, type, content);
    });
  }
}

/** The address without a path shows a person that page; for a program it is a path like any other that leads nowhere. */
function registerStart(app: App, parts: AccessParts): void {
  const judged = async (request: FastifyRequest, reply: FastifyReply) =>
    request.headers.authorization === undefined ? undefined : requireKey(parts, request, reply);
  app.get('/', { onRequest: judged }, (request, reply) =>
    isForPerson(request) ? reply.redirect('docs') : sendRefusal(reply, refuse('path_not_found')),
  );
}

function sendShown(reply: FastifyReply, type: string, content: string | Buffer): FastifyReply {
  return reply.type(type).header('content-security-policy', POLICY).send(content);
}
