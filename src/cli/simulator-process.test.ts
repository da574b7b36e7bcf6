import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { killProcessesNaming, processesNaming } from '../../test/support/child-processes.ts';
import { sharedPlace } from '../../test/support/shared-place.ts';
import { whyUnreachable } from './reach.ts';
import { startSimulator } from './simulator-process.ts';

const place = sharedPlace();

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

  it('starts it anew on the same port when it ends by itself, and stops it even then', async () => {
    const stateFile = join(place, 'dos.jsonl');
    let restarts = 0;
    const onRestart = () => {
      restarts += 1;
    };
    const running = await startSimulator({ stateFile, port: 0, onRestart });
    killProcessesNaming(stateFile);
    await expect.poll(() => whyUnreachable(running.url, 1000), { timeout: 5000 }).toBe('ECONNREFUSED');
    await expect.poll(() => whyUnreachable(running.url, 1000), { timeout: 5000 }).toBeNull();
    killProcessesNaming(stateFile);
    await expect.poll(() => restarts, { timeout: 5000 }).toBe(2);
    await running.stop();
    expect(processesNaming(stateFile)).toEqual([]);
  });

  it.each([
    [{ dates: 'tomorrow' }, /cannot start: --dates is lenient or strict/],
    [{ host: '192.0.2.1' }, /cannot start: 192\.0\.2\.1:0 cannot be listened on \(E\w+\)\.$/],
  ])('passes %j on to its program', async (others, complaint) => {
    const stateFile = join(place, 'tres.jsonl');
    const starting = startSimulator({ stateFile, port: 0, others, onRestart: neverRestarted });
    await expect(starting).rejects.toThrow(complaint);
  });

  it("fails with the simulator's own words", async () => {
    const stateFile = join(place, 'roto.jsonl');
    writeFileSync(stateFile, 'no json\n{}\n');
    const starting = startSimulator({ stateFile, port: 0, onRestart: neverRestarted });
    await expect(starting).rejects.toThrow(/^The simulated Hacienda cannot start: .*roto\.jsonl.*\.$/);
  });
});
