import { setTimeout as wait } from 'node:timers/promises';
import { generationCode } from '../oracle/document-identities.ts';
import {
  contingencyEnvelope,
  loteFor,
  validContingenciaV3,
  validContingenciaV4,
} from '../support/simulator/contingency.ts';
import { codeOf, shifted, valueAt, withValues } from '../support/simulator/edit.ts';
import { EVERY_DOCUMENT } from '../support/simulator/every-document.ts';
import { type Draft, TEST_NIT } from '../support/simulator/facturas.ts';
import {
  invalidationEnvelope,
  invalidationOf,
  validInvalidacionV2,
} from '../support/simulator/invalidation.ts';
import { type Received, type Rehearsal, rehearse, TEST_KEY } from '../support/simulator/rehearsal.ts';
import { envelopeFor, testKey } from '../support/simulator/signing.ts';
import type { Verdict } from './book.ts';
import type { SimulatorCall } from './case-schema.ts';
import { POSTED_MS } from './drafted-request.ts';

const FOREIGN_KEY = testKey();

/** A simulator between two calls of a case. */
interface Stage {
  readonly sim: Rehearsal;
  readonly verdict: Verdict;
  /** What the product drafted of the request; undefined where it drafted nothing. */
  readonly drafted: Draft | undefined;
  /** The last document that was sent, and its answer. */
  sent: Draft;
  answer: Received | null;
}

/** What the simulator answers to a case, and to each of its amounts when it is two cents wrong. */
export interface Simulated {
  readonly answer: Received;
  /** The codes of the refusals by the path of the amount. */
  readonly deviations: Readonly<Record<string, readonly unknown[]>>;
}

/** Makes the calls of a case, each with what the product drafted or a valid document, on a simulator of its own. */
export async function simulate(verdict: Verdict, documents: readonly Draft[]): Promise<Simulated> {
  const { simulator } = verdict.expect;
  const { calls = [{}], script, options } = typeof simulator === 'string' ? {} : simulator;
  const sim = await rehearse({ now: () => POSTED_MS, loteMs: 0, ...options });
  try {
    const [adjusted, drafted] = documents.length > 1 ? documents : [undefined, documents[0]];
    const stage: Stage = { sim, verdict, drafted, sent: documentNamed(verdict.document), answer: null };
    if (adjusted !== undefined) await sim.send(adjusted);
    for (const [index, call] of calls.entries()) {
      if (script !== undefined && index === calls.length - 1) await tell(stage, script);
      stage.answer = await makeCall(stage, call);
    }
    if (stage.answer === null) throw new Error('a case makes at least one call');
    return { answer: stage.answer, deviations: await deviate(stage) };
  } finally {
    await sim.end();
  }
}

async function tell({ sim, verdict }: Stage, script: Readonly<Record<string, unknown>>): Promise<void> {
  const told = await sim.request('POST /_sim/script', { service: verdict.service, ...script });
  if (told.status !== 200) throw new Error(told.text);
}

/** A document that the simulator accepts, by its name in the cases. */
function documentNamed(document = '01-v2'): Draft {
  const [tipoDte, generation] = document.split('-');
  const found = EVERY_DOCUMENT.find(({ kind }) => kind.tipoDte === tipoDte && kind.generation === generation);
  return found?.valid ?? EVERY_DOCUMENT[1]?.valid ?? {};
}

async function makeCall(stage: Stage, call: SimulatorCall): Promise<Received> {
  const { sim, verdict } = stage;
  const service = call.service ?? verdict.service;
  if (service === 'auth') return signIn(sim, call);
  if (service === 'consultalote') return askForLote(stage);
  if (service === 'portal') throw new Error('the simulator plays no portal');
  const { path, body } = postedBy[service](stage, call);
  const token = call.anonymous ? undefined : await sim.token();
  return sim.request(`POST ${call.path ?? path}`, withValues(body, call.envelope ?? {}), token);
}

function signIn(sim: Rehearsal, { envelope = {} }: SimulatorCall): Promise<Received> {
  const { user, pwd } = { user: undefined, pwd: undefined, ...envelope } as Readonly<Record<string, unknown>>;
  return sim.login(
    user === undefined ? undefined : String(user),
    pwd === undefined ? undefined : String(pwd),
  );
}

