import { beforeAll, describe, expect, it } from 'vitest';
import {
  ccfBody,
  freshRef,
  invoiceBody,
  lineBody,
  noteBody,
} from '../../../../test/support/request-bodies.ts';
import { ANY_CODE, expectError } from '../../../../test/support/response-headers.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

type Json = Readonly<Record<string, unknown>>;

const house = sharedHouse();
/** A CCF of 11.30 that no test adjusts. */
let untouched: Json;

beforeAll(async () => {
  untouched = await sell(ccfBody());
});

async function sell(body: unknown): Promise<Json> {
  const answer = await house.company.post('/invoice', body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

const give = (body: unknown) => house.company.post('/credit-memo', body);

async function expectRefusal(body: unknown, code: string, detail: string): Promise<void> {
  const series = () => house.sql('SELECT scope, last_number FROM series ORDER BY company_id');
  const before = await series();
  const answer = await give(body);
  expectError(answer, 400, code);
  expect(answer.body['detail']).toBe(detail);
  expect(await series()).toEqual(before);
}

type Case = readonly [title: string, change: Json, field: string, message: RegExp];

const line = (change: Json): Json => ({ lines: [lineBody(change)] });

const CASES: readonly Case[] = [
  ['no CCF', { document_id: undefined }, 'document_id', /obligatorio/],
  ['a CCF that is a number', { document_id: 7 }, 'document_id', /texto/],
  ['an empty CCF', { document_id: '' }, 'document_id', /vacío/],
  ['lines beside a full adjustment', { full_adjustment: true, ...line({}) }, 'lines', /full_adjustment/],
  ['an empty list of lines', { lines: [] }, 'lines', /al menos 1/],
  ['2001 lines', { lines: Array.from({ length: 2001 }, () => lineBody()) }, 'lines', /2000/],
  ['a full adjustment that is a text', { full_adjustment: 'si' }, 'full_adjustment', /verdadero o falso/],
  ['a misspelt field', { full_adjusment: true }, 'full_adjusment', /«full_adjustment»/],
  ['a customer', { customer: {} }, 'customer', /campo conocido/],
  ['a line of nothing', line({ quantity: 0 }), 'lines[0].quantity', /mayor que cero/],
  ['a line that the CCF does not have', line({ ccf_line: 2 }), 'lines[0].ccf_line', /una sola línea/],
  ['a line before the first', line({ ccf_line: 0 }), 'lines[0].ccf_line', /1/],
  ['a note of nothing', line({ unit_price: 0 }), 'lines', /mayor que cero/],
];

describe('POST /credit-memo', () => {
  it.each(CASES)('refuses %s', async (_title, change, field, message) => {
    const answer = await give(noteBody(untouched['document_id'], change));
    expectError(answer, 400, 'invalid_request');
    expect(answer.body['errors']).toContainEqual({
      field,
      code: ANY_CODE,
      message: expect.stringMatching(message),
    });
  });

  it.each(['01', '11', '14', '05'])('refuses a document of type %s', async (type) => {
    const abroad = { name: 'Importadora Ficticia', document_number: 'X-1', country: 'US' };
    const goods = { item_type: 2 };
    const documents: Readonly<Record<string, () => Promise<Json>>> = {
      '01': () => sell(invoiceBody()),
      '11': () => sell(invoiceBody({ doc_type: '11', customer: abroad, export: goods })),
      '14': async () => {
        const subject = { name: 'Persona Ficticia', document_type: '13', document_number: '00000001-8' };
        const body = { external_ref: freshRef(), subject, lines: [lineBody()] };
        return (await house.company.post('/suex', body)).body;
      },
      '05': async () => (await give(noteBody((await sell(ccfBody()))['document_id']))).body,
    };
    const document = await documents[type]?.();
    await expectRefusal(
      noteBody(document?.['document_id']),
      'not_a_ccf',
      'Solo se pueden emitir Notas de Credito sobre CCF (tipo 03)',
    );
  });

  it('refuses a CCF without stamp', async () => {
    await house.authority.script({ service: 'recepcion', action: 'code', codigoMsg: '096', times: 1 });
    const rejected = await sell(ccfBody());
    expect(rejected['rejected']).toBe(true);
    await expectRefusal(
      noteBody(rejected['document_id']),
      'ccf_not_stamped',
      'El CCF no tiene sello de recepción; solo un CCF sellado puede ajustarse con una nota de crédito.',
    );
  });

  it('refuses a CCF that was invalidated, directly or by a full note', async () => {
    const cancelled = await sell(ccfBody());
    await give(noteBody(cancelled['document_id'], { full_adjustment: true }));
    const gone = await sell(ccfBody());
    await house.sql`INSERT INTO invalidations (company_id, document_id, environment, generation, state,
        generation_code, requested_at, draft)
      SELECT company_id, document_id, '00', 'v2', 'sealed', upper(gen_random_uuid()::text), now(), '{}'
      FROM documents WHERE document_id = ${gone['document_id']}`;
    for (const { document_id } of [cancelled, gone])
      await expectRefusal(noteBody(document_id), 'ccf_invalidated', 'Este CCF ya fue invalidado');
  });

  it('refuses a CCF of which nothing is left', async () => {
    const ccf = await sell(ccfBody());
    await give(noteBody(ccf['document_id']));
    await expectRefusal(
      noteBody(ccf['document_id'], line({ unit_price: 0.01 })),
      'ccf_fully_adjusted',
      'Este CCF ya fue completamente ajustado',
    );
  });

  it.each([
    ['lines', line({ quantity: 8 }), '9.04'],
    ['a clone', {}, '11.30'],
    ['a full adjustment', { full_adjustment: true }, '11.30'],
  ] as const)('names what earlier notes have left, where %s would take more', async (_, change, amount) => {
    const ccf = await sell(ccfBody());
    await give(noteBody(ccf['document_id'], line({ quantity: 2.5 })));
    await expectRefusal(
      noteBody(ccf['document_id'], change),
      'ccf_exceeded',
      `La nota suma ${amount} y del CCF solo quedan 8.47 por ajustar.`,
    );
  });

  it('refuses the reference of another type of document, whatever the CCF', async () => {
    const sale = await sell(invoiceBody());
    const body = noteBody('no existe', { external_ref: sale['external_ref'] });
    await expectRefusal(
      body,
      'doc_type_changed',
      'external_ref: la referencia ya pertenece a un documento de tipo 01; no puede reutilizarse con tipo 05.',
    );
  });
});

describe('POST /credit-memo after 90 business days', () => {
  const DETAIL = 'Este CCF tiene mas de 90 dias y no puede ser ajustado';

  /** As if the document had been issued that much earlier. */
  async function age({ document_id }: Json, interval: string): Promise<void> {
    await house.sql('ALTER TABLE documents DISABLE TRIGGER keep_document');
    await house.sql`UPDATE documents SET posted_at = posted_at - ${interval}::interval
      WHERE document_id = ${document_id}`;
    await house.sql('ALTER TABLE documents ENABLE TRIGGER keep_document');
  }

  it('refuses the CCF', async () => {
    const ccf = await sell(ccfBody());
    await age(ccf, '8 months');
    await expectRefusal(noteBody(ccf['document_id']), 'ccf_too_old', DETAIL);
  });

  it('lets a company have another number of days', async () => {
    const company = await house.addCompany({ file: { windows: { credit_note_business_days: 0 } } });
    const { body: ccf } = await company.post('/invoice', ccfBody());
    const answer = await company.post('/credit-memo', noteBody(ccf['document_id']));
    expectError(answer, 400, 'ccf_too_old');
    expect(answer.body['detail']).toBe(DETAIL.replace('90', '0'));
  });

  it('says so after what else is wrong with the CCF, and before what is wrong with the lines', async () => {
    const [taken, free] = [await sell(ccfBody()), await sell(ccfBody())];
    await give(noteBody(taken['document_id']));
    await age(taken, '8 months');
    await age(free, '8 months');
    const wrong = line({ quantity: 0 });
    expectError(await give(noteBody(taken['document_id'], wrong)), 400, 'ccf_fully_adjusted');
    expectError(await give(noteBody(free['document_id'], wrong)), 400, 'ccf_too_old');
  });

  it('goes on with a note that was in time when it took its number', async () => {
    const ccf = await sell(ccfBody());
    await house.authority.script({ service: 'recepcion', action: 'code', codigoMsg: '096', times: 1 });
    const body = noteBody(ccf['document_id']);
    const { body: rejected } = await give(body);
    await age(ccf, '8 months');
    expectError(await give(body), 400, 'ccf_too_old');
    await age(rejected, '8 months');
    const { body: note } = await give(body);
    expect([note['dte_success'], note['control_number']]).toEqual([true, rejected['control_number']]);
  });
});
