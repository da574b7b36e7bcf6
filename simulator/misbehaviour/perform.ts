import { randomUUID } from 'node:crypto';
import { AUTH_ERROR } from '../endpoints/auth.ts';
import { type Answer, answer, unauthorized } from '../endpoints/endpoint.ts';
import { isRecord, type JsonRecord } from '../exact/json.ts';
import { jsonText, type Reply, replyOf, whole } from '../http/reply.ts';
import { rejection } from '../reception/envelope.ts';
import type { Verdict } from '../state/submission.ts';
import { type Refusal, refuse, refuseField, TEXT_BY_CODE } from '../verdict/refusal.ts';
import { usualRefusal } from '../verdict/usual-refusal.ts';
import { codeText, type Misbehaviour } from './action.ts';

/** What a misbehaviour needs of the call that it strikes. */
export interface Scene {
  /** Processes the call as a good authority would; at most once. */
  readonly proceed: () => Promise<Answer>;
  /** Waits; rejects when the simulator closes meanwhile. */
  readonly pause: (delayMs: number) => Promise<void>;
  /** Puts a made-up verdict into the shape of the service's answers. */
  readonly imitate: (verdict: Verdict) => Answer;
  readonly nowMs: number;
}

/** Lets a call go wrong in the given way. */
export async function misbehave(bad: Misbehaviour, scene: Scene): Promise<Reply> {
  if (bad.action === 'zombie') return raise(bad, scene);
  if (bad.when === 'before') {
    await scene.pause(bad.delayMs);
    return bad.action === 'delay'
      ? replyOf(await scene.proceed())
      : disguise(bad, scene, standIn(bad, scene));
  }
  const real = await scene.proceed();
  await scene.pause(bad.delayMs);
  return disguise(bad, scene, real);
}

/** No answer now; the document is processed later, when its sender may have given it up. */
function raise(bad: Misbehaviour, scene: Scene): Reply {
  scene.pause(bad.forMs).then(scene.proceed).catch(ignore);
  return { kind: 'silence' };
}

/** A document that is not processed because the simulator closed has never been received. */
function ignore(): void {}

const NOT_PROCESSED = answer(503, { status: 503, error: 'Service Unavailable' });

/** Answers that look like a stamp, whose seal or code is then made useless. */
const LOOK_STAMPED: readonly string[] = ['wrong_echo', 'no_sello', 'malformed_sello'];

/**
 * What stands in for the real answer where the call is not processed. It never holds a usable stamp: where the
 * answers of a service hold nothing that the action could spoil, there is no verdict.
 */
function standIn(bad: Misbehaviour, scene: Scene): Answer {
  if (!LOOK_STAMPED.includes(bad.action)) return NOT_PROCESSED;
  const verdict = { ...rejection(refuse('10', '001'), scene.nowMs), selloRecibido: 'F'.repeat(40) };
  const stamped = scene.imitate(verdict);
  return jsonText(misleading(bad, scene, stamped)) === jsonText(stamped) ? NOT_PROCESSED : stamped;
}

function disguise(bad: Misbehaviour, scene: Scene, base: Answer): Reply {
  switch (bad.action) {
    case 'delay':
    case 'zombie':
      return replyOf(base);
    case 'silence':
      return { kind: 'silence' };
    case 'reset':
    case 'down':
      return { kind: 'reset' };
    case 'status':
      return replyOf(answer(bad.status, { status: bad.status, error: 'Error' }));
    case 'html':
      return whole(bad.status, '<html><body><h1>503 Service Unavailable</h1></body></html>', 'text/html');
    case 'empty':
      return whole(200, '');
    case 'truncated':
      return whole(base.status, halfOf(jsonText(base)));
    case 'drip':
      return { kind: 'drip', status: base.status, text: jsonText(base), everyMs: bad.everyMs };
    case 'date':
      return { ...replyOf(base), datedMs: scene.nowMs + bad.seconds * 1000 };
    case 'oversized':
      return whole(base.status, JSON.stringify({ relleno: 'x'.repeat(bad.bytes), ...fieldsOf(base) }));
    default:
      return replyOf(misleading(bad, scene, base));
  }
}

/** The misbehaviours that are well-formed answers with the wrong content. */
function misleading(bad: Misbehaviour, scene: Scene, base: Answer): Answer {
  switch (bad.action) {
    case 'wrong_echo':
      return spoilt(base, ECHOES, randomUUID().toUpperCase());
    case 'no_sello':
      return spoilt(base, PROOFS, null);
    case 'malformed_sello':
      return spoilt(base, PROOFS, '2026-SELLO-INCOMPLETO');
    case 'expired_token':
      return unauthorized('expired');
    case 'auth_error':
      return AUTH_ERROR;
    case 'absent':
      return scene.imitate(rejection(refuseField('11', '014', 'codigoGeneracion'), scene.nowMs));
    case 'number_first':
      return numberFirst(base);
    default:
      return withCode(bad, scene, base);
  }
}

/** A copy of what is stamped already is told that its number is taken, by an authority that looks at that first. */
function numberFirst(base: Answer): Answer {
  const { codigoMsg, descripcionMsg } = fieldsOf(base);
  if (codigoMsg !== '004' || typeof descripcionMsg !== 'string') return base;
  return altered(base, { descripcionMsg: descripcionMsg.replace('codigoGeneracion', 'numeroControl') });
}

function withCode(bad: Misbehaviour, scene: Scene, base: Answer): Answer {
  if (bad.codigoMsg === '002') {
    if (base.status !== 200) return base;
    const observaciones = ['[resumen.totalVentaGra] CALCULO INCORRECTO'];
    return altered(base, { codigoMsg: '002', descripcionMsg: TEXT_BY_CODE['002'], observaciones });
  }
  const { codigoMsg, clasificaMsg } = bad;
  const printed = clasificaMsg === null ? { codigoMsg } : { codigoMsg, clasificaMsg };
  return altered(scene.imitate(rejection(scriptedRefusal(bad), scene.nowMs)), printed);
}

function scriptedRefusal({ codigoMsg, descripcionMsg, observaciones }: Misbehaviour): Refusal {
  const usual = usualRefusal(codeText(codigoMsg));
  return {
    ...usual,
    descripcionMsg: descripcionMsg ?? usual.descripcionMsg,
    observaciones: observaciones ?? (descripcionMsg === null ? usual.observaciones : []),
  };
}

/** The answer with other values in those fields that it has. */
function altered(base: Answer, changes: JsonRecord): Answer {
  const fields = fieldsOf(base);
  const known = Object.entries(changes).filter(([key]) => Object.hasOwn(fields, key));
  return answer(base.status, { ...fields, ...Object.fromEntries(known) });
}

/** Fields that say which call an answer belongs to. */
const ECHOES: readonly string[] = ['codigoGeneracion', 'idEnvio'];

/** Fields that prove that the authority has something. */
const PROOFS: readonly string[] = ['selloRecibido', 'codigoLote'];

/** The answer with another value in the named fields, wherever they hold a text. */
function spoilt(base: Answer, keys: readonly string[], value: string | null): Answer {
  const spoil = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(spoil);
    if (!isRecord(node)) return node;
    const entries = Object.entries(node).map(([key, held]) =>
      keys.includes(key) && typeof held === 'string' ? [key, value] : [key, spoil(held)],
    );
    return Object.fromEntries(entries);
  };
  return answer(base.status, spoil(base.body));
}

function fieldsOf(base: Answer): JsonRecord {
  return isRecord(base.body) ? base.body : {};
}

function halfOf(text: string): string {
  return text.slice(0, Math.floor(text.length / 2));
}
