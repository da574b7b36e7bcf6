// Another master key while nodes serve: a thousand secrets change their seal, and no sale fails.
import { beforeAll, expect, it } from 'vitest';
import { createKeyring, INSTALLATION, isUnder } from '../../src/signer/keyring.ts';
import { freshMasterKey, masterKeyOf, openOffice } from '../support/composition.ts';
import { type HouseCompany, ownHouse } from '../support/house.ts';
import { invoiceBody } from '../support/request-bodies.ts';

const SECRETS = 1_000;
const COMPANIES = 12;
const fresh = freshMasterKey();

let companies: readonly HouseCompany[];
const house = ownHouse({ nextMasterKey: fresh });
beforeAll(async () => {
  const others = Array.from({ length: COMPANIES - 1 }, () => house.addCompany());
  companies = [house.company, ...(await Promise.all(others))];
  const keyring = createKeyring(masterKeyOf(house.masterKey));
  const purposes = Array.from({ length: SECRETS }, (_, index) => `drill/${index}`);
  const sealed = purposes.map((purpose) =>
    keyring.seal(Buffer.from(purpose), { owner: INSTALLATION, purpose }),
  );
  await house.sql`INSERT INTO installation_secrets SELECT *
    FROM unnest(${purposes}::text[], ${sealed}::text[])`;
}, 120_000);

const sealedNow = async () =>
  (
    await house.sql(`SELECT sealed FROM installation_secrets UNION ALL SELECT sealed_private_key FROM certificates
                     UNION ALL SELECT sealed_password FROM authority_credentials`)
  ).map(({ sealed }) => String(sealed));

it('fails no sale, not even the first one of a company, before, during and after', async () => {
  const failed: unknown[] = [];
  let [sold, isOver] = [0, false];
  // The later companies sign for the first time when their secrets have another seal already.
  const known = () => companies.slice(0, isOver ? COMPANIES : COMPANIES / 3);
  const seller = async (at: number) => {
    for (let turn = 0; !isOver || turn < 4 * COMPANIES; turn += isOver ? 1 : 0) {
      const company = known()[(at + sold) % known().length] ?? house.company;
      const { body } = await company.post('/invoice', invoiceBody());
      sold += 1;
      if (body['dte_success'] !== true) failed.push(body);
    }
  };
  const sellers = [0, 1, 2].map(seller);
  const office = await openOffice(house.databaseUrl, house.masterKey);
  expect(await office.rewrapSecrets(fresh)).toBeGreaterThan(SECRETS + 2 * COMPANIES);
  isOver = true;
  await Promise.all([...sellers, office.close()]);
  expect(failed).toEqual([]);
  expect(sold).toBeGreaterThan(3 * COMPANIES);
  const next = masterKeyOf(fresh);
  expect((await sealedNow()).filter((sealed) => !isUnder(sealed, next))).toEqual([]);
}, 180_000);

it('then needs the new key alone, and the old one opens nothing', async () => {
  await expect(openOffice(house.databaseUrl, house.masterKey)).rejects.toThrow(
    'not the one that this database',
  );
  await (await openOffice(house.databaseUrl, fresh)).close();
  const both = await openOffice(house.databaseUrl, house.masterKey, fresh);
  const sealed = await both.secretsAt().vault.sealSmtpPassword(house.company.companyId, 'clave');
  expect(isUnder(sealed, masterKeyOf(fresh))).toBe(true);
  await both.close();
});
