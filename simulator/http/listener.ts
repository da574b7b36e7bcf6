import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { App } from '../app.ts';
import type { Outcome } from '../control/call-log.ts';
import { helpText } from '../control/help.ts';
import { control } from '../control/routes.ts';
import { answer, type Call, type Endpoint } from '../endpoints/endpoint.ts';
import { endpointAt } from '../endpoints/table.ts';
import { misbehave } from '../misbehaviour/perform.ts';
import type { Verdict } from '../state/submission.ts';
import { type Reply, replyOf, send, whole } from './reply.ts';

/** A lote of a hundred large documents is far below this. */
const LARGEST_BODY = 268_435_456;

/** Where somebody looks who has only the address. */
const HELP_AT: ReadonlySet<string> = new Set(['/', '/_sim', '/_sim/']);

/** Answers every request: help at the root, the control interface under /_sim, the authority's services everywhere else. */
export function listenerOf(app: App): RequestListener {
  return (request, response) => {
    respond(request, app).then(
      (reply) => send(response, reply),
      () => fail(response),
    );
  };
}

function fail(response: ServerResponse): void {
  if (!response.headersSent && !response.destroyed) send(response, replyOf(answer(500, { error: 'failed' })));
}

async function respond(request: IncomingMessage, app: App): Promise<Reply> {
  const { method = 'GET', url = '/' } = request;
  const [path = '/', search = ''] = url.split('?', 2);
  const body = await readBody(request);
  if (body === null) return replyOf(answer(413, { error: 'the body is too large' }));
  if (path.startsWith('/_sim/') && !HELP_AT.has(path)) {
    return replyOf(await control({ method, path, query: new URLSearchParams(search), body }, app));
  }
  if (HELP_AT.has(path) && method === 'GET')
    return whole(200, helpText(request.headers.host ?? ''), 'text/plain; charset=utf-8');
  const service = endpointAt(path);
  if (service === null) return replyOf(answer(404, { status: 404, error: 'Not Found', path }));
  if (service.method !== method) return replyOf(answer(405, { status: 405, error: 'Method Not Allowed' }));
  return serve(service, { path, headers: request.headers, body }, app);
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes: Buffer = chunk;
    size += bytes.length;
    if (size <= LARGEST_BODY) chunks.push(bytes);
  }
  return size > LARGEST_BODY ? null : Buffer.concat(chunks).toString('utf8');
}

async function serve(service: Endpoint, call: Call, app: App): Promise<Reply> {
  const { world } = app;
  service.arrived(call, world);
  const issuer = service.issuer(call, world);
  const nit = issuer?.nit ?? null;
  const codigoGeneracion = service.codigoGeneracion(call);
  const nowMs = world.now();
  const bad = app.plan.next(service.name, nit, nowMs);
  const finish = app.calls.add({
    at: new Date(nowMs).toISOString(),
    service: service.name,
    path: call.path,
    nit,
    codigoGeneracion,
    userAgent: call.headers['user-agent'] ?? null,
    misbehaviour: bad === null ? null : `${bad.action} ${bad.when}`,
  });
  const proceed = () => service.handle(call, world);
  const imitate = (verdict: Verdict) => service.imitate(verdict, call, issuer?.ambiente ?? '00');
  const scene = { proceed, imitate, pause: world.pause, nowMs };
  return settle(finish, bad === null ? proceed().then(replyOf) : misbehave(bad, scene));
}

/** Writes into the log how the call ended. */
async function settle(finish: (outcome: Outcome) => void, pending: Promise<Reply>): Promise<Reply> {
  try {
    const reply = await pending;
    finish(reply.kind === 'whole' ? reply.status : reply.kind);
    return reply;
  } catch (error) {
    finish('failed');
    throw error;
  }
}
