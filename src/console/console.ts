import type { IncomingMessage, ServerResponse } from 'node:http';
import fastify, { type FastifyError, type FastifyInstance, LogController } from 'fastify';
import { acceptForms } from './accept-forms.ts';
import { registerAssets } from './assets.ts';
import { HEADERS } from './headers.ts';
import { sendTrouble, type Trouble } from './obstacle-pages.ts';
import { type Page, registerPage } from './page.ts';
import { ACCOUNT } from './pages/account/route.ts';
import { attentionPages } from './pages/attention/route.ts';
import { CANCEL } from './pages/cancel/route.ts';
import { CATALOGS } from './pages/catalogs/route.ts';
import { COMPANIES } from './pages/companies/route.ts';
import { companyPages } from './pages/company/route.ts';
import { DOCUMENT } from './pages/document/route.ts';
import { EXPORTS } from './pages/documents/export-route.ts';
import { DOCUMENTS } from './pages/documents/route.ts';
import { ENTRY_LINK } from './pages/entry-link/route.ts';
import { INVITATION } from './pages/invitation/route.ts';
import { ISSUE } from './pages/issue/route.ts';
import { KEYS } from './pages/keys/route.ts';
import { FILE_CHECK } from './pages/months/check-route.ts';
import { MONTHS } from './pages/months/route.ts';
import { NOTE } from './pages/note/route.ts';
import { OPERATOR } from './pages/operator/route.ts';
import { PROVIDER } from './pages/provider/route.ts';
import { RECORD } from './pages/record/route.ts';
import { RESET } from './pages/reset/route.ts';
import { SIGN_IN } from './pages/sign-in/route.ts';
import { todayPages } from './pages/today/route.ts';
import { USERS } from './pages/users/route.ts';
import type { ConsoleParts } from './parts.ts';
import { acceptStreamedFiles } from './upload.ts';

/** A slow sender of a form is cut off. */
const REQUEST_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 65_000;

/** Every page there is, but for those that take a file of any size. */
function pagesOf(parts: ConsoleParts): readonly Page[] {
  return [
    ...COMPANIES,
    CATALOGS,
    ...SIGN_IN,
    ...PROVIDER,
    ENTRY_LINK,
    INVITATION,
    ...RESET,
    ...ACCOUNT,
    ...ISSUE,
    ...USERS,
    RECORD,
    ...KEYS,
    ...companyPages(parts),
    DOCUMENTS,
    ...EXPORTS,
    ...DOCUMENT,
    ...attentionPages(parts),
    ...CANCEL,
    ...NOTE,
    ...todayPages(parts),
    ...MONTHS,
    ...OPERATOR,
  ];
}

/** The web console. It listens on a port of its own, or answers what the interface's port hands to it. */
export interface Console {
  /** Whether the path of this request is one of the console's. */
  takes(request: IncomingMessage): boolean;
  answer(request: IncomingMessage, response: ServerResponse): void;
  readonly app: FastifyInstance;
  /** Ends the answers that go on, so that their connections can be closed. */
  endStreams(): void;
}

/** The console; whoever hands requests to it waits for `app.ready` first. */
export function createConsole(parts: ConsoleParts): Console {
  const app = emptyConsole(parts);
  app.addHook('onRoute', ({ url, config }) => {
    if (config?.access === undefined) throw new Error(`${url} does not say whom it is for`);
  });
  app.addHook('onRequest', async (_request, reply) => void reply.headers(HEADERS));
  acceptForms(app);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    // Where the connection of the visitor broke, nobody reads the answer.
    const trouble = error === request.raw.errored ? 'malformed' : troubleOf(error, parts);
    const { message, stack } = error;
    if (trouble === 'failed') request.log.error({ event: 'page_failed', reason: message, stack });
    if (trouble === 'unavailable') request.log.error({ event: 'database_unavailable', reason: message });
    return sendTrouble(reply, trouble);
  });
  app.setNotFoundHandler((_request, reply) => sendTrouble(reply, 'not_found'));
  registerAssets(app);
  for (const page of pagesOf(parts)) registerPage(app, parts, page);
  app.register(async (scope) => {
    acceptStreamedFiles(scope);
    registerPage(scope, parts, FILE_CHECK);
  });
  return { app, takes: isOurs, answer: app.routing, endStreams: parts.streams.endAll };
}

function emptyConsole({ logger }: ConsoleParts): FastifyInstance {
  return fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    return503OnClosing: false,
    exposeHeadRoutes: true,
    schemaController: {
      compilersFactory: { buildValidator: withoutSchemas, buildSerializer: withoutSchemas },
    },
    routerOptions: { caseSensitive: true },
    frameworkErrors: (_error, _request, reply) => void sendTrouble(reply.headers(HEADERS), 'not_found'),
  });
}

/** Fastify loads its compilers of schemas where it is given none; what a form says is read by its page. */
function withoutSchemas(): () => never {
  return () => {
    throw new Error('a page of the console has no schema');
  };
}

function isOurs({ url = '' }: IncomingMessage): boolean {
  return /^\/app(?:[/?]|$)/.test(url);
}

const FORM_TROUBLES: Readonly<Record<string, Trouble>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed',
};

function troubleOf(error: FastifyError, { databaseObstacle }: ConsoleParts): Trouble {
  const ofForm = FORM_TROUBLES[error.code];
  return ofForm ?? (databaseObstacle(error) === null ? 'failed' : 'unavailable');
}
