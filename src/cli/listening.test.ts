import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenOn, refuseTakenPort } from './listening.ts';

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
    await expect(refuseTakenPort({ host: '127.0.0.1', port })).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is in use by another program, perhaps another Sello: end it, or set SELLO_PORT to another port.`,
    );
  });

  it('leaves a free port free', async () => {
    const place = { host: '127.0.0.2', port };
    await refuseTakenPort(place);
    await refuseTakenPort(place);
  });

  it('says that an address is not of this machine', async () => {
    await expect(refuseTakenPort({ host: '192.0.2.1', port })).rejects.toThrow(
      'is not an address of this machine',
    );
  });
});

describe('listenOn', () => {
  const failing = (error: Error) => ({ listen: () => Promise.reject(error), close: async () => undefined });

  it('explains what the system says, and passes on what it does not know', async () => {
    const denied = failing(Object.assign(new Error('x'), { code: 'EACCES' }));
    await expect(listenOn(denied, { host: '127.0.0.1', port: 80 })).rejects.toThrow(
      'No permission to listen on port 80: set SELLO_PORT to one above 1023.',
    );
    await expect(listenOn(failing(new Error('odd')), { host: '127.0.0.1', port })).rejects.toThrow('odd');
  });
});
