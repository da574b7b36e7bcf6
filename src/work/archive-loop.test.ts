import { expect, it } from 'vitest';
import { handClock } from '../../test/support/issuing-bench.ts';
import { LOOKS_ALONE } from '../../test/support/looks.ts';
import { until } from '../../test/support/until.ts';
import type { ArchiveEnd } from '../operations/archive/ports.ts';
import { headText } from '../operations/archive/sign-heads.ts';
import { type ArchiveLoopParts, startArchiveLoop } from './archive-loop.ts';

const END: ArchiveEnd = { companyId: 'good', ambiente: '00', position: '3', linkHash: 'ab' };
const LIMITS = { pollMs: 1, lateMs: 60_000, headsEveryMs: 0, headOlderMs: 5 };

/** Companies that take turns as in the database, beside as many as one look finds, for which all fails. */
const BAD = Array.from({ length: 60 }, (_, place) => `bad-${place}`).toSorted();
const NAMES = [...BAD, 'good'];
async function unlinked(total: number, after: string | undefined): Promise<readonly string[]> {
  const behind = after === undefined ? 0 : NAMES.indexOf(after) + 1;
  return [...NAMES.slice(behind), ...NAMES.slice(0, behind)].slice(0, total);
}

it('links and signs company by company, and lets nobody wait for those that fail', async () => {
  const did: string[] = [];
  const warned: string[] = [];
  const clock = handClock();
  const parts: ArchiveLoopParts = {
    limits: LIMITS,
    look: LOOKS_ALONE,
    busyShare: () => 0,
    queue: {
      unlinked,
      unsigned: async () => [{ ...END, companyId: 'bad' }, END],
    },
    context: {
      clock,
      log: { warn: (event, { companyId }) => void warned.push(`${event} ${companyId}`) },
      chain: {
        async extend(companyId) {
          if (companyId !== 'good') throw new Error('broken');
          did.push(`linked ${companyId}`);
          return false;
        },
        keepHead: async ({ companyId }, signedMs, jws) =>
          void did.push(`signed ${companyId} ${signedMs} ${jws}`),
      },
      signer: {
        sign: async ({ companyId }, payload) =>
          companyId === 'bad'
            ? { kind: 'failed', failure: 'no_certificate', reason: 'none' }
            : { kind: 'signed', jws: payload },
      },
    },
  };
  const loop = startArchiveLoop(parts);
  await until(() => did.filter((one) => one.startsWith('signed')).length >= 3, 'three rounds');
  await until(() => did.includes('linked good'), 'a link');
  await loop.stop();
  const signedMs = clock.now();
  expect(new Set(did)).toEqual(
    new Set(['linked good', `signed good ${signedMs} ${headText(END, signedMs)}`]),
  );
  // What cannot be signed is not tried at every look.
  expect(warned.filter((one) => one === 'archive_head_unsigned bad')).toHaveLength(1);
  expect(warned).toContain('archive_work_failed bad-0');
  const before = did.length;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(did).toHaveLength(before);
});

/** Links in this way, and signs nothing. */
function linking(
  clock: ReturnType<typeof handClock>,
  extend: () => Promise<boolean>,
): ArchiveLoopParts['context'] {
  return {
    clock,
    log: { warn: () => undefined },
    chain: { extend, keepHead: async () => undefined },
    signer: { sign: async () => ({ kind: 'failed', failure: 'no_certificate', reason: 'none' }) },
  };
}

it('lets its links wait while the node is busy, but not for ever', async () => {
  const clock = handClock();
  let [looks, share] = [0, 1];
  const loop = startArchiveLoop({
    look: LOOKS_ALONE,
    limits: { ...LIMITS, headsEveryMs: 60_000 },
    busyShare: () => share,
    queue: {
      async unlinked() {
        looks += 1;
        return [];
      },
      unsigned: async () => [],
    },
    context: linking(clock, async () => false),
  });
  const lookedWithin = async (ms: number) => {
    const before = looks;
    await new Promise((resolve) => setTimeout(resolve, ms));
    return looks > before;
  };
  expect(await lookedWithin(30)).toBe(false);
  clock.advance(60_000);
  await until(() => looks > 0, 'a look although it is busy');
  expect(await lookedWithin(30)).toBe(false);
  share = 0.1;
  await until(() => looks > 1, 'a look when it is quiet');
  await loop.stop();
});

it('looks again after twenty times as long as its links took', async () => {
  const clock = handClock();
  let looks = 0;
  const loop = startArchiveLoop({
    look: LOOKS_ALONE,
    limits: { ...LIMITS, headsEveryMs: 60_000 },
    busyShare: () => 0,
    queue: {
      async unlinked() {
        looks += 1;
        return ['one'];
      },
      unsigned: async () => [],
    },
    context: linking(clock, async () => {
      clock.advance(10);
      return false;
    }),
  });
  await until(() => looks === 1, 'a look');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(looks).toBe(1);
  await until(() => looks === 2, 'the next look');
  await loop.stop();
});
