import type { IncomingMessage, ServerResponse } from 'node:http';
import fastify, { type FastifyError, type FastifyInstance, LogController } from 'fastify';
import { registerAssets } from './assets.ts';
import { acceptForms } from './form.ts';
import { HEADERS } from './headers.ts';
import { sendTrouble, type Trouble } from './obstacle-pages.ts';
import { registerAccount } from './pages/account/route.ts';
import { registerAttention } from './pages/attention/route.ts';
import { registerCancel } from './pages/cancel/route.ts';
import { registerCatalogs } from './pages/catalogs/route.ts';
import { registerCompanies } from './pages/companies/route.ts';
import { registerCompany } from './pages/company/route.ts';
import { registerDocument } from './pages/document/route.ts';
import { registerExports } from './pages/documents/export-route.ts';
import { registerDocuments } from './pages/documents/route.ts';
import { registerEntryLink } from './pages/entry-link/route.ts';
import { registerInvitation } from './pages/invitation/route.ts';
import { registerIssue } from './pages/issue/route.ts';
import { registerKeys } from './pages/keys/route.ts';
import { registerMonths } from './pages/months/route.ts';
import { registerNote } from './pages/note/route.ts';
import { registerOperatorCompany } from './pages/operator/company-route.ts';
import { registerOperatorMetrics } from './pages/operator/metrics-route.ts';
import { registerNewCompany } from './pages/operator/new-company-route.ts';
import { registerOperatorNode } from './pages/operator/node-route.ts';
import { registerOperatorRecord } from './pages/operator/record-route.ts';
import { registerOperator } from './pages/operator/route.ts';
import { registerProvider } from './pages/provider/route.ts';
import { registerRecord } from './pages/record/route.ts';
import { registerReset } from './pages/reset/route.ts';
import { registerSignIn } from './pages/sign-in/route.ts';
import { registerToday } from './pages/today/route.ts';
import { registerUsers } from './pages/users/route.ts';
import type { ConsoleParts } from './parts.ts';

/** A slow sender of a form is cut off. */
const REQUEST_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 65_000;

/** Each registers the pages of one folder. */
const PAGES: readonly ((app: FastifyInstance, parts: ConsoleParts) => void)[] = [
  registerCompanies,
  registerCatalogs,
  registerSignIn,
  registerProvider,
  registerEntryLink,
  registerInvitation,
  registerReset,
  registerAccount,
  registerIssue,
  registerUsers,
  registerRecord,
  registerKeys,
  registerCompany,
  registerDocuments,
  registerExports,
  registerDocument,
  registerAttention,
  registerCancel,
  registerNote,
  registerToday,
  registerMonths,
  registerOperator,
  registerNewCompany,
  registerOperatorCompany,
  registerOperatorNode,
  registerOperatorMetrics,
  registerOperatorRecord,
];

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
    const trouble = troubleOf(error, parts);
    const { message, stack } = error;
    if (trouble === 'failed') request.log.error({ event: 'page_failed', reason: message, stack });
    if (trouble === 'unavailable') request.log.error({ event: 'database_unavailable', reason: message });
    return sendTrouble(reply, trouble);
  });
  app.setNotFoundHandler((_request, reply) => sendTrouble(reply, 'not_found'));
  registerAssets(app);
  for (const register of PAGES) register(app, parts);
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
    routerOptions: { caseSensitive: true },
    frameworkErrors: (_error, _request, reply) => void sendTrouble(reply.headers(HEADERS), 'not_found'),
  });
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
