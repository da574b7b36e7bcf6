import { get } from 'node:http';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { until } from '../../test/support/until.ts';
import { ORIGIN, sharedUsers } from '../../test/support/users-bench.ts';
import { createExportSlots } from '../http/export-slots.ts';
import { createFileStreams } from '../http/file-streams.ts';
import { createOngoing } from './ongoing.ts';
import { sendExported } from './visit-deeds.ts';

const { users, context } = sharedUsers('PostgreSQL 18');

/** A file that never ends, with some of it now and then. */
async function* endless(): AsyncGenerator<Uint8Array> {
  for (;;) {
    yield Buffer.from('a;b\r\n');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

it('breaks a file off once its user may not read it any more', async () => {
  const companyId = await users.addCompany();
  const { userId } = await users.addUser();
  await context.users.setRole(companyId, userId, 'accountant');
  const session = await users.sessionOf(userId);
  const parts = {
    users: context,
    ongoing: createOngoing(context.sessions.rightsOf),
    desk: { files: createFileStreams(createExportSlots()) },
  };
  const visit = { companyId, session, origin: ORIGIN, role: 'accountant' } as const;
  const file = { mediaType: 'text/csv', name: 'a.csv', subject: 'a.csv', pieces: endless };
  const app = fastify();
  app.get('/', (_request, reply) => sendExported(parts, visit, reply, file));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const read = { bytes: 0, hasEnded: false };
  get(url, (response) => {
    response.on('data', (piece: Buffer) => {
      read.bytes += piece.length;
    });
    response
      .on('error', () => undefined)
      .on('close', () => {
        read.hasEnded = true;
      });
  });
  await until(() => read.bytes > 100, 'a part of the file');
  expect(read.hasEnded).toBe(false);
  await context.sessions.end(userId, session.sessionId);
  await until(() => read.hasEnded, 'its end', 2_500);
  await app.close();
});
