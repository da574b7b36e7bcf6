import { describe, expect, it } from 'vitest';
import { runIn } from '../../../test/support/command-line.ts';
import type { World } from '../../../test/support/stand-in-program.ts';

const SIMULATOR = { SELLO_HACIENDA_TEST_URL: 'http://127.0.0.1:1' };

// The stand-in makes no certificate, so that a company that is not refused fails in other words.
describe('a certificate for rehearsals', () => {
  it.each<[string, World, string]>([
    ['without a simulator', { companies: ['00'] }, 'No simulated Hacienda is running: run "sello start"'],
    [
      'in production',
      { companies: ['01'], environment: SIMULATOR },
      "empresa-0 is a company of environment 01: it needs the Ministry's certificate.",
    ],
    [
      'beside another one',
      {
        companies: ['00'],
        environment: SIMULATOR,
        setup: { certificate: { notBeforeMs: 0, notAfterMs: 0 }, user: null, liveKeys: 0 },
      },
      'empresa-0 has a certificate already; it stays as it is.',
    ],
  ])('is not made %s', async (_title, world, message) => {
    await expect(runIn(world, 'certificate make-test empresa-0')).rejects.toThrow(message);
  });
});
