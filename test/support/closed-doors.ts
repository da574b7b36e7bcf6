import { expect } from 'vitest';
import { may, type Permission, ROLES } from '../../src/core/users/roles.ts';
import { signedIn, slugOf, visitorAt } from './console-caller.ts';
import type { House } from './house.ts';

/** Pages of a company below `/app/e/:slug`. */
export interface Doors {
  readonly permission: Permission;
  readonly pages: readonly string[];
  readonly forms: readonly string[];
}

/**
 * Expects pages and forms to be closed to each wrong role (403), to users of other companies (404), to whoever is not
 * signed in, and forms to whoever comes without their token or from another site.
 */
export async function expectClosedDoors(house: House, { permission, pages, forms }: Doors): Promise<void> {
  const slug = await slugOf(house);
  const foreign = await house.addCompany();
  const at = (path: string) => `/app/e/${slug}${path}`;
  const stranger = await signedIn(house, { companyId: foreign.companyId, role: 'owner' });
  for (const page of pages) {
    expect([page, (await stranger.get(at(page))).status]).toEqual([page, 404]);
    expect([page, (await visitorAt(house).get(at(page))).status]).toEqual([page, 303]);
  }
  for (const form of forms) expect([form, (await stranger.post(at(form))).status]).toEqual([form, 404]);
  for (const role of ROLES.filter((one) => !may(one, permission))) {
    const user = await signedIn(house, { role });
    for (const page of pages)
      expect([role, page, (await user.get(at(page))).status]).toEqual([role, page, 403]);
    for (const form of forms)
      expect([role, form, (await user.post(at(form))).status]).toEqual([role, form, 403]);
  }
  const owner = await signedIn(house, { role: 'owner' });
  const before = await rowsIn(house);
  for (const form of forms) {
    const elsewhere = await owner.post(at(form), {}, { 'sec-fetch-site': 'cross-site' });
    expect([form, elsewhere.status]).toEqual([form, 403]);
    // A form of another session does nothing, and is shown again.
    expect([form, (await owner.post(at(form), { _csrf: 'x' })).status]).toEqual([
      form,
      expect.toBeOneOf([200, 303]),
    ]);
    expect([form, (await visitorAt(house).post(at(form))).status]).toEqual([
      form,
      expect.toBeOneOf([401, 403]),
    ]);
  }
  expect(await rowsIn(house)).toEqual(before);
}

/** What forms of a company's own pages could have changed. */
async function rowsIn(house: House) {
  return house.sql(
    `SELECT (SELECT count(*) FROM user_deeds WHERE deed <> 'signed_in') AS deeds, (SELECT count(*) FROM api_keys) AS keys,
       (SELECT count(*) FROM invitations) AS invitations, (SELECT count(*) FROM certificates) AS certificates,
       (SELECT json_agg(role ORDER BY user_id) FROM memberships)::text AS roles,
       (SELECT json_agg(profile ORDER BY company_id) FROM companies)::text AS profiles`,
  );
}
