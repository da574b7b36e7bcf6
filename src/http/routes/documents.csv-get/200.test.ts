import { get } from 'node:http';
import { expect, it } from 'vitest';
import { copySale } from '../../../../test/support/copied-sales.ts';
import { download } from '../../../../test/support/download.ts';
import { ownHouse } from '../../../../test/support/house.ts';
import { invoiceBody } from '../../../../test/support/request-bodies.ts';

const house = ownHouse();

it('is a table of the selection, the oldest first, and harmless to whoever opens it', async () => {
  const line = { description: 'x', quantity: 1, unit_price: 2.5 };
  const customer = { name: '=HYPERLINK("http://example.com")' };
  await house.company.post('/invoice', invoiceBody({ external_ref: 'uno', customer, lines: [line] }));
  await house.company.post('/invoice', invoiceBody({ external_ref: '+dos', lines: [line] }));
  const { status, headers, bytes } = await download(
    house.company,
    '/documents.csv?fields=external_ref,customer_name,amount_total,state',
  );
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toBe('attachment; filename="documentos.csv"');
  expect(headers.get('x-ratelimit-remaining-minute')).not.toBeNull();
  expect(bytes.toString('utf8')).toBe(
    [
      '\uFEFFexternal_ref,customer_name,amount_total,state',
      `uno,"'=HYPERLINK(""http://example.com"")",2.50,stamped`,
      `'+dos,Consumidor Final,2.50,stamped`,
      '',
    ].join('\r\n'),
  );
});

it('has every column where none is named, and adds up to the cent to what the list says', async () => {
  const { bytes } = await download(house.company, '/documents.csv?order=newest');
  const [heads = '', first = '', ...rest] = bytes.toString('utf8').slice(1).split('\r\n');
  expect(heads.split(',').slice(0, 5)).toEqual([
    'doc_type',
    'control_number',
    'generation_code',
    'reception_stamp',
    'state',
  ]);
  expect(first.startsWith('01,DTE-01-M001P001-000000000000002,')).toBe(true);
  expect(rest).toHaveLength(2);
  const { body } = await house.company.get('/documents?totals=1');
  expect(body['totals']).toMatchObject([{ documents: 2, amount_total: 5 }]);
});

it('ends a table of more documents than a page holds with the last of them', async () => {
  await copySale(house, 1_000);
  const { bytes } = await download(house.company, '/documents.csv?fields=external_ref');
  const rows = bytes.toString('utf8').slice(1).split('\r\n').slice(1, -1);
  expect(rows).toHaveLength(1_002);
  expect(new Set(rows).size).toBe(1_002);
});

it('answers HEAD without a body, and refuses a third export at once', async () => {
  const head = await house.company.call('HEAD', '/documents.csv');
  expect([head.status, head.text]).toEqual([200, '']);
  const open = await Promise.all(
    Array.from({ length: 3 }, () =>
      fetch(`${house.company.url}/documents.csv`, {
        headers: { authorization: `Bearer ${house.company.key}` },
      }),
    ),
  );
  const statuses = open.map(({ status }) => status);
  await Promise.all(open.map((one) => one.arrayBuffer()));
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 503]);
  expect((await download(house.company, '/documents.csv')).status).toBe(200);
});

it('gives the place of an export back that its reader leaves', async () => {
  const headers = { authorization: `Bearer ${house.company.key}` };
  for (let turn = 0; turn < 6; turn += 1) {
    const status = await new Promise((resolve, reject) => {
      const left = get(`${house.company.url}/documents.csv`, { headers, agent: false }, (answer) => {
        resolve(answer.statusCode);
        left.destroy();
      });
      left.once('error', reject);
    });
    expect(status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
});
