import { describe, expect, it } from 'vitest';
import { rejectedAnswer, stampedAnswer, UUID } from '../../../../test/support/issued-answers.ts';
import { ccfBody, contribuyenteBody, lineBody, noteBody } from '../../../../test/support/request-bodies.ts';
import { expectHeaders } from '../../../../test/support/response-headers.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

type Json = Readonly<Record<string, unknown>>;

const house = sharedHouse();

const ADJUSTING = {
  ccf_control_number: expect.stringMatching(/^DTE-03-M001P001-\d{15}$/),
  ccf_adjusted_amount: 11.3,
  ccf_fully_adjusted: true,
};
const STAMPED = { ...stampedAnswer('05'), ...ADJUSTING, dte: expect.any(Object) };

async function sell(changes: Json = {}): Promise<Json> {
  const { body } = await house.company.post('/invoice', ccfBody(changes));
  expect(body['dte_success'], JSON.stringify(body)).toBe(true);
  return body;
}

async function give(body: unknown): Promise<Json> {
  const answer = await house.company.post('/credit-memo', body);
  expect([answer.status, answer.body['detail']]).toEqual([200, undefined]);
  expectHeaders(answer);
  return answer.body;
}

async function statusOf(document: Json): Promise<Json> {
  return (await house.company.get(`/status/${document['document_id']}`)).body;
}

describe('POST /credit-memo', () => {
  it('answers every field of the specification and no other', async () => {
    const ccf = await sell();
    const body = noteBody(ccf['document_id'], { external_ref: 'nota-1', observations: 'Pan duro' });
    const note = await give(body);
    expect(note).toEqual({
      ...STAMPED,
      external_ref: 'nota-1',
      ccf_control_number: ccf['control_number'],
    });
    expect(note['dte']).toMatchObject({
      identificacion: { tipoDte: '05', version: 4, numeroControl: note['control_number'] },
      documentoRelacionado: [{ tipoDocumento: '03', numeroDocumento: ccf['generation_code'] }],
      receptor: { numDocumento: '06140202020024', nrc: '7654321' },
      resumen: { montoTotalOperacion: 11.3, observaciones: 'Pan duro' },
      firmaElectronica: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      selloRecibido: note['reception_stamp'],
    });
    const [row] = (await house.authority.ledger(house.company.nit)).slice(-1);
    expect(row).toMatchObject({ state: 'stamped', tipoDte: '05', numeroControl: note['control_number'] });
  });

  it('marks the CCF of a full adjustment as invalidated, and no other', async () => {
    const [full, cloned] = [await sell(), await sell()];
    const note = await give(noteBody(full['external_ref'], { full_adjustment: true }));
    await give(noteBody(cloned['external_ref'], { full_adjustment: false }));
    expect(note['ccf_fully_adjusted']).toBe(true);
    expect(await statusOf(full)).toMatchObject({ invalidated: true, credit_memo_id: note['document_id'] });
    expect(await statusOf(cloned)).toMatchObject({ invalidated: false, credit_memo_id: null });
  });

  it('adjusts line by line until nothing is left', async () => {
    const ccf = await sell();
    const some = (quantity: number) =>
      noteBody(ccf['external_ref'], { lines: [lineBody({ quantity, description: 'Pan devuelto' })] });
    expect(await give(some(3))).toMatchObject({ ccf_adjusted_amount: 3.39, ccf_fully_adjusted: false });
    expect(await give(some(6))).toMatchObject({ ccf_adjusted_amount: 6.78, ccf_fully_adjusted: false });
    expect(await statusOf(ccf)).toMatchObject({ invalidated: false, credit_memo_id: null });
    expect(await give(some(1))).toMatchObject({ ccf_adjusted_amount: 1.13, ccf_fully_adjusted: true });
    expect(await statusOf(ccf)).toMatchObject({ invalidated: false, credit_memo_id: null });
  });

  it('gives a note without reference one of its own', async () => {
    const ccf = await sell();
    const note = await give(noteBody(ccf['document_id'], { external_ref: null }));
    expect(note['external_ref']).toMatch(UUID);
  });

  it('takes the data of the CCF from the document as it was stamped', async () => {
    const company = await house.addCompany({ file: { vat_perception_agent: true } });
    const ccf = await company.post(
      '/invoice',
      ccfBody({ lines: [lineBody({ quantity: 200 })], customer: contribuyenteBody({ address: 'Calle 5' }) }),
    );
    await company.change({ vat_perception_agent: false, name: 'Tienda Renombrada, S.A. de C.V.' });
    const { body } = await company.post('/credit-memo', noteBody(ccf.body['document_id']));
    expect(body['dte']).toMatchObject({
      emisor: { nombre: 'Tienda Renombrada, S.A. de C.V.' },
      receptor: { nombre: 'Distribuidora Ficticia, S.A. de C.V.', direccion: { complemento: 'Calle 5' } },
      resumen: { ivaPerci: 2, montoTotalOperacion: 226, totalPagar: 228 },
    });
    expect(body['ccf_adjusted_amount']).toBe(226);
  });
});

