import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { sharedPlace } from '../../../test/support/shared-place.ts';
import { readSettings, type Settings } from '../../config/settings.ts';
import { SANDBOX_COMPANY_FILE } from '../sandbox/sandbox-company-file.ts';
import { removeSimulatorAddress, writeSimulatorAddress } from '../sandbox/simulator-place.ts';
import { examineAuthorities } from './examine-authorities.ts';

const answering = createServer();
let answeringUrl = '';
const place = sharedPlace();
beforeAll(async () => {
  mkdirSync(join(place, 'data'));
  await new Promise<void>((resolve) => {
    answering.listen(0, '127.0.0.1', resolve);
  });
  const address = answering.address();
  answeringUrl = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
afterAll(() => {
  answering.close();
});

function settingsOf(environment: Readonly<Record<string, string>>): Settings {
  const reading = readSettings(environment, place);
  if (reading.kind === 'problems') throw new Error(reading.problems.join());
  return reading.settings;
}

const companyOf = (slug: string, environment: '00' | '01') => ({
  companyId: slug,
  company: exampleCompany({ slug, environment }),
});
const SANDBOX = [companyOf(SANDBOX_COMPANY_FILE.slug, '00')];

describe('examineAuthorities beside a sandbox', () => {
  it('asks the simulator of the one that runs', async () => {
    await writeSimulatorAddress(join(place, 'data'), answeringUrl);
    const { checks, reached } = await examineAuthorities(settingsOf({}), SANDBOX);
    expect([...reached]).toEqual([['00', answeringUrl]]);
    expect(checks).toEqual([
      {
        name: 'Hacienda, environment 00',
        status: 'ok',
        message: `the sandbox's simulator at ${answeringUrl} can be reached`,
        advice: null,
      },
    ]);
  });

  it('says that the simulator of a killed one is gone', async () => {
    await writeSimulatorAddress(join(place, 'data'), 'http://127.0.0.1:1');
    const { checks, reached } = await examineAuthorities(settingsOf({}), SANDBOX);
    expect(reached.size).toBe(0);
    expect(checks[0]).toMatchObject({ status: 'warning', message: expect.stringContaining('ECONNREFUSED') });
  });

  it('asks nobody where none runs', async () => {
    await removeSimulatorAddress(join(place, 'data'));
    const { checks, reached } = await examineAuthorities(settingsOf({}), SANDBOX);
    expect(reached.size).toBe(0);
    expect(checks[0]).toMatchObject({ status: 'ok', message: expect.stringContaining('is not running') });
  });

  it('asks the authority that is set', async () => {
    await writeSimulatorAddress(join(place, 'data'), 'http://127.0.0.1:1');
    const settings = settingsOf({ SELLO_HACIENDA_TEST_URL: answeringUrl });
    const { checks } = await examineAuthorities(settings, SANDBOX);
    expect(checks[0]).toMatchObject({ status: 'ok', message: `${answeringUrl} can be reached` });
  });
});

describe('examineAuthorities', () => {
  it('finds a simulator in the place of production, and lets nobody sign in there', async () => {
    const settings = settingsOf({ SELLO_HACIENDA_PRODUCTION_URL: answeringUrl });
    const { checks, reached } = await examineAuthorities(settings, [companyOf('real', '01')]);
    const [guard, reach] = checks;
    expect(reached.size).toBe(0);
    expect(guard).toMatchObject({
      name: 'production',
      status: 'problem',
      advice: 'Unset SELLO_HACIENDA_PRODUCTION_URL.',
    });
    expect(reach).toMatchObject({ name: 'Hacienda, environment 01', status: 'ok' });
    expect((await examineAuthorities(settings, [])).checks).toEqual([]);
  });
});
