import { describe, expect, it } from 'vitest';
import { invoiceBody } from '../../../../test/support/request-bodies.ts';
import { expectHeaders } from '../../../../test/support/response-headers.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

const house = sharedHouse();

const listOf = (body: Readonly<Record<string, unknown>>): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(body['documents']) ? body['documents'] : [];

/** All documents that the parameters mean, and how many pages they took. */
async function pages(query: string) {
  const documents: Readonly<Record<string, unknown>>[] = [];
  let count = 0;
  for (let cursor = ''; ; ) {
    const answer = await house.company.get(`/documents?${query}${cursor}`);
    expect(answer.status).toBe(200);
    count += 1;
    documents.push(...listOf(answer.body));
    const { next } = answer.body;
    if (next === null) return { documents, count };
    cursor = `&cursor=${next}`;
  }
}

const refs = ({ documents }: Awaited<ReturnType<typeof pages>>) =>
  documents.map((document) => document['external_ref']);

describe('GET /documents', () => {
  it('shows each document as its status does, the newest first', async () => {
    for (const external_ref of ['uno', 'dos', 'tres'])
      await house.company.post('/invoice', invoiceBody({ external_ref }));
    const answer = await house.company.get('/documents');
    expectHeaders(answer);
    expect(listOf(answer.body).map((one) => one['external_ref'])).toEqual(['tres', 'dos', 'uno']);
    expect(answer.body['next']).toBeNull();
    expect(answer.body).not.toHaveProperty('totals');
    expect(listOf(answer.body)[1]).toEqual((await house.company.get('/status/dos')).body);
  });

  it('goes from page to page, either way, while documents are issued', async () => {
    const first = await house.company.get('/documents?limit=2');
    expect(listOf(first.body)).toHaveLength(2);
    await house.company.post('/invoice', invoiceBody({ external_ref: 'cuatro' }));
    const second = await house.company.get(`/documents?limit=2&cursor=${first.body['next']}`);
    expect(listOf(second.body).map((one) => one['external_ref'])).toEqual(['uno']);
    expect(second.body['next']).toBeNull();
    expect(refs(await pages('limit=1&order=oldest'))).toEqual(['uno', 'dos', 'tres', 'cuatro']);
    expect((await pages('limit=1')).count).toBe(4);
  });

  it('finds by every parameter', async () => {
    const customer = { name: 'Peña Ñandú, S.A.', document_type: '13', document_number: '00000001-8' };
    const { body } = await house.company.post(
      '/invoice',
      invoiceBody({
        external_ref: 'la buscada',
        customer,
        lines: [{ description: 'x', quantity: 1, unit_price: 77.07 }],
      }),
    );
    const found = async (query: string) => refs(await pages(query));
    const number = String(body['control_number']);
    const day = String((await house.company.get('/status/uno')).body['posted_date']).slice(0, 10);
    for (const query of [
      'customer=PENA%20nandu',
      'dui=00000001-8',
      'amount=77.07',
      'amount_min=77.07',
      'amount_min=50&amount_max=100',
      `control_number=${number}`,
      `control_number=${number.slice(-7)}`,
      `generation_code=${String(body['generation_code']).toLowerCase()}`,
      `reception_stamp=${body['reception_stamp']}`,
      'external_ref=la%20buscada',
      `from=${day}&to=${day}&doc_type=01,03&state=stamped&establishment=M001&point_of_sale=P001&amount=77.07`,
    ])
      expect([query, await found(query)]).toEqual([query, ['la buscada']]);
    for (const query of [
      'customer=penan',
      'dui=00000002-6',
      'nit=06140101001012',
      'nrc=1234',
      'amount=77.08',
      'doc_type=03',
      'state=rejected',
      'contingency=1',
      'invalidated=1',
      'adjusted=1',
      'from=2099-01-01',
      'to=2020-01-01',
      'external_ref=la',
      'establishment=M009',
    ])
      expect([query, await found(query)]).toEqual([query, []]);
  });

  it('shows only the fields that are asked for', async () => {
    const { body } = await house.company.get(
      '/documents?external_ref=uno&fields=control_number,amount_total,invalidated',
    );
    expect(body['documents']).toEqual([
      { control_number: expect.any(String), amount_total: 1.13, invalidated: false },
    ]);
  });

  it.each(['invalidated', 'adjusted', 'contingency'])(
    'takes true and false for %s, as 1 and 0',
    async (name) => {
      const listed = async (value: string) => {
        const { status, body } = await house.company.get(`/documents?fields=document_id&${name}=${value}`);
        expect(status).toBe(200);
        return body['documents'];
      };
      expect(await listed('false')).toEqual(await listed('0'));
      expect(await listed('true')).toEqual(await listed('1'));
      expect(await listed('true%20')).not.toEqual(await listed('false'));
    },
  );

  it('takes true and false for totals, as 1 and 0', async () => {
    for (const [value, isThere] of [
      ['true', true],
      ['1', true],
      ['false', false],
      ['0', false],
    ] as const) {
      const { body } = await house.company.get(`/documents?limit=1&totals=${value}`);
      expect([value, 'totals' in body]).toEqual([value, isThere]);
    }
  });

  it('adds up the whole selection by type and state', async () => {
    const { body } = await house.company.get('/documents?totals=1&limit=1&to=2099-01-01');
    expect(body['totals']).toEqual([
      {
        doc_type: '01',
        state: 'stamped',
        documents: 5,
        amount_taxable: expect.any(Number),
        amount_vat: expect.any(Number),
        amount_gross: 81.59,
        amount_retention: 0,
        amount_total: 81.59,
      },
    ]);
  });

  it('tells rejected documents from those in contingency', async () => {
    const wrong = { external_ref: 'rechazada', customer: { name: 'Cliente Ficticio', email: 'sin-arroba' } };
    await house.company.post('/invoice', invoiceBody(wrong));
    await house.authority.script({ service: 'all', action: 'down', forMs: 60_000 });
    await house.company.post('/invoice', invoiceBody({ external_ref: 'espera' }));
    expect(refs(await pages('state=rejected'))).toEqual(['rechazada']);
    expect(refs(await pages('state=contingency'))).toEqual(['espera']);
    expect(refs(await pages('contingency=1'))).toEqual(['espera']);
    expect(refs(await pages('state=rejected,contingency&order=oldest'))).toEqual(['rechazada', 'espera']);
  });

  it('shows nothing of another company, nor takes its cursors', async () => {
    const stranger = await house.addCompany({ certificate: 'none' });
    const first = await house.company.get('/documents?limit=1');
    expect((await stranger.get('/documents?totals=1')).body).toEqual({
      documents: [],
      next: null,
      totals: [],
    });
    for (const query of [
      'external_ref=uno',
      'customer=consumidor',
      `generation_code=${listOf(first.body)[0]?.['generation_code']}`,
    ])
      expect((await stranger.get(`/documents?${query}`)).body).toEqual({ documents: [], next: null });
    expect((await stranger.get(`/documents?limit=1&cursor=${first.body['next']}`)).status).toBe(400);
  });
});
