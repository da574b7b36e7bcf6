// The thread that reads and answers large requests: a node of its own, whose interface does not listen.
import { AsyncLocalStorage } from 'node:async_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import { openKeys } from '../compose/keys.ts';
import { composeNode } from '../compose.ts';
import type { NodeSettings } from '../config/node-settings.ts';
import { isJsonObject } from '../core/json/read-json.ts';
import type { LargeAnswer } from '../http/large-requests.ts';
import type { Visit } from '../http/visit.ts';
import type { Place } from '../operations/access/places.ts';
import type { Meter } from '../operations/installation/metrics-ports.ts';
import { yieldToOthers } from '../paper/low-priority.ts';
import { createLogger } from '../telemetry/logger.ts';
import type { Handed, ToLarge, Told } from './messages.ts';
import { createToldBreaker } from './told-breaker.ts';

/** So few that its statements take little of the database from those of others. */
const CONNECTIONS = 2;

yieldToOthers();

const settings: NodeSettings = workerData;
const tell = (told: Told): void => parentPort?.postMessage(told);
const visits = new AsyncLocalStorage<Visit>();
const breaker = createToldBreaker(tell);
// The access log is written where the request arrived.
const isChatty = settings.logLevel === 'info' || settings.logLevel === 'debug';
const meter: Meter = {
  request: () => undefined,
  issuance: (...values) => tell({ kind: 'measure', name: 'issuance', values }),
  invalidation: (...values) => tell({ kind: 'measure', name: 'invalidation', values }),
  call: (...values) => tell({ kind: 'measure', name: 'call', values }),
  damagedFile: (...values) => tell({ kind: 'measure', name: 'damagedFile', values }),
  numberTaken: (...values) => tell({ kind: 'measure', name: 'numberTaken', values }),
  unexplained: (...values) => tell({ kind: 'measure', name: 'unexplained', values }),
};
const metrics = {
  meter,
  watchCircuits: () => undefined,
  watchAuthorityClock: () => undefined,
  watchLog: () => undefined,
  watchHeld: () => undefined,
};
const logger = createLogger(isChatty ? 'warn' : settings.logLevel);
const keys = await openKeys(settings.keys, logger);
const parts = { settings, keys, metrics };
const node = composeNode(parts, {
  breaker,
  logger,
  connections: CONNECTIONS,
  handedOver: () => visits.getStore() ?? null,
});
const app = node.createApp(null);

parentPort?.on('message', async (handed: ToLarge) => {
  if (handed.id === null) {
    await app.close();
    await node.close();
    tell({ kind: 'ended' });
    return;
  }
  const { id, request, circuit } = handed;
  const { companyId, company } = request.caller;
  breaker.follow({ companyId, ambiente: company.ambiente }, circuit);
  try {
    tell({ kind: 'answered', id, answer: await answerTo(handed) });
  } catch (error) {
    tell({ kind: 'failed', id, reason: error instanceof Error ? error.message : 'no answer' });
  }
});

async function answerTo({ id, request }: Handed): Promise<LargeAnswer> {
  const { method, url, body, caller } = request;
  const response = await visits.run({ by: caller, caller, place: placeOf(id), found: null }, () =>
    app.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers: { 'content-type': 'application/json' },
      payload: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
    }),
  );
  const { statusCode: status, rawPayload } = response;
  const refusal: unknown = status < 400 ? null : response.json();
  const type = String(response.headers['content-type'] ?? '');
  return { status, type, body: rawPayload, code: codeIn(refusal) };
}

/** The place of a request is kept where it arrived. */
function placeOf(id: number): Place {
  return {
    isLeft: false,
    leave: () => undefined,
    async outside(work) {
      tell({ kind: 'outside', id });
      try {
        return await work();
      } finally {
        tell({ kind: 'inside', id });
      }
    },
  };
}

function codeIn(refusal: unknown): string | null {
  const code = isJsonObject(refusal) ? refusal['code'] : null;
  return typeof code === 'string' ? code : null;
}
