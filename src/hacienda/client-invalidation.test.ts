import { expect, it } from 'vitest';
import { accountOf, authorityAt, startAnswering } from '../../test/loopback/scripted-authority.ts';
import { codeOf } from '../../test/support/identifiers.ts';
import type { InvalidationSubmission } from '../operations/invalidations/ports.ts';

const SEAL = '20206DFFF66F78D247F7A66D155E68FC7318UADD';
const EVENT = codeOf('A1B2C3D4-0000-4000-8000-00000000000A');
const DOCUMENT = codeOf('A1B2C3D4-0000-4000-8000-00000000000B');

function submission(): InvalidationSubmission {
  const account = accountOf('a');
  const invalidated = { account, tipoDte: '03', generation: 'v2', codigoGeneracion: DOCUMENT } as const;
  return { account, version: 3, codigoGeneracion: EVENT, invalidated, jws: 'a.b.c', idEnvio: 2 };
}

it('sends an event as the manual asks', async () => {
  const sealed = { estado: 'PROCESADO', codigoGeneracion: EVENT, selloRecibido: SEAL, codigoMsg: '001' };
  const { server, rests } = await startAnswering([200, sealed]);
  const answer = await authorityAt(server.url).invalidate(submission());
  expect(answer).toMatchObject({ kind: 'sealed', stamp: { selloRecibido: SEAL } });
  const [sent] = rests();
  expect(sent).toMatchObject({
    method: 'POST',
    path: '/fesv/anulardte',
    headers: { authorization: 'Bearer user-a.1' },
  });
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    ambiente: '00',
    idEnvio: 2,
    version: 3,
    documento: 'a.b.c',
  });
});

it('sends the same bytes once more where its token was refused', async () => {
  const sealed = { estado: 'PROCESADO', codigoGeneracion: EVENT, selloRecibido: SEAL, codigoMsg: '001' };
  const { server, rests } = await startAnswering([401, {}], [200, sealed]);
  expect(await authorityAt(server.url).invalidate(submission())).toMatchObject({ kind: 'sealed' });
  expect(new Set(rests().map(({ body }) => body)).size).toBe(1);
});

it('asks about the document', async () => {
  const known = { estado: 'PROCESADO', codigoGeneracion: DOCUMENT, selloRecibido: SEAL, codigoMsg: '001' };
  const { server, rests } = await startAnswering([200, known], [503, {}]);
  const authority = authorityAt(server.url);
  const { invalidated } = submission();
  expect([await authority.speaksOf(invalidated), await authority.speaksOf(invalidated)]).toEqual([
    true,
    false,
  ]);
  const [asked] = rests();
  expect(asked).toMatchObject({ path: '/fesv/recepcion/consultadte' });
  expect(JSON.parse(asked?.body ?? '')).toMatchObject({ tdte: '03', codigoGeneracion: DOCUMENT });
});

it('tells silence from what was never delivered', async () => {
  const { server } = await startAnswering([503, {}]);
  expect(await authorityAt(server.url).invalidate(submission())).toMatchObject({ kind: 'silent' });
  const nobody = authorityAt('http://127.0.0.1:1');
  expect(await nobody.invalidate(submission())).toMatchObject({ kind: 'not_delivered' });
  expect(await nobody.speaksOf(submission().invalidated)).toBe(false);
});
