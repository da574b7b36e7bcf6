import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processesNaming } from '../../test/support/sello-process.ts';
import { makePlace, removePlace } from '../../test/support/temporary-place.ts';
import { whyUnreachable } from './reach.ts';
import { startSimulator } from './simulator-process.ts';

let place = '';
beforeAll(() => {
  place = makePlace(0o700);
});
afterAll(() => removePlace(place));

const neverRestarted = () => {
  throw new Error('not expected');
};

describe('startSimulator', () => {
  it('answers when it is ready and leaves no process when it is stopped', async () => {
    const stateFile = join(place, 'uno.jsonl');
    const running = await startSimulator({ stateFile, port: 0, onRestart: neverRestarted });
    expect(await whyUnreachable(running.url, 1000)).toBeNull();
    await running.stop();
    expect(processesNaming(stateFile)).toEqual([]);
    expect(await whyUnreachable(running.url, 1000)).toBe('ECONNREFUSED');
  });

  it("fails with the simulator's own words", async () => {
    const stateFile = join(place, 'roto.jsonl');
    writeFileSync(stateFile, 'no json\n{}\n');
    const starting = startSimulator({ stateFile, port: 0, onRestart: neverRestarted });
    await expect(starting).rejects.toThrow(/^The simulated Hacienda cannot start: .*roto\.jsonl.*\.$/);
  });
});
