import { expect, it } from 'vitest';
import { loteFor } from '../../test/support/simulator/contingency.ts';
import { valueAt } from '../../test/support/simulator/edit.ts';
import { TEST_NIT } from '../../test/support/simulator/facturas.ts';
import { freshFactura, TEST_KEY } from '../../test/support/simulator/rehearsal.ts';
import { sharedRehearsal } from '../../test/support/simulator/shared-rehearsal.ts';

const sim = sharedRehearsal({ loteMs: 0 });

it('shows lotes with what became of their documents, and documents with their lote', async () => {
  const documents = [freshFactura({ 'resumen.totalIva': 9 }), freshFactura()];
  const lote = loteFor(documents, TEST_KEY);
  const { body } = await sim.signed('POST /fesv/recepcionlote/', lote);
  const rows = async () => (await sim.request(`GET /_sim/lotes?nit=${TEST_NIT}`)).body['list'];
  const [wrong, good] = documents.map((document) => valueAt(document, 'identificacion.codigoGeneracion'));
  const { codigoLote } = body;
  await expect.poll(rows).toMatchObject([
    {
      codigoLote,
      nit: TEST_NIT,
      ambiente: '00',
      idEnvio: lote['idEnvio'],
      size: 2,
      stamped: 1,
      rejected: 1,
      documents: [
        { index: 0, codigoGeneracion: wrong, state: 'rejected', codigoMsg: '020' },
        { index: 1, codigoGeneracion: good, state: 'stamped', codigoMsg: '001' },
      ],
    },
  ]);
  const detail = await sim.request(`GET /_sim/ledger/${good}`);
  expect(detail.body).toMatchObject({ submissions: [{ codigoLote, evento: null, timesReceived: 1 }] });
  expect((await sim.request('GET /_sim/lotes?nit=012345678')).body['list']).toEqual([]);
  expect((await sim.request('GET /_sim/lotes?limit=0')).status).toBe(400);
});

it('shows documents of a lote that was never received', async () => {
  const document = freshFactura();
  await sim.request('POST /_sim/script', { service: 'lote', action: 'status' });
  await sim.signed('POST /fesv/recepcionlote/', loteFor([document], TEST_KEY));
  const { body } = await sim.request('GET /_sim/ledger?state=received');
  const codigoGeneracion = valueAt(document, 'identificacion.codigoGeneracion');
  expect(body['list']).toMatchObject([{ codigoGeneracion, codigoLote: null, timesReceived: 1 }]);
});
