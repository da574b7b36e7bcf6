import { expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { establishmentOf, pointOfSaleOf } from '../../../test/support/identifiers.ts';
import type { NewDeed } from '../users/ports.ts';
import { changeOwnCompany, type OwnCompanyContext } from './change-own-company.ts';
import type { IssuingPlace } from './own-ports.ts';

const CHANGE = { by: { userId: null, userName: 'Rosa', address: '192.0.2.7' }, companyId: 'c' };
const PLACES = [
  { code: 'M001', points_of_sale: ['P001', 'P002'] },
  { code: 'M002', points_of_sale: ['P001'] },
];

const placeOf = (establishment: string, pointOfSale: string): IssuingPlace => ({
  establishment: establishmentOf(establishment),
  pointOfSale: pointOfSaleOf(pointOfSale),
});

/** A company that has issued from these places; `isOvertaken` where somebody else changes it meanwhile. */
function opened(issued: readonly IssuingPlace[], isOvertaken = false) {
  const asked: IssuingPlace[] = [];
  const deeds: NewDeed[] = [];
  const company = exampleCompany({ establishments: PLACES });
  const context: OwnCompanyContext = {
    ownCompany: {
      file: async () => ({ profile: {}, company }),
      async issuedFrom(_companyId, places) {
        asked.push(...places);
        return places.filter((place) =>
          issued.some(
            (one) =>
              one.establishment === place.establishment &&
              (place.pointOfSale === null || one.pointOfSale === place.pointOfSale),
          ),
        );
      },
      change: async () => !isOvertaken,
      changeMail: async () => !isOvertaken,
      secrets: Object.create(null),
    },
    deeds: { record: async (deed) => void deeds.push(deed), latest: async () => [] },
    vault: () => Promise.reject(new Error('not expected here')),
    now: () => 0,
  };
  const change = (establishments: unknown) =>
    changeOwnCompany(context, CHANGE, {
      before: { profile: {}, company },
      after: exampleCompany({ establishments }),
      what: 'establecimientos',
    });
  return { change, asked, deeds };
}

it('changes a company, and records who did it', async () => {
  const { change, asked, deeds } = opened([]);
  expect(await change([...PLACES, { code: 'M003', points_of_sale: ['P001'] }])).toEqual({ kind: 'changed' });
  expect(asked).toEqual([]);
  expect(deeds).toMatchObject([{ deed: 'company_changed', subject: 'establecimientos', companyId: 'c' }]);
});

it('takes away no place that has issued, and asks about those that go alone', async () => {
  const { change, asked, deeds } = opened([placeOf('M001', 'P002'), placeOf('M002', 'P001')]);
  expect(await change([{ code: 'M001', points_of_sale: ['P001'] }])).toMatchObject({
    kind: 'problems',
    problems: [{ path: 'establishments[0].points_of_sale' }, { path: 'establishments' }],
  });
  expect(asked).toEqual([
    { establishment: 'M001', pointOfSale: 'P002' },
    { establishment: 'M002', pointOfSale: null },
  ]);
  expect(deeds).toEqual([]);
});

it('takes away a place that has issued nothing', async () => {
  const { change } = opened([placeOf('M001', 'P001')]);
  expect(await change([{ code: 'M001', points_of_sale: ['P001'] }])).toEqual({ kind: 'changed' });
});

it('records nothing where somebody else was first', async () => {
  const { change, deeds } = opened([], true);
  expect(await change(PLACES)).toEqual({ kind: 'overtaken' });
  expect(deeds).toEqual([]);
});
