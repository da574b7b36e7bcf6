import { expect, it } from 'vitest';
import { bought, exported, noted, sold, soldToTaxpayer } from '../../../../test/support/cancelling.ts';
import { download } from '../../../../test/support/download.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';
import { fiscalTime } from '../../../core/calendar/el-salvador-time.ts';

const house = sharedHouse();
const month = fiscalTime(Date.now()).fecEmi.slice(0, 7);

async function column(annex: string, from: number, to: number): Promise<readonly string[]> {
  const { bytes } = await download(house.company, `/reports/f07/${month}/annexes/${annex}`);
  const lines = bytes.toString('latin1').trimEnd().split('\r\n');
  return lines.map((line) => line.split(';').slice(from, to).join(' '));
}

const change = async (body: Readonly<Record<string, unknown>>) =>
  (await house.company.post(`/reports/f07/${month}/classes`, body)).body['documents'];

it('changes what the filter names, and a note with its CCF', async () => {
  const { company } = house;
  await sold(company, { external_ref: 'uno', operation_type: 2 });
  await sold(company, { external_ref: 'dos' });
  const ccf = await soldToTaxpayer(company);
  await noted(company, ccf);
  await exported(company);
  await bought(company);
  expect(await change({ external_refs: ['uno', 'tres'], income_type: 1 })).toBe(1);
  expect(await change({ doc_types: ['03'], establishment: 'M001', income_type: 4 })).toBe(1);
  expect(await change({ establishment: 'B999', income_type: 5 })).toBe(0);
  expect(await column('1', 17, 19)).toEqual(['1 4', '1 4']);
  // What is not given stays.
  expect(await column('2', 20, 22)).toEqual(['1 3', '2 1', '1 7']);
  expect(await change({ doc_types: ['05'], operation_type: 13 })).toBe(1);
  expect(await column('1', 17, 19)).toEqual(['1 4', '13 4']);
  const purchase = { doc_types: ['14'], operation_type: 9, classification: 9, sector: 9, cost_type: 9 };
  expect(await change(purchase)).toBe(1);
  expect(await column('5', 8, 12)).toEqual(['9 9 9 9']);
  expect(await change({ income_type: 12 })).toBe(5);
  expect(await column('2', 20, 22)).toEqual(['1 12', '2 12', '1 12']);
});
