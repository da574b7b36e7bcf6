import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sharedPlace } from '../../../test/support/shared-place.ts';
import { readSimulatorAddress, removeSimulatorAddress, writeSimulatorAddress } from './simulator-address.ts';

const place = sharedPlace();

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
