import { expect, it } from 'vitest';
import { exported, INVALIDATION, noted, soldToTaxpayer } from '../../../../test/support/cancelling.ts';
import { download } from '../../../../test/support/download.ts';
import { contribuyenteBody } from '../../../../test/support/request-bodies.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';
import { fiscalTime } from '../../../core/calendar/el-salvador-time.ts';

const house = sharedHouse({ file: INVALIDATION });
const month = fiscalTime(Date.now()).fecEmi.slice(0, 7);

it('takes the open points as it is told', async () => {
  const { company } = house;
  const customer = contribuyenteBody({ name: 'Panadería La Ñ; "Ana"' });
  await noted(company, await soldToTaxpayer(company, { customer }));
  await exported(company);
  const text = async (path: string) =>
    (await download(company, `/reports/f07/${month}/annexes/${path}`)).bytes.toString('latin1');
  expect(await text('1?notes=negative&names=accents')).toMatch(/;Panadería La Ñ Ana;.*;-10\.00;-1\.30;/s);
  expect(await text('2?exports=with_freight')).toContain(';11;N/A;');
});

it('is empty where nothing was issued', async () => {
  const { bytes } = await download(house.company, '/reports/f07/2020-01/annexes/1');
  expect(bytes).toHaveLength(0);
});
