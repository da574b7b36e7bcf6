import type { Refusal } from '../../src/core/refusals/refusal.ts';
import {
  createCircuitBreaker,
  observed,
  observedInvalidations,
} from '../../src/operations/background/circuit-breaker.ts';
import type { ContingencyContext } from '../../src/operations/contingencies/report-contingency.ts';
import { issueCreditNote } from '../../src/operations/credit-notes/issue-credit-note.ts';
import { issueDocument } from '../../src/operations/documents/issue-document.ts';
import type { Issued } from '../../src/operations/documents/issue-drafted.ts';
import type { IssuingTimes } from '../../src/operations/documents/issuing-context.ts';
import type { Signer } from '../../src/operations/documents/ports.ts';
import {
  type CancellingContext,
  invalidateDocument,
} from '../../src/operations/invalidations/invalidate-document.ts';
import { journaled } from '../../src/storage/journal/journaled-store.ts';
import { IDENTITIES } from '../support/document-codes.ts';
import { codeOf, idOf, refOf } from '../support/identifiers.ts';
import { NO_COMPLETIONS } from '../support/no-completions.ts';
import type { Asking, CancelAsking } from './askings.ts';
import { workInBackground } from './background.ts';
import type { Database } from './database/rules.ts';
import { createSimulatedContingencies } from './database/simulated-contingencies.ts';
import { createSimulatedInvalidations } from './database/simulated-invalidations.ts';
import { createSimulatedStore } from './database/simulated-store.ts';
import { createSimulatedWork } from './database/simulated-work.ts';
import { createSimulatedStandings } from './database/standings.ts';
import { drawUuid } from './dice.ts';
import type { AnswerWatch } from './invariants/of-answers.ts';
import type { CancellationWatch, Cancelled } from './invariants/of-cancellations.ts';
import type { CircuitWatch } from './invariants/of-circuits.ts';
import type { SimulatedJournal } from './journal.ts';
import { createLine, type NetworkOptions } from './network.ts';
import { createContingencyLine } from './network-contingency.ts';
import { createInvalidationLine } from './network-invalidation.ts';
import { type Life, noteError, startLife } from './node.ts';
import { COMPANY, COMPANY_ID, linesOf, orderOf, wishOf } from './orders.ts';
import { markText, payloadOf } from './signed-text.ts';
import type { World } from './world.ts';

/** What a caller hears. */
export type Answer<T> =
  | { readonly kind: 'answered'; readonly answer: T }
  /** HTTP 500. */
  | { readonly kind: 'failed' }
  /** The connection broke, or the caller waited long enough. */
  | { readonly kind: 'nothing' };

/** Several nodes of the service over one database. */
export interface Fleet {
  post(asking: Asking): Promise<Answer<Issued | Refusal>>;
  cancel(asking: CancelAsking): Promise<Answer<Cancelled>>;
}

/** What a node is made of. */
export interface NodeContext extends ContingencyContext, CancellingContext {}

/** A planted bug puts something else in the place of a part. */
export type Furnish = (context: NodeContext, world: World) => NodeContext;

export interface FleetOptions {
  readonly world: World;
  readonly database: Database;
  readonly network: NetworkOptions;
  readonly times: IssuingTimes;
  readonly furnish: Furnish;
  readonly answers: AnswerWatch;
  readonly cancellations: CancellationWatch;
  readonly circuits: CircuitWatch;
  /** What nodes write down of what they do; null where they write nothing down. */
  readonly journal: SimulatedJournal | null;
  readonly nodes: number;
}

/** What somebody asks of a node. */
interface Request<T> {
  /** For the story of the world. */
  readonly what: string;
  run(context: NodeContext): Promise<T>;
  /** The answer is about to leave the node. */
  onAnswer(answer: T, startedMs: number): void;
  told(answer: T): string;
}

interface Running {
  readonly life: Life;
  readonly context: NodeContext;
}

const CALLER_WAITS_MS = 60_000;

export function startFleet(options: FleetOptions): Fleet {
  const { world } = options;
  const signer = createSigner(world);
  const slots: (Running | null)[] = [];
  const start = (slot: number, name: string) => {
    const skewMs = world.dice.between(-world.faults().skewMs, world.faults().skewMs);
    const monotonicMs = world.dice.below(10_000_000);
    const life = startLife(world, { name, skewMs, monotonicMs });
    const context = options.furnish(contextOf(options, life, signer), world);
    options.circuits.watch(life, context.breaker);
    slots[slot] = { life, context };
    life.onDeath(() => {
      slots[slot] = null;
      world.after(world.dice.upTo(120_000), () => start(slot, `${name}'`));
    });
    workInBackground({ world, database: options.database, life, context });
  };
  for (let slot = 0; slot < options.nodes; slot += 1) start(slot, `node ${slot + 1}`);
  const ask = <T>(request: Request<T>): Promise<Answer<T>> =>
    new Promise((resolve) => {
      const running = slots[world.dice.below(options.nodes)] ?? null;
      if (running === null) world.resume(1, () => resolve({ kind: 'nothing' }));
      else serve(world, running, { request, resolve });
    });
  return {
    post: (asking) => ask(issuing(options, asking)),
    cancel: (asking) => ask(cancelling(options, asking)),
  };
}

