import { expect, it } from 'vitest';
import { download } from '../../../../test/support/download.ts';
import { ownHouse } from '../../../../test/support/house.ts';
import { isJson } from '../../../../test/support/http-caller.ts';
import { invoiceBody } from '../../../../test/support/request-bodies.ts';
import { unzip } from '../../../../test/support/unzip.ts';

const house = ownHouse();

it('holds JSON and PDF of each document of a page with an index, and leads to the next page', async () => {
  const numbers: string[] = [];
  for (const external_ref of ['uno', 'dos', 'tres']) {
    const { body } = await house.company.post('/invoice', invoiceBody({ external_ref }));
    numbers.push(String(body['control_number']));
  }
  const { status, headers, bytes } = await download(house.company, '/documents.zip?limit=2&state=stamped');
  expect([status, headers.get('content-type')]).toEqual([200, 'application/zip']);
  const files = unzip(bytes);
  const page = numbers.slice(0, 2);
  expect([...files.keys()]).toEqual([
    ...page.flatMap((number) => [`json/${number}.json`, `pdf/${number}.pdf`]),
    'index.json',
    'index.csv',
  ]);
  const json = await house.company.get('/file/uno?type=json');
  expect(files.get(`json/${numbers[0]}.json`)?.toString('utf8')).toBe(json.text);
  const pdf = await download(house.company, '/file/dos?type=invoice');
  expect(files.get(`pdf/${numbers[1]}.pdf`)).toEqual(pdf.bytes);
  const index: unknown = JSON.parse(String(files.get('index.json')));
  expect(index).toMatchObject({
    documents: [
      {
        external_ref: 'uno',
        control_number: numbers[0],
        amount_total: 1.13,
        json: `json/${numbers[0]}.json`,
        pdf: `pdf/${numbers[0]}.pdf`,
        problem: null,
      },
      { external_ref: 'dos' },
    ],
    next: expect.any(String),
  });
  expect(files.get('index.csv')?.toString('utf8').split('\r\n')).toHaveLength(4);
  const [, link = ''] = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '') ?? [];
  expect(isJson(index) && link.includes(`cursor=${index['next']}`)).toBe(true);
  const second = await download(house.company, link);
  expect([...unzip(second.bytes).keys()].slice(0, 2)).toEqual([
    `json/${numbers[2]}.json`,
    `pdf/${numbers[2]}.pdf`,
  ]);
  expect(second.headers.get('link')).toBeNull();
});

it('says in its index what cannot be delivered, and goes on', async () => {
  await house.sql(`ALTER TABLE attempts DISABLE TRIGGER USER`);
  await house.sql(`UPDATE attempts SET jws_sha256 = 'x' FROM documents d
    WHERE attempts.document_id = d.document_id AND d.external_ref = 'dos'`);
  await house.sql(`ALTER TABLE attempts ENABLE TRIGGER USER`);
  const files = unzip((await download(house.company, '/documents.zip')).bytes);
  expect(JSON.parse(String(files.get('index.json')))).toMatchObject({
    documents: [{ problem: null }, { json: null, pdf: null, problem: 'archive_damaged' }, { problem: null }],
    next: null,
  });
});
