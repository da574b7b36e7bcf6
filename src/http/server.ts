import type { RequestListener } from 'node:http';
import fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { refuse } from '../core/refusals/refusal.ts';
import { prepareCompanyFiles } from '../schema/read-company-file.ts';
import { requireKey, takePlace } from './access.ts';
import { createAccessLog, onceAnswered } from './access-log.ts';
import type { App, ServerParts, TypedBySchema } from './app.ts';
import { acceptJsonOnly, readRest } from './bodies.ts';
import { type Compilers, createCompilers } from './compilers.ts';
import { countBodies } from './counted-bodies.ts';
import { sharedServer } from './elsewhere.ts';
import { answerErrors } from './errors.ts';
import { holdHandlers } from './held-handlers.ts';
import { answerElsewhere } from './large-requests.ts';
import { describeInterface } from './openapi/description.ts';
import { registerDocs } from './openapi/docs-routes.ts';
import { RETRY_AFTER_S, refusalCodeOf, sendRefusal } from './problems.ts';
import { headersForStrangers } from './rate-headers.ts';
import { registerCatalogs } from './routes/catalogs-get/route.ts';
import { registerCreditMemoPost } from './routes/credit-memo-post/route.ts';
import { registerCreditMemoStatusGet } from './routes/credit-memo-status-get/route.ts';
import { registerDocumentExports } from './routes/documents.csv-get/route.ts';
import { registerDocumentsEventsGet } from './routes/documents-events-get/route.ts';
import { registerDocumentsGet } from './routes/documents-get/route.ts';
import { registerDocumentsMailPost } from './routes/documents-mail-post/route.ts';
import { registerFileGet } from './routes/file-get/route.ts';
import { registerInvalidatePost } from './routes/invalidate-post/route.ts';
import { registerInvalidateStatusGet } from './routes/invalidate-status-get/route.ts';
import { registerInvoicePost } from './routes/invoice-post/route.ts';
import { registerPreviewPost } from './routes/preview-post/route.ts';
import { registerRehearsalsGet } from './routes/rehearsals-get/route.ts';
import { registerRehearsalsPost } from './routes/rehearsals-post/route.ts';
import { registerReportsBooksGet } from './routes/reports-books-get/route.ts';
import { registerF07Classes } from './routes/reports-f07-classes-post/route.ts';
import { registerF07Close } from './routes/reports-f07-close-post/route.ts';
import { registerReportsF07 } from './routes/reports-f07-get/route.ts';
import { registerF07Months } from './routes/reports-f07-months-get/route.ts';
import { registerStatusGet } from './routes/status-get/route.ts';
import { registerSuexPost } from './routes/suex-post/route.ts';
import { readAddress, refuseLoose } from './strict-request.ts';
import {
  answerBesideRoutes,
  answerBrokenRequest,
  answerUnroutable,
  type Door,
  refusalOfAddress,
} from './unroutable.ts';
import { beginVisit, visitOf } from './visit.ts';

/** Specification part 8: 5 MB of JSON. */
const BODY_LIMIT = 5 * 1024 * 1024;
/** A slow sender of headers or body is cut off; an issuance itself may take its whole budget. */
const REQUEST_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 65_000;
/** More than the line of a request can hold: a path too long for any reference names no document, and is told so. */
const PARAMETER_LIMIT = 65_536;

/** Routes whose schemas are compiled as soon as the node listens; others can wait for their first request. */
const SELLING = ['/invoice', '/credit-memo', '/status/:id_or_ref', '/invalidate/:id_or_ref'];

/** Who starts the node is told that it is ready before. */
const PREPARE_AFTER_MS = 25;

const ROUTES = [
  registerInvoicePost,
  registerSuexPost,
  registerCreditMemoPost,
  registerPreviewPost,
  registerCreditMemoStatusGet,
  registerInvalidatePost,
  registerInvalidateStatusGet,
  registerStatusGet,
  registerDocumentsEventsGet,
  registerDocumentsMailPost,
  registerDocumentsGet,
  registerDocumentExports,
  registerFileGet,
  registerRehearsalsPost,
  registerRehearsalsGet,
  registerReportsBooksGet,
  registerReportsF07,
  registerF07Months,
  registerF07Close,
  registerF07Classes,
  registerCatalogs,
];

