import { expect, it } from 'vitest';
import { UNMETERED } from '../../test/support/composition.ts';
import { talliedMeter } from '../operations/installation/counting.ts';
import { createNodeHistory } from '../operations/installation/node-history.ts';
import { startHistoryLoop } from './history-loop.ts';

const LOOK = { silentCompanies: 1, connections: { taken: 2, most: 20, awaited: 0 }, busy: 0.5 };

it('looks several times in a period, and goes on where the database does not tell', async () => {
  const { take } = talliedMeter(UNMETERED);
  const history = createNodeHistory({ take, now: Date.now });
  let looks = 0;
  const loop = startHistoryLoop({
    history,
    look() {
      looks += 1;
      return LOOK;
    },
    backlog: () => Promise.reject(new Error('away')),
    limits: { lookMs: 2, looks: 3 },
  });
  await expect.poll(() => history.read().hour.length).toBeGreaterThan(1);
  await loop.stop();
  const [first] = history.read().hour;
  expect(first).toMatchObject({ silentCompanies: 1, busy: 0.5, waiting: null });
  expect(looks).toBeGreaterThanOrEqual(history.read().hour.length * 3);
  const after = looks;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(looks).toBe(after);
});
