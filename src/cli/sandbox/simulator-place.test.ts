import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { slugOf } from '../../../test/support/identifiers.ts';
import { sharedPlace } from '../../../test/support/shared-place.ts';
import { standInProgram } from '../../../test/support/stand-in-program.ts';
import { SANDBOX_COMPANY_FILE } from './sandbox-company-file.ts';
import {
  ANY_PORT,
  readSimulatorAddress,
  readSimulatorPort,
  removeSimulatorAddress,
  testAuthority,
  writeSimulatorAddress,
  writeSimulatorPort,
} from './simulator-place.ts';

const place = sharedPlace();
const SANDBOX = SANDBOX_COMPANY_FILE.slug;

describe('the address of the simulator', () => {
  it('is there while the sandbox runs', async () => {
    expect(await readSimulatorAddress(place)).toBeNull();
    await writeSimulatorAddress(place, 'http://127.0.0.1:4711');
    expect(await readSimulatorAddress(place)).toBe('http://127.0.0.1:4711');
    await removeSimulatorAddress(place);
    await removeSimulatorAddress(place);
    expect(await readSimulatorAddress(place)).toBeNull();
    expect(readdirSync(place)).toEqual([]);
  });

  it.each(['', 'nonsense', 'https://example.com'])('is not what %j says', async (text) => {
    writeFileSync(join(place, 'simulator-address'), text);
    expect(await readSimulatorAddress(place)).toBeNull();
  });

  it('is where the companies of a sandbox are asked about, and nobody where its own is not', async () => {
    const authorityOf = (environment: Readonly<Record<string, string>>, slugs: readonly string[]) =>
      testAuthority(standInProgram({ folder: place, environment }).program.settings, slugs.map(slugOf));
    const sandbox = { SELLO_DATA_DIR: place };
    await removeSimulatorAddress(place);
    expect(await authorityOf(sandbox, [SANDBOX])).toEqual({ kind: 'rests', url: null });
    for (const slugs of [['mi-tienda'], [SANDBOX, 'mi-tienda']])
      expect(await authorityOf(sandbox, slugs)).toEqual({
        kind: 'named',
        url: expect.stringMatching(/^https:/),
      });
    await writeSimulatorAddress(place, 'http://127.0.0.1:4711');
    expect(await authorityOf(sandbox, [SANDBOX])).toEqual({
      kind: 'simulator',
      url: 'http://127.0.0.1:4711',
    });
    const named = { ...sandbox, SELLO_HACIENDA_TEST_URL: 'http://127.0.0.1:4712' };
    expect(await authorityOf(named, [SANDBOX])).toEqual({ kind: 'named', url: 'http://127.0.0.1:4712' });
  });
});

describe('the port of the simulator', () => {
  it('is remembered from start to start', async () => {
    expect(await readSimulatorPort(place)).toBe(ANY_PORT);
    await writeSimulatorPort(place, 4711);
    expect(await readSimulatorPort(place)).toBe(4711);
  });

  it.each(['', 'nonsense', '-1', '70000', '4711.5', '123456'])(
    'is any where the file says %j',
    async (text) => {
      writeFileSync(join(place, 'simulator-port'), text);
      expect(await readSimulatorPort(place)).toBe(ANY_PORT);
    },
  );
});