describe('POST /credit-memo of a reference that exists', () => {
  it('answers the original to a second request, whatever it says', async () => {
    const ccf = await sell();
    const body = noteBody(ccf['document_id']);
    const note = await give(body);
    const again = { ...body, document_id: 'no existe', full_adjustment: true };
    expect(await give(again)).toEqual({ ...note, is_duplicate: true });
    expect(await statusOf(ccf)).toMatchObject({ invalidated: false });
  });

  it('keeps number and CCF of a rejected note, which gives back its amount until then', async () => {
    const [ccf, other] = [await sell(), await sell()];
    await house.authority.script({ service: 'recepcion', action: 'code', codigoMsg: '096', times: 1 });
    const body = noteBody(ccf['document_id'], { full_adjustment: true });
    const rejected = await give(body);
    expect(rejected).toEqual({ ...rejectedAnswer('05'), ...ADJUSTING, ccf_fully_adjusted: false });
    expect(await statusOf(ccf)).toMatchObject({ invalidated: false, credit_memo_id: null });
    const lines = [lineBody({ quantity: 2 })];
    const { document_id, control_number } = rejected;
    const changed = { ...body, document_id: other['document_id'], full_adjustment: false, lines };
    expect(await give(changed)).toEqual({
      ...STAMPED,
      document_id,
      control_number,
      ccf_control_number: ccf['control_number'],
      ccf_adjusted_amount: 2.26,
      ccf_fully_adjusted: false,
    });
    expect(await give(noteBody(ccf['document_id'], { lines: [lineBody({ quantity: 8 })] }))).toMatchObject({
      ccf_fully_adjusted: true,
    });
  });

  it('waits in contingency with its number, marks the CCF meanwhile, and is stamped later', async () => {
    const ccf = await sell();
    await house.authority.script({ service: 'all', action: 'down', forMs: 60_000 });
    const body = noteBody(ccf['external_ref'], { full_adjustment: true });
    const waiting = await give(body);
    expect(waiting).toMatchObject({
      success: true,
      dte_success: false,
      contingency: true,
      ccf_fully_adjusted: true,
    });
    expect(waiting).not.toHaveProperty('dte');
    expect(await statusOf(ccf)).toMatchObject({
      invalidated: true,
      credit_memo_id: waiting['document_id'],
    });
    await house.authority.behave();
    const { document_id, control_number } = waiting;
    expect(await give(body)).toMatchObject({ dte_success: true, document_id, control_number });
  });
});

describe('POST /credit-memo long after the CCF', () => {
  it('says that the Ministry’s own three months are over, and still issues inside 90 business days', async () => {
    const ccf = await sell();
    // 90 business days are always more than four months.
    await house.sql('ALTER TABLE documents DISABLE TRIGGER keep_document');
    await house.sql`UPDATE documents SET posted_at = posted_at - interval '4 months'
      WHERE document_id = ${ccf['document_id']}`;
    await house.sql('ALTER TABLE documents ENABLE TRIGGER keep_document');
    const note = await give(noteBody(ccf['document_id']));
    expect(note['dte_message']).toMatch(/RECIBIDO.*después de los tres meses/);
  });
});