/** The HTTP interface over the operations; it listens when the caller says so. */
export function createServer(parts: ServerParts, compilers: Compilers = createCompilers()): App {
  const accessLog = createAccessLog(parts);
  const { access } = parts;
  const door = { access, accessLog, clock: parts.issuing.clock };
  const app = emptyServer(parts, door, compilers);
  app.setValidatorCompiler(compilers.validator);
  acceptJsonOnly(app, parts.large !== null);
  app.addHook('onRequest', async (request, reply) => {
    enterOnceAnswered(door, request, reply);
    readAddress(request);
    reply.headers(headersForStrangers(parts.issuing.clock.now()));
    const visit = parts.handedOver();
    if (visit !== null) beginVisit(request, visit);
    return request.is404 ? answerUnknownPath(parts, request, reply) : undefined;
  });
  app.addHook('onSend', async (request, reply) => {
    visitOf(request).place.leave();
    if (reply.statusCode === 503) reply.header('retry-after', RETRY_AFTER_S);
    if (!(await readRest(request.raw))) reply.header('connection', 'close');
  });
  app.addHook('preValidation', async (request) => refuseLoose(request));
  app.addHook('preValidation', (request, reply) => takePlace(access, request, reply));
  app.addHook('preValidation', async (request, reply) => answerElsewhere(parts.large, request, reply));
  holdHandlers(app);
  countBodies(app, access.bodies, BODY_LIMIT);
  answerBesideRoutes(app, door);
  app.setErrorHandler(answerErrors(parts.databaseObstacle));
  describeInterface(app, parts.publicUrl, (scope) => {
    scope.addHook('onRequest', (request, reply) => requireKey(access, request, reply));
    for (const register of ROUTES) register(scope, parts);
  });
  registerDocs(app, access, parts.consoleUrl);
  app.addHook('onListen', async () => {
    setTimeout(async () => {
      prepareCompanyFiles();
      await compilers.prepare(SELLING);
    }, PREPARE_AFTER_MS).unref();
  });
  app.addHook('preClose', async () => parts.files.endAll());
  return app;
}

function emptyServer({ logger, elsewhere }: ServerParts, door: Door, compilers: Compilers): App {
  const times = { requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS };
  return fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    ...times,
    return503OnClosing: false,
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength: PARAMETER_LIMIT, caseSensitive: true },
    // A request without a host is refused by us, with our headers.
    ...(elsewhere === null
      ? { http: { requireHostHeader: false } }
      : { serverFactory: (handler: RequestListener) => sharedServer(elsewhere, handler, times) }),
    frameworkErrors: ({ code }, { raw: request }, { raw: response }) =>
      void answerUnroutable(door, { request, response, refusal: refusalOfAddress(code) }),
    clientErrorHandler: (error, socket) => answerBrokenRequest(door, error, socket),
    schemaController: { compilersFactory: compilers.factory },
  }).withTypeProvider<TypedBySchema>();
}

function enterOnceAnswered(
  { access, accessLog, clock }: Door,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const [from, startedMs] = [access.addressOf(request.raw), clock.monotonic()];
  onceAnswered(reply.raw, (outcome) => {
    const answered = {
      from,
      method: request.method,
      route: request.routeOptions.url ?? null,
      durationMs: clock.monotonic() - startedMs,
      caller: visitOf(request).by,
      code: refusalCodeOf(request),
    };
    accessLog.enter({ ...answered, ...outcome }, request.log);
  });
}

/** Before any body is read. A caller with a key is counted like everybody else; without one there is nothing to count. */
async function answerUnknownPath(
  parts: ServerParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (request.headers.authorization !== undefined) {
    await requireKey(parts.access, request, reply);
    if (reply.sent) return reply;
  }
  return sendRefusal(reply, refuse('path_not_found'));
}
