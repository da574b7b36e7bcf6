import { expect, it } from 'vitest';
import { download } from '../../../../test/support/download.ts';
import { invoiceBody } from '../../../../test/support/request-bodies.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';
import { unzip } from '../../../../test/support/unzip.ts';

const house = sharedHouse();

it('is a book of the selection', async () => {
  await house.company.post('/invoice', invoiceBody({ external_ref: '=uno' }));
  const { status, headers, bytes } = await download(
    house.company,
    '/documents.xlsx?fields=external_ref,amount_total',
  );
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe(
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  );
  expect(headers.get('content-disposition')).toBe('attachment; filename="documentos.xlsx"');
  expect(unzip(bytes).get('xl/worksheets/sheet1.xml')?.toString('utf8')).toContain(
    '<row><c t="inlineStr"><is><t xml:space="preserve">=uno</t></is></c><c s="1"><v>1.13</v></c></row></sheetData>',
  );
});
