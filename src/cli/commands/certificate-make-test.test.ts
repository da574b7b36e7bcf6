import { describe, expect, it } from 'vitest';
import { sharedPlace } from '../../../test/support/shared-place.ts';
import { standInProgram, surroundingsOf } from '../../../test/support/stand-in-program.ts';
import { certificateMakeTest } from './certificate-make-test.ts';

const folder = sharedPlace();

type World = Omit<Parameters<typeof standInProgram>[0], 'folder'>;

const SIMULATOR = { SELLO_HACIENDA_TEST_URL: 'http://127.0.0.1:1' };

function making(world: World) {
  const { program } = standInProgram({ folder, ...world });
  return certificateMakeTest.run(
    { command: certificateMakeTest, places: ['empresa-0'], options: new Map(), json: false },
    surroundingsOf(program),
  );
}

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
    await expect(making(world)).rejects.toThrow(message);
  });
});
