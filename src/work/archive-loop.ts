import { HOUR_MS, MINUTE_MS } from '../core/calendar/spans.ts';
import type { ArchiveChain, ArchiveQueue } from '../operations/archive/ports.ts';
import { type HeadContext, signHead } from '../operations/archive/sign-heads.ts';
import { type Guard, guardedBy } from './guarded.ts';
import type { Look } from './look.ts';
import { restAfter } from './rest.ts';
import type { Tasks } from './tasks.ts';
import { startLoop, type WorkLoop } from './work-loop.ts';

export const ARCHIVE_LIMITS = {
  /** Between two looks; so long a final row may be without its link where there is little to do. */
  pollMs: 2_000,
  /** How long links wait for a node that has more to do. */
  lateMs: 10 * MINUTE_MS,
  /** Between two looks for chains whose ends are to be signed. */
  headsEveryMs: MINUTE_MS,
  /** The age of a signed end after which a chain that has grown is signed again. */
  headOlderMs: 24 * HOUR_MS,
};
export type ArchiveLoopLimits = Readonly<typeof ARCHIVE_LIMITS>;

/** The share of its time that a thread is busy with what somebody waits for, from which on links wait. */
const BUSY = 0.4;
/** Companies that are looked after in one look, one after the other. */
const COMPANIES = 200;
/**
 * After so many times as long as a look and its links took, a minute at the most, the loop looks again, so that links of a company are
 * made together; where links are late, after less.
 */
const [RESTS, LATE_RESTS, LONGEST_REST_MS] = [20, 3, MINUTE_MS];
/** What could not be signed is tried again after this time. */
const RETRY_MS = HOUR_MS;

export interface ArchiveLoopParts {
  readonly context: Omit<HeadContext, 'chain'> & {
    readonly chain: ArchiveChain;
    readonly clock: { monotonic(): number };
  };
  readonly queue: ArchiveQueue;
  readonly look: Pick<Look, 'rest'>;
  /** The share of its time that this thread has been busy since the last call. */
  readonly busyShare: () => number;
  readonly limits: ArchiveLoopLimits;
}

/** Links what has become final, and signs the ends of the chains, behind everything that somebody waits for. */
export function startArchiveLoop(parts: ArchiveLoopParts): WorkLoop {
  const orNull = guardedBy(parts.context.log, 'archive_work_failed');
  return startLoop((tasks, stop) => loop({ ...parts, orNull, stop }, tasks));
}

interface Looking extends ArchiveLoopParts {
  readonly orNull: Guard;
  readonly stop: AbortSignal;
}

async function loop(parts: Looking, tasks: Tasks): Promise<void> {
  const { context, look, limits, busyShare, orNull, stop } = parts;
  const postponed = new Map<string, number>();
  /** The company that was begun last; the next look begins behind it. */
  const turns: { last?: string } = {};
  const monotonic = () => context.clock.monotonic();
  let [headsAt, allLinkedAt] = [0, monotonic()];
  while (!stop.aborted) {
    const beganMs = monotonic();
    const isLate = beganMs - allLinkedAt >= limits.lateMs;
    let isLeft = isLate;
    if (isLate || busyShare() < BUSY) {
      const left = await orNull({}, () => linkAll(parts, turns));
      if (left === false) allLinkedAt = monotonic();
      isLeft = left === true;
    }
    if (monotonic() >= headsAt && !stop.aborted) {
      headsAt = monotonic() + limits.headsEveryMs;
      await orNull({}, () => signAll(parts, postponed));
    }
    // What this loop itself does is no reason to wait.
    busyShare();
    const rest = {
      leastMs: isLeft ? limits.pollMs / 10 : limits.pollMs,
      mostMs: LONGEST_REST_MS,
      times: isLate ? LATE_RESTS : RESTS,
    };
    const restMs = restAfter(monotonic() - beganMs, rest);
    if (stop.aborted) return;
    if (isLeft) await tasks.pause(restMs);
    else await tasks.pauseUntil(look.rest(restMs));
  }
}

/** True where something may be left. */
async function linkAll(
  { context, queue, orNull, stop }: Looking,
  turns: { last?: string },
): Promise<boolean> {
  const companies = await queue.unlinked(COMPANIES, turns.last);
  let isBusy = companies.length === COMPANIES;
  for (const companyId of companies) {
    if (stop.aborted) break;
    turns.last = companyId;
    if (await orNull({ companyId }, () => context.chain.extend(companyId))) isBusy = true;
  }
  return isBusy;
}

async function signAll(
  { context, queue, limits, orNull, stop }: Looking,
  postponed: Map<string, number>,
): Promise<void> {
  for (const end of await queue.unsigned(COMPANIES + postponed.size, limits.headOlderMs)) {
    const { companyId } = end;
    const now = context.clock.monotonic();
    if (stop.aborted || (postponed.get(companyId) ?? 0) > now) continue;
    if (await orNull({ companyId }, () => signHead(context, end))) postponed.delete(companyId);
    else postponed.set(companyId, now + RETRY_MS);
  }
}
