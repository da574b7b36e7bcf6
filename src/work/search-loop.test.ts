import { expect, it } from 'vitest';
import { LOOKS_ALONE } from '../../test/support/looks.ts';
import { until } from '../../test/support/until.ts';
import { startSearchLoop } from './search-loop.ts';

it('takes up company by company, rests after each, and lets nobody wait for one that fails', async () => {
  const did: string[] = [];
  const warned: string[] = [];
  const afters: (string | undefined)[] = [];
  let nowMs = 0;
  const left = new Map([
    ['bad', 1],
    ['busy', 3],
    ['idle', 1],
  ]);
  const loop = startSearchLoop({
    look: LOOKS_ALONE,
    limits: { pollMs: 1 },
    clock: {
      monotonic() {
        nowMs += 1;
        return nowMs;
      },
    },
    log: { warn: (event, { companyId }) => void warned.push(`${event} ${companyId}`) },
    search: {
      async due(_total, after) {
        afters.push(after);
        return [...left].filter(([, count]) => count > 0).map(([companyId]) => companyId);
      },
      async extend(companyId) {
        if (companyId === 'bad') throw new Error('broken');
        did.push(companyId);
        const count = (left.get(companyId) ?? 0) - 1;
        left.set(companyId, count);
        return count > 0;
      },
    },
  });
  await until(() => did.length === 4, 'all taken up');
  await loop.stop();
  expect(did).toEqual(['busy', 'idle', 'busy', 'busy']);
  expect(new Set(warned)).toEqual(new Set(['search_work_failed bad']));
  expect(afters.slice(0, 2)).toEqual([undefined, 'idle']);
});
