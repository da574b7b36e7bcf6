import { expect, it } from 'vitest';
import { exported, INVALIDATION, noted, sold, soldToTaxpayer } from '../../../../test/support/cancelling.ts';
import { declaredFileNames } from '../../../../test/support/declared-month.ts';
import { download } from '../../../../test/support/download.ts';
import { contribuyenteBody } from '../../../../test/support/request-bodies.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';
import { unzip } from '../../../../test/support/unzip.ts';
import { fiscalTime } from '../../../core/calendar/el-salvador-time.ts';

const house = sharedHouse({ file: INVALIDATION });
const month = fiscalTime(Date.now()).fecEmi.slice(0, 7);

it('is every annex of the month and the control sheet, and an annex by itself is the same', async () => {
  const { company } = house;
  const customer = contribuyenteBody({ name: 'Panadería La Ñ; "Ana"' });
  const ccf = await soldToTaxpayer(company, { customer });
  await noted(company, ccf);
  await sold(company);
  await exported(company);
  const { status, headers, bytes } = await download(company, `/reports/f07/${month}`);
  expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
    200,
    'application/zip',
    `attachment; filename="f07-${month}.zip"`,
  ]);
  const files = unzip(bytes);
  expect([...files.keys()]).toEqual(declaredFileNames(month));
  const annex = await download(company, `/reports/f07/${month}/annexes/1`);
  expect(annex.headers.get('content-type')).toBe('text/csv; charset=windows-1252');
  expect(annex.bytes).toEqual(files.get(`anexo01-${month}.csv`));
  expect(annex.bytes.toString('latin1').split('\r\n')).toEqual([
    expect.stringMatching(/;03;DTE03.*;PANADERIA LA N ANA;0\.00;0\.00;10\.00;1\.30;/),
    expect.stringMatching(/;05;DTE05.*;10\.00;1\.30;0\.00;0\.00;10\.00;;1;3;1$/),
    '',
  ]);
}, 60_000);
