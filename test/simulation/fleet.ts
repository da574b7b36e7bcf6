import type { Refusal } from '../../src/core/refusals/refusal.ts';
import { createCircuitBreaker, observed } from '../../src/operations/background/circuit-breaker.ts';
import type { ContingencyContext } from '../../src/operations/contingencies/report-contingency.ts';
import {
  type CreditNoteContext,
  issueCreditNote,
} from '../../src/operations/credit-notes/issue-credit-note.ts';
import { issueDocument } from '../../src/operations/documents/issue-document.ts';
import type { Issued } from '../../src/operations/documents/issue-drafted.ts';
import type { IssuingTimes } from '../../src/operations/documents/issuing-context.ts';
import type { Signer } from '../../src/operations/documents/ports.ts';
import { UnansweredCommit } from '../../src/storage/connection/transaction.ts';
import { workInBackground } from './background.ts';
import type { Database } from './database/rules.ts';
import { createSimulatedContingencies } from './database/simulated-contingencies.ts';
import { createSimulatedStore } from './database/simulated-store.ts';
import { createSimulatedWork } from './database/simulated-work.ts';
import { createSimulatedStandings } from './database/standings.ts';
import type { Dice } from './dice.ts';
import type { Asking } from './invariants/of-answers.ts';
import { createLine, type NetworkOptions } from './network.ts';
import { createContingencyLine } from './network-contingency.ts';
import { BrokenLine, type Life, startLife } from './node.ts';
import { COMPANY, COMPANY_ID, linesOf, orderOf } from './orders.ts';
import { markText, payloadOf } from './signed-text.ts';
import type { World } from './world.ts';

/** What a caller hears. */
export type Answer =
  | { readonly kind: 'answered'; readonly answer: Issued | Refusal }
  /** HTTP 500. */
  | { readonly kind: 'failed' }
  /** The connection broke, or the caller waited long enough. */
  | { readonly kind: 'nothing' };

/** Several nodes of the service over one database. */
export interface Fleet {
  post(asking: Asking): Promise<Answer>;
}

/** What a node is made of. */
export interface NodeContext extends ContingencyContext, CreditNoteContext {}

/** A planted bug puts something else in the place of a part. */
export type Furnish = (context: NodeContext, world: World) => NodeContext;

export interface FleetOptions {
  readonly world: World;
  readonly database: Database;
  readonly network: NetworkOptions;
  readonly times: IssuingTimes;
  readonly furnish: Furnish;
  readonly onAnswer: (asking: Asking, answer: Issued | Refusal) => void;
  readonly nodes: number;
  /** What the clocks on the wall show when the world begins. */
  readonly startMs: number;
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
    const life = startLife(world, { name, startMs: options.startMs + skewMs, monotonicMs });
    const context = options.furnish(contextOf(options, life, signer), world);
    slots[slot] = { life, context };
    life.onDeath(() => {
      slots[slot] = null;
      world.after(world.dice.upTo(120_000), () => start(slot, `${name}'`));
    });
    workInBackground({ world, database: options.database, life, context });
  };
  for (let slot = 0; slot < options.nodes; slot += 1) start(slot, `node ${slot + 1}`);
  return {
    post: (asking) =>
      new Promise((resolve) => {
        const running = slots[world.dice.below(options.nodes)] ?? null;
        if (running === null) world.resume(1, () => resolve({ kind: 'nothing' }));
        else serve(options, running, { asking, resolve });
      }),
  };
}

function contextOf(
  { world, database, network, times }: FleetOptions,
  life: Life,
  signer: Signer,
): NodeContext {
  const connected = { database, clock: life.clock, session: life.session };
  const breaker = createCircuitBreaker(life.clock);
  return {
    clock: life.clock,
    store: createSimulatedStore(connected),
    standings: createSimulatedStandings(connected),
    payloadOf,
    work: createSimulatedWork(connected),
    contingencies: createSimulatedContingencies(connected),
    contingencyAuthority: createContingencyLine(network, life),
    companies: { company: async () => COMPANY },
    authority: observed(createLine(network, life), breaker),
    breaker,
    signer,
    identities: identitiesOf(world.dice),
    times,
    log: { warn: (event) => world.note(() => `${life.name} warns: ${event}`) },
  };
}

function identitiesOf(dice: Dice): ContingencyContext['identities'] {
  const hex = (digits: number) =>
    dice
      .below(16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  const uuid = () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(6)}${hex(6)}`;
  return { documentId: uuid, codigoGeneracion: () => uuid().toUpperCase() };
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

function serve(
  options: FleetOptions,
  { life, context }: Running,
  { asking, resolve }: { readonly asking: Asking; readonly resolve: (answer: Answer) => void },
): void {
  const { world } = options;
  let heard = false;
  const hear = (delayMs: number, answer: Answer) =>
    world.resume(delayMs, () => {
      if (heard) return;
      heard = true;
      const what = answer.kind === 'answered' ? toldOf(answer.answer) : answer.kind;
      world.note(() => `caller of ${asking.reference} v${asking.version} hears ${what}`);
      resolve(answer);
    });
  life.onDeath(() => hear(1, { kind: 'nothing' }));
  hear(CALLER_WAITS_MS, { kind: 'nothing' });
  life.resume(world.dice.upTo(50), () => {
    void answerOf(options, context, asking).then((answer) => hear(world.dice.upTo(50), answer));
  });
}

async function answerOf(options: FleetOptions, context: NodeContext, asking: Asking): Promise<Answer> {
  const { world } = options;
  world.note(() => `POST ${asking.reference} v${asking.version} as type ${asking.tipoDte}`);
  try {
    const answer = await issued(context, asking);
    options.onAnswer(asking, answer);
    return { kind: 'answered', answer };
  } catch (error) {
    noteError(world, error);
    return { kind: 'failed' };
  }
}

function issued(context: NodeContext, asking: Asking): Promise<Issued | Refusal> {
  const { reference: externalRef, note } = asking;
  const issuer = { companyId: COMPANY_ID, company: COMPANY };
  if (note !== null) {
    const { ccf, mode } = note;
    const request = { issuer, externalRef, ccf, mode, lines: linesOf(note), observations: markText(asking) };
    return issueCreditNote(context, request);
  }
  const order = orderOf(asking);
  return issueDocument(context, { issuer, externalRef, order });
}

/** A line to the database may break; nothing else may throw. */
export function noteError(world: World, error: unknown): void {
  const expected = error instanceof BrokenLine || error instanceof UnansweredCommit;
  if (!expected) world.violate('nothing_else_throws', String(error));
}

function toldOf(answer: Issued | Refusal): string {
  if (answer.kind === 'refused') return answer.code;
  return `${answer.record.state}${answer.isDuplicate ? ', a duplicate' : ''}`;
}
