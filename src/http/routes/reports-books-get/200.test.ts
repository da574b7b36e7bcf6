import { expect, it } from 'vitest';
import { exported, INVALIDATION, noted, sold, soldToTaxpayer } from '../../../../test/support/cancelling.ts';
import { download } from '../../../../test/support/download.ts';
import { readPdf } from '../../../../test/support/pdf-reader.ts';
import { contribuyenteBody } from '../../../../test/support/request-bodies.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';
import { sheetOf } from '../../../../test/support/sheet-reader.ts';
import { fiscalTime } from '../../../core/calendar/el-salvador-time.ts';

const house = sharedHouse({ file: INVALIDATION });
const month = fiscalTime(Date.now()).fecEmi.slice(0, 7);

it('is the book of sales to taxpayers, as a PDF to print', async () => {
  const { company } = house;
  const ccf = await soldToTaxpayer(company, { customer: contribuyenteBody({ name: 'Panadería La Ñ' }) });
  const note = await noted(company, ccf);
  const { status, headers, bytes } = await download(company, `/reports/books/${month}/contribuyentes`);
  expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
    200,
    'application/pdf',
    `attachment; filename="libro-contribuyentes-${month}.pdf"`,
  ]);
  const { pages, title } = await readPdf(bytes);
  const text = pages.map((page) => page.text).join('\n');
  expect(title).toBe('Libro de ventas a contribuyentes');
  for (const shown of [ccf['generation_code'], note['control_number'], 'Panadería La Ñ', '11.30', '-11.30'])
    expect(text).toContain(shown);
  expect(text).toMatch(/Folio 1.*Nombre del contador/s);
}, 60_000);

it('is the book of sales to consumers as a workbook, of an establishment or of all', async () => {
  const { company } = house;
  const sale = await sold(company);
  const abroad = await exported(company);
  const path = `/reports/books/${month}/consumidores?format=xlsx`;
  const { headers, bytes } = await download(company, path);
  expect(headers.get('content-disposition')).toBe(`attachment; filename="libro-consumidores-${month}.xlsx"`);
  const codes = sheetOf(bytes, 1).map((row) => row[3]);
  expect(codes).toEqual(expect.arrayContaining([sale['generation_code'], abroad['generation_code']]));
  expect(sheetOf(bytes, 2).flat()).toEqual(
    expect.arrayContaining([abroad['generation_code'], 'Foreign Fictions, Inc.']),
  );
  for (const sheet of [1, 2, 3, 4])
    expect(sheetOf(bytes, sheet)[0]).toEqual(['Libro de ventas a consumidor final']);
  expect(sheetOf(bytes, 3).flat().join(' ')).toContain('Nombre y firma del contador');
  const other = await download(company, `${path}&establishment=S999`);
  expect(other.headers.get('content-disposition')).toContain(`libro-consumidores-${month}-S999.xlsx`);
  expect(sheetOf(other.bytes, 1).map((row) => row[3])).not.toContain(sale['generation_code']);
});
