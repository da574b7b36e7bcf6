import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sharedPlace } from '../../../test/support/shared-place.ts';
import { startEmbedded } from './start.ts';

const TAKEN_MS = 1_500;

describe('a port that somebody takes before the server does', () => {
  const place = sharedPlace(0o755);

  it('is tried again instead of ending the start', async () => {
    const dataDir = join(place, 'data');
    const first = await startEmbedded(dataDir);
    await first.stop();
    const somebody = createServer().listen(0, '127.0.0.1');
    await once(somebody, 'listening');
    const address = somebody.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    let released = false;
    const releasing = sleep(TAKEN_MS).then(() => {
      released = true;
      somebody.close();
    });
    const second = await startEmbedded(dataDir, { settings: { port: String(port) } });
    expect(released).toBe(true);
    expect(second.url).toContain(`:${port}/`);
    await Promise.all([releasing, second.stop()]);
  });
});
