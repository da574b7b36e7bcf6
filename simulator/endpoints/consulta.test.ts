import { describe, expect, it } from 'vitest';
import { codeOf } from '../../test/support/simulator/edit.ts';
import { TEST_NIT } from '../../test/support/simulator/facturas.ts';
import { freshFactura } from '../../test/support/simulator/rehearsal.ts';
import { sharedRehearsal } from '../../test/support/simulator/shared-rehearsal.ts';

const sim = sharedRehearsal();

describe('POST /fesv/recepcion/consultadte/', () => {
  it('repeats the stamp', async () => {
    const document = freshFactura();
    const stamped = await sim.send(document);
    expect(await sim.consult(codeOf(document))).toEqual(stamped);
  });

  it('answers 404 and 014 for a document that it does not know, or has rejected', async () => {
    const document = freshFactura({ 'resumen.totalIva': 9 });
    await sim.send(document);
    const { status, body } = await sim.consult(codeOf(document));
    expect(status).toBe(404);
    expect(body).toMatchObject({ estado: 'RECHAZADO', codigoMsg: '014', selloRecibido: null });
  });

  it('repeats the rejection of a document where it is told to, and the stamp of one that is stamped after all', async () => {
    await sim.request('PUT /_sim/demands', { rejected: 'repeated' });
    const rejected = freshFactura({ 'resumen.totalIva': 9 });
    const refusal = await sim.send(rejected);
    expect(await sim.consult(codeOf(rejected))).toEqual(refusal);
    const stamped = await sim.send(freshFactura({ 'identificacion.codigoGeneracion': codeOf(rejected) }));
    expect(await sim.consult(codeOf(rejected))).toEqual(stamped);
    expect((await sim.consult(codeOf(freshFactura()))).body).toMatchObject({ codigoMsg: '014' });
    await sim.request('PUT /_sim/demands', { rejected: 'unknown' });
    expect(stamped.body).toMatchObject({ estado: 'PROCESADO' });
  });

  it('says something else where it is told to, until that is taken back', async () => {
    const document = freshFactura();
    const stamped = await sim.send(document);
    const told = async (words: object) => {
      const said = { codigoGeneracion: codeOf(document), ...words };
      expect((await sim.request('POST /_sim/words', said)).status).toBe(201);
      return sim.consult(codeOf(document));
    };
    const [absent, invalidated] = [await told({ is: 'absent' }), await told({ is: 'invalidated' })];
    expect((await told({ is: 'registered' })).body).toMatchObject({
      codigoMsg: '004',
      descripcionMsg: expect.stringContaining('codigoGeneracion'),
    });
    expect([absent.status, absent.body['codigoMsg'], absent.body['selloRecibido']]).toEqual([
      404,
      '014',
      null,
    ]);
    expect([invalidated.status, invalidated.body['codigoMsg']]).toEqual([400, '015']);
    const other = await told({ is: 'stamped', selloRecibido: 'F'.repeat(40) });
    expect([other.status, other.body['estado'], other.body['selloRecibido']]).toEqual([
      200,
      'PROCESADO',
      'F'.repeat(40),
    ]);
    await sim.request('DELETE /_sim/words');
    expect(await sim.consult(codeOf(document))).toEqual(stamped);
  });

  it.each([
    [{ codigoGeneracion: 'x', is: 'absent' }, 'codigoGeneracion must be a generation code'],
    [{ is: 'lost' }, 'is must be absent, registered, invalidated or stamped'],
    [{ is: 'stamped', selloRecibido: 'F' }, 'selloRecibido must be a seal of 40 characters'],
    [{ is: 'absent', ambiente: '02' }, 'ambiente must be 00 or 01'],
  ])('refuses the words %j', async (changes, error) => {
    const said = { codigoGeneracion: codeOf(freshFactura()), ...changes };
    const { status, body } = await sim.request('POST /_sim/words', said);
    expect([status, body]).toEqual([400, { error }]);
  });

  it('answers about the asker and the type asked for only', async () => {
    const document = freshFactura();
    await sim.send(document);
    const ask = (changes: object) => {
      const query = { nitEmisor: TEST_NIT, tdte: '01', codigoGeneracion: codeOf(document), ...changes };
      return sim.signed('POST /fesv/recepcion/consultadte', query);
    };
    expect((await ask({})).status).toBe(200);
    expect((await ask({ tdte: '03' })).status).toBe(404);
    expect((await ask({ nitEmisor: '06149999994040' })).body).toMatchObject({ codigoMsg: '008' });
    expect((await ask({ codigoGeneracion: undefined })).body).toMatchObject({ codigoMsg: '097' });
  });
});
