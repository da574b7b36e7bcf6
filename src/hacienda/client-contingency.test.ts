import { expect, it } from 'vitest';
import { accountOf, authorityAt, startAnswering } from '../../test/loopback/scripted-authority.ts';
import { codeOf } from '../../test/support/identifiers.ts';

const SEAL = '202197AF602319654B9C95A5ECA40DAE13AEFB5N';
const CODE = codeOf('A1B2C3D4-0000-4000-8000-00000000000A');
const LOTE = 'CF89B21E-4268-4711-832D-8A54866B1763';

it('reports an event as the manual asks', async () => {
  const { server, rests } = await startAnswering([200, { estado: 'RECIBIDO', selloRecibido: SEAL }]);
  const account = accountOf('a');
  const answer = await authorityAt(server.url).report(account, 'a.b.c');
  expect(answer).toMatchObject({ kind: 'sealed', selloRecibido: SEAL });
  const [sent] = rests();
  expect(sent).toMatchObject({ method: 'POST', path: '/fesv/contingencia' });
  expect(JSON.parse(sent?.body ?? '')).toEqual({ nit: account.nit, documento: 'a.b.c' });
});

it('sends a lote as the manual asks, and fetches its results without a body', async () => {
  const entry = { estado: 'PROCESADO', codigoGeneracion: CODE, selloRecibido: SEAL, codigoMsg: '001' };
  const { server, rests } = await startAnswering(
    [200, { codigoLote: LOTE }],
    [200, { procesados: [entry], rechazados: [] }],
  );
  const [authority, account] = [authorityAt(server.url), accountOf('a')];
  const answer = await authority.submitLote({
    account,
    generation: 'v2',
    idEnvio: CODE,
    documents: ['a.b.c', 'd.e.f'],
  });
  expect(answer).toEqual({ kind: 'received', codigoLote: LOTE });
  const results = await authority.consultLote({ account, codigoLote: LOTE, codigos: [CODE] });
  expect(results?.get(CODE)).toMatchObject({ kind: 'stamped' });
  const [lote, query] = rests();
  expect(lote).toMatchObject({ method: 'POST', path: '/fesv/recepcionlote' });
  expect(JSON.parse(lote?.body ?? '')).toEqual({
    ambiente: '00',
    idEnvio: CODE,
    version: 2,
    nitEmisor: account.nit,
    documentos: ['a.b.c', 'd.e.f'],
  });
  expect(query).toMatchObject({
    method: 'GET',
    path: `/fesv/recepcion/consultadtelote/${LOTE}`,
    headers: { authorization: 'Bearer user-a.1' },
    body: '',
  });
});

it('ends the address of a lote with a slash where its documents are of the generation before', async () => {
  const { server, rests } = await startAnswering([200, { codigoLote: LOTE }], [200, { codigoLote: LOTE }]);
  const [authority, account] = [authorityAt(server.url), accountOf('a')];
  for (const generation of ['v1', 'v2'] as const)
    await authority.submitLote({ account, generation, idEnvio: CODE, documents: ['a.b.c'] });
  expect(rests().map(({ path }) => path)).toEqual(['/fesv/recepcionlote/', '/fesv/recepcionlote']);
});

it('tells silence from what was never delivered', async () => {
  const { server } = await startAnswering([503, {}], [503, {}], [503, {}]);
  const [authority, account] = [authorityAt(server.url), accountOf('a')];
  expect(await authority.report(account, 'x')).toMatchObject({ kind: 'silent' });
  expect(
    await authority.submitLote({ account, generation: 'v2', idEnvio: CODE, documents: ['x'] }),
  ).toMatchObject({
    kind: 'silent',
  });
  expect(await authority.consultLote({ account, codigoLote: LOTE, codigos: [] })).toBeNull();
  const nobody = authorityAt('http://127.0.0.1:1');
  expect(await nobody.report(account, 'x')).toMatchObject({ kind: 'not_delivered' });
  expect(
    await nobody.submitLote({ account, generation: 'v2', idEnvio: CODE, documents: ['x'] }),
  ).toMatchObject({
    kind: 'not_delivered',
  });
});
