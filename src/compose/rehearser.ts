import { askAlone, type Child, startThread } from '../children/child.ts';
import { MINUTE_MS } from '../core/calendar/spans.ts';
import type { Completable } from '../core/drafting/completion.ts';
import type { IssuedDocument } from '../core/rehearsing/issued-document.ts';
import type { Finding, RehearsalSetting } from '../core/rehearsing/rehearse-document.ts';
import type { CompletionLookUp, Rehearser } from '../operations/rehearsals/ports.ts';

/** What the thread is asked: to rehearse these documents, or to go on with what the company has told. */
export type ToThread =
  | {
      readonly kind: 'rehearse';
      readonly documents: readonly IssuedDocument[];
      readonly setting: RehearsalSetting;
      readonly asks: boolean;
    }
  | { readonly kind: 'told'; readonly told: ToldOf };

/** What a company has told, as it can be handed to a thread: in the order of what was asked. */
export interface ToldOf {
  readonly customers: readonly (readonly [string, ReturnType<CompletionOf['customer']>])[];
  readonly products: readonly (readonly [string, string | null])[];
}
type CompletionOf = Awaited<ReturnType<CompletionLookUp>>;

/** What the thread answers: whom and what the documents name, or what it found. */
export type FromThread =
  | { readonly kind: 'named'; readonly named: Completable }
  | { readonly kind: 'found'; readonly findings: readonly Finding[] }
  | { readonly kind: 'failed'; readonly reason: string };

/** The heap that documents of 2,000 lines need, 200 of them at a time, with room. */
const HEAP_MB = 512;
/** The thread ends when it was not asked for so long. */
const IDLE_MS = 30_000;
/** Far longer than 200 documents of 2,000 lines take on a busy machine. */
const ANSWERS_WITHIN_MS = 5 * MINUTE_MS;

/** Rehearses in a thread of low priority, which is started when it is first asked, and anew after it broke. */
export function createRehearser(): Rehearser {
  let thread: Child | null = null;
  let idle: NodeJS.Timeout | undefined;
  const end = async () => {
    clearTimeout(idle);
    const ended = thread;
    thread = null;
    await ended?.kill();
  };
  return {
    async rehearse(documents, setting, lookUp) {
      clearTimeout(idle);
      if (thread === null || thread.hasEnded()) thread = startRehearsing();
      try {
        return await rehearseIn(
          thread,
          { kind: 'rehearse', documents, setting, asks: lookUp !== null },
          lookUp,
        );
      } catch (error) {
        await end();
        throw error;
      } finally {
        idle = setTimeout(end, IDLE_MS).unref();
      }
    },
    close: end,
  };
}

function startRehearsing(): Child {
  return startThread('the thread of rehearsals', new URL('./rehearsal-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
}

async function rehearseIn(
  thread: Child,
  question: ToThread,
  lookUp: CompletionLookUp | null,
): Promise<readonly Finding[]> {
  const answer = await ask(thread, question);
  if (answer.kind !== 'named' || lookUp === null) return findingsIn(answer);
  const { named } = answer;
  const completions = await lookUp(named);
  const told: ToldOf = {
    customers: named.customers.map((identity) => [identity, completions.customer(identity)]),
    products: named.products.map((product) => [
      `${product.by} ${product.name}`,
      completions.product(product),
    ]),
  };
  return findingsIn(await ask(thread, { kind: 'told', told }));
}

function findingsIn(answer: FromThread): readonly Finding[] {
  if (answer.kind === 'found') return answer.findings;
  throw new Error(answer.kind === 'failed' ? answer.reason : 'the thread asked twice');
}

function ask(thread: Child, question: ToThread): Promise<FromThread> {
  return askAlone(thread, question, ANSWERS_WITHIN_MS);
}
