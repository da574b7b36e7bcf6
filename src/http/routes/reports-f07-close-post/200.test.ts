import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { INVALIDATION, invalidate, sold, soldToTaxpayer } from '../../../../test/support/cancelling.ts';
import { download } from '../../../../test/support/download.ts';
import { readPdf } from '../../../../test/support/pdf-reader.ts';
import { expectError } from '../../../../test/support/response-headers.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';
import { sheetOf } from '../../../../test/support/sheet-reader.ts';
import { fiscalTime } from '../../../core/calendar/el-salvador-time.ts';

const house = sharedHouse({ file: INVALIDATION });
const month = fiscalTime(Date.now()).fecEmi.slice(0, 7);
const at = (path: string) => `/reports/f07/${month}/${path}`;

it('keeps a month as it was, whatever happens afterwards, and amends it when told to', async () => {
  const { company } = house;
  const ccf = await soldToTaxpayer(company);
  await sold(company);
  const first = await company.post(at('close'), { codes: '32' });
  expect(first.body).toMatchObject({ month, version: 1 });
  const files = first.body['files'];
  if (!Array.isArray(files)) throw new Error('a closing has no files');
  expect(files.map(({ name }) => name)).toContain(`anexo01-${month}.csv`);
  const kept = await download(company, at(`closing/1/files/anexo01-${month}.csv`));
  const [annex] = files;
  expect(createHash('sha256').update(kept.bytes).digest('hex')).toBe(annex.sha256);
  expect((await company.call('POST', at('close'))).body).toEqual(first.body);
  expect((await company.get(at('difference'))).body).toMatchObject({ version: 1, differs: false });

  await invalidate(company, ccf);
  await sold(company, { lines: [{ description: 'Pan', quantity: 1, unit_price: 2.26 }] });
  expectError(await company.call('POST', at('close')), 400, 'month_closed');
  expectError(await company.post(at('classes'), { income_type: 2 }), 400, 'month_closed');
  const { body } = await company.get(at('difference'));
  expect(body).toMatchObject({
    differs: true,
    annexes: [
      { annex: '1', rows_before: 1, rows_after: 0, removed: 1, added: 0, changed: 0 },
      { annex: '2', rows_before: 1, rows_after: 1, removed: 0, added: 0, changed: 1 },
      { annex: '5' },
      { annex: '9' },
      { annex: 'anulados', added: 1 },
      { annex: 'f14' },
    ],
  });
  expect(JSON.stringify(body)).toContain('{"field":"Total de ventas","before":"1.13","after":"3.39"');
  expect((await download(company, at(`closing/1/files/anexo01-${month}.csv`))).bytes).toEqual(kept.bytes);

  const amended = await company.post(at('close'), { amend: true });
  expect(amended.body).toMatchObject({ version: 2 });
  expect((await company.get(at('difference'))).body).toMatchObject({ version: 2, differs: false });
  const { body: record } = await company.get(at('closing'));
  expect(record['closings']).toEqual([amended.body, first.body]);
  expect((await download(company, at(`closing/1/files/anexo01-${month}.csv`))).bytes).toEqual(kept.bytes);
});

it('keeps the books of each version, in every format', async () => {
  const company = await house.addCompany({ file: INVALIDATION });
  const ccf = await soldToTaxpayer(company);
  const sale = await sold(company);
  const bookOf = async (version: number, name: string) =>
    (await download(company, at(`closing/${version}/files/${name}`))).bytes;
  const first = await company.call('POST', at('close'));
  const kept = first.body['files'];
  if (!Array.isArray(kept)) throw new Error('a closing has no files');
  const stems = ['consumidores', 'contribuyentes'].map((book) => `libro-${book}-${month}`);
  const names = stems.flatMap((stem) => [`${stem}.pdf`, `${stem}.xlsx`]);
  expect(kept.map(({ name }) => name).filter((name) => name.startsWith('libro'))).toEqual(names);
  const [consumers = '', taxpayers = ''] = stems;
  const printed = await bookOf(1, `${taxpayers}.pdf`);
  expect((await readPdf(printed)).pages.map(({ text }) => text).join()).toContain(ccf['control_number']);
  expect(sheetOf(await bookOf(1, `${consumers}.xlsx`), 1).flat()).toContain(sale['generation_code']);

  for (const [index, book] of ['consumidores', 'contribuyentes'].entries()) {
    const asked = await download(company, `/reports/books/${month}/${book}?format=xlsx`);
    expect(await bookOf(1, `${stems[index]}.xlsx`)).toEqual(asked.bytes);
  }

  await invalidate(company, ccf);
  expect((await company.post(at('close'), { amend: true })).body).toMatchObject({ version: 2 });
  expect(await bookOf(1, `${taxpayers}.pdf`)).toEqual(printed);
  const codesIn = async (version: number) =>
    sheetOf(await bookOf(version, `${taxpayers}.xlsx`), 1)
      .flat()
      .includes(String(ccf['generation_code']));
  expect([await codesIn(1), await codesIn(2)]).toEqual([true, false]);
}, 60_000);

it('amends a month with the codes with which it was closed, whatever those of the company are by now', async () => {
  const company = await house.addCompany({ file: INVALIDATION });
  await soldToTaxpayer(company);
  const first = await company.call('POST', at('close'));
  await company.change({ ...INVALIDATION, income_classes: { sale: { income_type: 2 } } });
  expect((await company.post(at('close'), { amend: true })).body).toEqual(first.body);
  await soldToTaxpayer(company);
  expect((await company.post(at('close'), { amend: true })).body).toMatchObject({ version: 2 });
  const kept = (await download(company, at(`closing/2/files/anexo01-${month}.csv`))).bytes;
  expect(kept.toString('latin1').match(/;1;3;1\r\n/g)).toHaveLength(2);
  expect((await download(company, at('annexes/1'))).bytes).toEqual(kept);
  expect((await company.get(at('difference'))).body).toMatchObject({ version: 2, differs: false });
}, 60_000);
