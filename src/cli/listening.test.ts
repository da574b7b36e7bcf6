import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../config/settings.ts';
import { listenOn, operatorPlace, refuseTakenPort, servicePlace } from './listening.ts';

const taken = createServer();
let port = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    taken.listen(0, '127.0.0.1', resolve);
  });
  const address = taken.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => taken.close());

describe('refuseTakenPort', () => {
  it('says that the port is in use, and by which setting to take another', async () => {
    await expect(refuseTakenPort({ host: '127.0.0.1', port, setting: 'SELLO_PORT' })).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is in use by another program, perhaps another Sello: end it, or set SELLO_PORT to another port.`,
    );
  });

  it('names the other setting for the other port, which can be turned off', async () => {
    await expect(
      refuseTakenPort({ host: '127.0.0.1', port, setting: 'SELLO_OPERATOR_PORT' }),
    ).rejects.toThrow(/: end it, or set SELLO_OPERATOR_PORT to another port \(0 turns it off\)\.$/);
  });

  it('leaves a free port free', async () => {
    const place = { host: '127.0.0.2', port, setting: 'SELLO_PORT' } as const;
    await refuseTakenPort(place);
    await refuseTakenPort(place);
  });

  it('says that an address is not of this machine', async () => {
    await expect(refuseTakenPort({ host: '192.0.2.1', port, setting: 'SELLO_PORT' })).rejects.toThrow(
      'is not an address of this machine',
    );
  });
});

describe('listenOn', () => {
  const failing = (error: Error) => ({ listen: () => Promise.reject(error), close: async () => undefined });

  it('explains what the system says, and passes on what it does not know', async () => {
    const denied = failing(Object.assign(new Error('x'), { code: 'EACCES' }));
    await expect(listenOn(denied, { host: '127.0.0.1', port: 80, setting: 'SELLO_PORT' })).rejects.toThrow(
      'No permission to listen on port 80: set SELLO_PORT to one above 1023.',
    );
    const place = { host: '127.0.0.1', port, setting: 'SELLO_PORT' } as const;
    await expect(listenOn(failing(new Error('odd')), place)).rejects.toThrow('odd');
  });
});

describe('the places of a node', () => {
  function placesOf(environment: Readonly<Record<string, string>>) {
    const reading = readSettings(environment, '/srv/sello');
    if (reading.kind === 'problems') throw new Error(reading.problems.join());
    return [servicePlace(reading.settings), operatorPlace(reading.settings)];
  }

  it('are two ports of one address, of which the second can be turned off', () => {
    expect(placesOf({ SELLO_HOST: '10.0.0.1' })).toEqual([
      { host: '10.0.0.1', port: 8080, setting: 'SELLO_PORT' },
      { host: '10.0.0.1', port: 9090, setting: 'SELLO_OPERATOR_PORT' },
    ]);
    expect(placesOf({ SELLO_OPERATOR_PORT: '0' })[1]).toBeNull();
  });
});