function contextOf(
  { world, database, network, times, journal }: FleetOptions,
  life: Life,
  signer: Signer,
): NodeContext {
  const connected = { database, clock: life.clock, session: life.session };
  const breaker = createCircuitBreaker(life.clock);
  const store = createSimulatedStore(connected);
  return {
    clock: life.clock,
    store: journal === null ? store : journaled(store, journal.of(life), life.clock),
    standings: createSimulatedStandings(connected),
    completions: NO_COMPLETIONS,
    payloadOf,
    work: createSimulatedWork(connected),
    contingencies: createSimulatedContingencies(connected),
    contingencyAuthority: createContingencyLine(network, life),
    invalidations: createSimulatedInvalidations(connected),
    invalidationAuthority: observedInvalidations(createInvalidationLine(network, life), breaker),
    companies: { company: async () => COMPANY },
    authority: observed(createLine(network, life), breaker),
    breaker,
    signer,
    identities: {
      documentId: () => idOf(drawUuid(world.dice)),
      codigoGeneracion: () => codeOf(drawUuid(world.dice).toUpperCase()),
      documentCode: IDENTITIES.documentCode,
    },
    times,
    log: { warn: (event) => world.note(() => `${life.name} warns: ${event}`) },
  };
}

/** Every signature differs, as if the key were renewed each time; bytes resent can be told from bytes signed again. */
function createSigner(world: World): Signer {
  let signatures = 0;
  return {
    ready: async () => null,
    async sign(_identity, payload) {
      if (world.dice.chance(world.faults().signingFailure))
        return { kind: 'failed', failure: 'signature_failed', reason: 'simulated' };
      signatures += 1;
      return { kind: 'signed', jws: `${payload}#${signatures}` };
    },
  };
}

function serve<T>(
  world: World,
  { life, context }: Running,
  { request, resolve }: { readonly request: Request<T>; readonly resolve: (answer: Answer<T>) => void },
): void {
  let heard = false;
  const hear = (delayMs: number, answer: Answer<T>) =>
    world.resume(delayMs, () => {
      if (heard) return;
      heard = true;
      const what = answer.kind === 'answered' ? request.told(answer.answer) : answer.kind;
      world.note(() => `caller of ${request.what} hears ${what}`);
      resolve(answer);
    });
  life.onDeath(() => hear(1, { kind: 'nothing' }));
  hear(CALLER_WAITS_MS, { kind: 'nothing' });
  life.resume(world.dice.upTo(50), () => {
    void answerOf(world, context, request).then((answer) => hear(world.dice.upTo(50), answer));
  });
}

async function answerOf<T>(world: World, context: NodeContext, request: Request<T>): Promise<Answer<T>> {
  world.note(() => `POST ${request.what}`);
  const startedMs = world.nowMs();
  try {
    const answer = await request.run(context);
    request.onAnswer(answer, startedMs);
    return { kind: 'answered', answer };
  } catch (error) {
    noteError(world, error);
    return { kind: 'failed' };
  }
}

const ISSUER = { companyId: COMPANY_ID, company: COMPANY };

function issuing({ answers }: FleetOptions, asking: Asking): Request<Issued | Refusal> {
  const { reference: externalRef, version, note, tipoDte } = asking;
  return {
    what: `${externalRef} v${version}${note === null ? ` as type ${tipoDte}` : ''}`,
    run(context) {
      if (note === null)
        return issueDocument(context, {
          issuer: ISSUER,
          externalRef: refOf(externalRef),
          order: orderOf(asking),
        });
      const { ccf, mode } = note;
      const lines = linesOf(note);
      const observations = markText(asking);
      return issueCreditNote(context, {
        issuer: ISSUER,
        externalRef: refOf(externalRef),
        ccf,
        mode,
        lines,
        observations,
      });
    },
    onAnswer: (answer, startedMs) => answers.onAnswer(asking, answer, startedMs),
    told: (answer) =>
      answer.kind === 'refused'
        ? answer.code
        : `${answer.record.state}${answer.isDuplicate ? ', a duplicate' : ''}`,
  };
}

function cancelling({ cancellations }: FleetOptions, asking: CancelAsking): Request<Cancelled> {
  const { reference, version, target: idOrRef, hasWill } = asking;
  return {
    what: `${reference} v${version}${hasWill ? '' : ' without words'} against ${idOrRef}`,
    run: (context) =>
      invalidateDocument(context, { issuer: ISSUER, idOrRef, wish: wishOf(asking), onlyType: null }),
    onAnswer: (answer, startedMs) => cancellations.onAnswer(asking, answer, startedMs),
    told(answer) {
      if (answer.kind === 'refused') return answer.code;
      const { by, isDuplicate, dataDropped } = answer;
      const what = by.kind === 'event' ? `event ${by.event.state}` : `note ${by.note.state}`;
      return `${what}${isDuplicate ? ', a duplicate' : ''}${dataDropped ? ', words dropped' : ''}`;
    },
  };
}
