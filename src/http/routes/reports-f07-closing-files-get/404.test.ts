import { it } from 'vitest';
import { expectError } from '../../../../test/support/response-headers.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

const house = sharedHouse({ certificate: 'none' });

it('knows only what was kept, and of its own company', async () => {
  const { company } = house;
  const path = '/reports/f07/2026-01/closing/1/files/anexo01-2026-01.csv';
  expectError(await company.get(path), 404, 'closing_not_found');
  await company.call('POST', '/reports/f07/2026-01/close');
  for (const wrong of [
    '2/files/anexo01-2026-01.csv',
    '1/files/anexo03-2026-01.csv',
    'x/files/control-2026-01.xlsx',
  ])
    expectError(await company.get(`/reports/f07/2026-01/closing/${wrong}`), 404, 'closing_not_found');
  const neighbour = await house.addCompany({ certificate: 'none' });
  expectError(await neighbour.get(path), 404, 'closing_not_found');
});
