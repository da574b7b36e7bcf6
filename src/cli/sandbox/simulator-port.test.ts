import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sharedPlace } from '../../../test/support/shared-place.ts';
import { ANY_PORT, readSimulatorPort, writeSimulatorPort } from './simulator-port.ts';

const place = sharedPlace();

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