/** Its documents are judged one after the other, at once. */
async function askForLote({ sim, answer }: Stage): Promise<Received> {
  const path = `/fesv/recepcion/consultadtelote/${String(answer?.body['codigoLote'])}`;
  for (;;) {
    const { procesados, rechazados, ...rest } = (await sim.signed(`GET ${path}`)).body;
    if (Object(procesados).length + Object(rechazados).length !== 0) return sim.signed(`GET ${path}`);
    if (procesados === undefined) throw new Error(JSON.stringify(rest));
    await wait(5);
  }
}

interface Posted {
  readonly path: string;
  readonly body: Draft;
}
type PostedBy = (stage: Stage, call: SimulatorCall) => Posted;

const postedBy: Readonly<
  Record<'recepcion' | 'consulta' | 'lote' | 'contingencia' | 'invalidacion', PostedBy>
> = {
  recepcion: (stage, call) => {
    stage.sent = documentOf(stage, call);
    return { path: '/fesv/recepciondte', body: envelopeFor(stage.sent, keyOf(call)) };
  },
  consulta: ({ sent }) => {
    const tdte = valueAt(sent, 'identificacion.tipoDte');
    const body = { nitEmisor: TEST_NIT, tdte, codigoGeneracion: codeOf(sent) };
    return { path: '/fesv/recepcion/consultadte/', body };
  },
  lote: (stage, call) => {
    stage.sent = documentOf(stage, call);
    return { path: '/fesv/recepcionlote/', body: loteFor([stage.sent], keyOf(call)) };
  },
  contingencia: (_, call) => {
    const valid = call.document === 'contingencia-v3' ? validContingenciaV3() : validContingenciaV4();
    const event = withValues(valid, call.changes ?? {});
    return { path: '/fesv/contingencia', body: contingencyEnvelope(event, keyOf(call)) };
  },
  invalidacion: (stage, call) => {
    const event = withValues(invalidationIn(stage, call), call.changes ?? {});
    return { path: '/fesv/anulardte', body: invalidationEnvelope(event, keyOf(call)) };
  },
};

/** The invalidation of the document that was sent last. */
function invalidationIn({ sent, answer }: Stage, { document }: SimulatorCall): Draft {
  const event = invalidationOf({ document: sent, sello: answer?.body['selloRecibido'] });
  if (document !== 'invalidacion-v2') return event;
  const copied = Object(event['documento']);
  return withValues(validInvalidacionV2(), {
    documento: { ...copied, ...receptorOf(sent), montoIva: valueAt(sent, 'resumen.totalIva') },
  });
}

/** The first generation's event says who received the document. */
function receptorOf(document: Draft): Draft {
  const names = ['tipoDocumento', 'numDocumento', 'nombre', 'telefono', 'correo'];
  return Object.fromEntries(names.map((name) => [name, valueAt(document, `receptor.${name}`)]));
}

function keyOf({ foreign }: SimulatorCall) {
  return foreign ? FOREIGN_KEY : TEST_KEY;
}

function documentOf({ drafted, verdict }: Stage, { document, changes = {} }: SimulatorCall): Draft {
  const { signed, amounts } = verdict;
  if (document !== undefined) return withValues(documentNamed(document), changes);
  if (drafted !== undefined) return withValues(drafted, { ...amounts, ...changes });
  if (signed === null) return withValues(documentNamed(verdict.document), changes);
  return withValues(Object(signed), { 'emisor.nit': TEST_NIT, ...changes });
}

/** Two cents, where the authority tolerates one. */
const DEVIATIONS = [0.02, -0.02];

async function deviate(stage: Stage): Promise<Simulated['deviations']> {
  const paths = Object.keys(stage.verdict.amounts ?? {});
  const entries = paths.map(async (path, at) => {
    const amount = Number(valueAt(stage.sent, path));
    const answers = DEVIATIONS.filter((by) => amount + by >= 0).map((by, sign) => {
      const number = String(900 + 2 * at + sign).padStart(15, '0');
      const numeroControl = String(valueAt(stage.sent, 'identificacion.numeroControl'));
      const fresh = {
        'identificacion.codigoGeneracion': generationCode(`${path} ${by}`),
        'identificacion.numeroControl': numeroControl.replace(/\d{15}$/, number),
      };
      return stage.sim.send(withValues(shifted(stage.sent, path, by), fresh));
    });
    return [path, (await Promise.all(answers)).map(({ body }) => body['codigoMsg'])] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
