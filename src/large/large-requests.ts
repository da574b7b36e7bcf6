import { setTimeout as sleep } from 'node:timers/promises';
import type { ResourceLimits } from 'node:worker_threads';
import { type Child, ChildEnded, startThread } from '../children/child.ts';
import type { NodeSettings } from '../config/node-settings.ts';
import { MINUTE_MS } from '../core/calendar/spans.ts';
import type { LargeAnswer, LargeRequests } from '../http/large-requests.ts';
import type { Place } from '../operations/access/places.ts';
import type { CircuitBreaker } from '../operations/background/circuit-breaker.ts';
import type { Meter } from '../operations/installation/metrics-ports.ts';
import type { Handed, ToLarge, Told } from './messages.ts';

export interface LargeParts {
  readonly settings: NodeSettings;
  /** The node's breaker. */
  readonly breaker: CircuitBreaker;
  readonly meter: Meter;
}

interface Waiting {
  readonly place: Place;
  /** Set while the request waits for somebody outside. */
  comeBack: (() => void) | null;
  readonly resolve: (answer: LargeAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** A thread at work, and who waits for what it was given. */
interface Office {
  readonly thread: Child;
  readonly waiting: Map<number, Waiting>;
}

/** The thread has so long to close its connections. */
const ENDS_WITHIN_MS = 5_000;
/** The thread ends, and with it its connections and its process of keys, when nothing was asked of it for so long. */
const IDLE_MS = 5 * MINUTE_MS;
/** Far more than the largest requests need that it may have at a time. */
const HEAP: ResourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };

/**
 * Has large requests answered by a node in a thread of low priority, which shares with this one what both must know of the
 * authority, and counts here. The thread is started for the first request, and anew after it broke or ended: those that
 * waited where it broke are failed, and may be repeated like all requests.
 */
export function createLargeRequests(parts: LargeParts, idleMs = IDLE_MS): LargeRequests {
  let office: Office | null = null;
  let last = 0;
  let idle: NodeJS.Timeout | undefined;
  const leave = (left: Office) => {
    if (office === left) office = null;
  };
  const ending = new Set<Promise<void>>();
  /** The next request has a thread of its own, while this one ends. */
  const end = (left: Office) => {
    leave(left);
    const ended = endOffice(left).finally(() => ending.delete(ended));
    ending.add(ended);
  };
  return {
    answer({ place, ...request }) {
      clearTimeout(idle);
      office ??= openOffice(parts, leave);
      const mine = office;
      const { thread, waiting } = mine;
      last += 1;
      const id = last;
      const { companyId, company } = request.caller;
      const account = { companyId, ambiente: company.ambiente };
      const circuit = { isOpen: parts.breaker.isOpen(account), cause: parts.breaker.causeOf(account) };
      const handed: Handed = { id, request, circuit };
      return new Promise<LargeAnswer>((resolve, reject) => {
        waiting.set(id, { place, comeBack: null, resolve, reject });
        thread.post(handed, givenAway(request.body));
      }).finally(() => {
        if (office !== mine || waiting.size > 0) return;
        clearTimeout(idle);
        idle = setTimeout(end, idleMs, mine).unref();
      });
    },
    async close() {
      clearTimeout(idle);
      if (office !== null) end(office);
      await Promise.all(ending);
    },
  };
}

async function endOffice({ thread }: Office): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    thread.onMessage(({ kind }: Told) => kind === 'ended' && resolve());
  });
  thread.post({ id: null } satisfies ToLarge);
  await Promise.race([ended, thread.ended, sleep(ENDS_WITHIN_MS, undefined, { ref: false })]);
  await thread.kill();
}

/** What is given to the thread instead of copied for it, which would leave garbage here: never what others use as well. */
function givenAway({ buffer, byteLength }: Uint8Array): readonly ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

function openOffice(parts: LargeParts, onEnd: (office: Office) => void): Office {
  const waiting = new Map<number, Waiting>();
  const program = new URL('./large-thread.ts', import.meta.url);
  const thread = startThread('the thread of large requests', program, {
    workerData: parts.settings,
    resourceLimits: HEAP,
  });
  const office = { thread, waiting };
  thread.onMessage((told: Told) => follow(parts, waiting, told));
  thread.onEnd((reason) => {
    onEnd(office);
    for (const { comeBack, reject } of waiting.values()) {
      comeBack?.();
      reject(new ChildEnded(reason));
    }
  });
  return office;
}

function follow({ breaker, meter }: LargeParts, waiting: Map<number, Waiting>, told: Told): void {
  switch (told.kind) {
    case 'answered':
      waiting.get(told.id)?.resolve(told.answer);
      waiting.delete(told.id);
      return;
    case 'failed':
      waiting.get(told.id)?.reject(new Error(told.reason));
      waiting.delete(told.id);
      return;
    case 'outside':
      goOutside(waiting.get(told.id));
      return;
    case 'inside':
      waiting.get(told.id)?.comeBack?.();
      return;
    case 'measure':
      Reflect.apply(meter[told.name], meter, told.values);
      return;
    case 'circuit':
      breaker.note(told.query, told.answered, told.cause);
      return;
    case 'ended':
      return;
  }
}

function goOutside(one: Waiting | undefined): void {
  void one?.place.outside(
    () =>
      new Promise<void>((resolve) => {
        one.comeBack = resolve;
      }),
  );
}
