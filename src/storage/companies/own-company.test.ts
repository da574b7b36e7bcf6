import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { sharedServingPool } from '../../../test/support/serving-pool.ts';
import { shared } from '../../../test/support/shared.ts';
import { sharedBench } from '../../../test/support/storage-bench.ts';
import { inCompany } from '../connection/transaction.ts';
import { createDeedReader } from '../server/operator-deeds.ts';
import { createOwnCompany } from './own-company.ts';
import { createOwnKeys } from './own-keys.ts';

const LIMITS = { perMinute: 120, perHour: 5_000 };

describeOnDatabases('what a company’s users change of it, with a login that only serves', (name) => {
  let mine: string;
  let theirs: string;
  const bench = sharedBench(name);
  beforeAll(async () => {
    [mine, theirs] = [await bench.addCompany(), await bench.addCompany()];
  });
  const pool = sharedServingPool(bench);
  const own = shared(() => createOwnCompany(pool));
  const keys = shared(() => createOwnKeys(pool));

  const newKey = (companyId: string) => ({
    companyId,
    keyId: randomUUID(),
    publicId: randomUUID(),
    ambiente: '00' as const,
    name: 'caja',
    secretHmac: Buffer.alloc(34),
    limits: LIMITS,
  });

  it('is a key, its limits and its end', async () => {
    const key = newKey(mine);
    await keys.create(key);
    expect(await keys.setLimits(mine, key.keyId, { perMinute: 1, perHour: 2 })).toBe(true);
    expect(await keys.list(mine)).toMatchObject([
      { keyId: key.keyId, limits: { perMinute: 1, perHour: 2 }, live: true },
    ]);
    expect(await keys.revoke(theirs, key.keyId)).toBe(false);
    expect(await keys.setLimits(theirs, key.keyId, LIMITS)).toBe(false);
    expect(await keys.revoke(mine, key.keyId)).toBe(true);
    expect(await keys.revoke(mine, key.keyId)).toBe(false);
    expect(await keys.setLimits(mine, key.keyId, LIMITS)).toBe(false);
    expect(await keys.list(theirs)).toEqual([]);
    await expect(keys.create({ ...newKey(mine), ambiente: '01' })).rejects.toThrow('environment');
    for (const keyId of ['', 'x']) expect(await keys.revoke(mine, keyId)).toBe(false);
  });

  it('is what its file says, unless somebody else has changed that meanwhile', async () => {
    const before = await own.file(mine);
    const after = { ...before.company, tradeName: 'La Esquina' };
    expect(await own.change(mine, before, after)).toBe(true);
    expect(await own.change(mine, before, { ...after, tradeName: 'Otra' })).toBe(false);
    expect((await own.file(mine)).company.tradeName).toBe('La Esquina');
  });

  it('is not what makes its documents another’s', async () => {
    const before = await own.file(mine);
    const others = await own.file(theirs);
    for (const after of [
      { ...before.company, slug: others.company.slug },
      { ...before.company, ambiente: '01' as const },
      { ...before.company, seriesMode: 'establishment' as const },
      { ...before.company, generationDeadline: '2027-01-01' },
    ])
      expect(await own.change(mine, before, after)).toBe(false);
    expect(await own.file(mine)).toEqual(before);
  });

  it('is its mail server, together with the password there', async () => {
    const sealed = async () =>
      (
        await bench.asSuperuser('SELECT sealed_password FROM smtp_passwords WHERE company_id = $1', [mine])
      )[0]?.['sealed_password'];
    const server = { host: 'correo.example.com', port: 587, secure: false, user: 'dte' };
    const set = async (smtp: typeof server | null, sealedPassword: string | null) => {
      const before = await own.file(mine);
      const { delivery, email } = before.company;
      const after = { ...before.company, delivery: { ...delivery, smtp: smtp && { ...smtp, from: email } } };
      return own.changeMail(mine, { before, after, sealedPassword });
    };
    expect(await set(server, 'uno')).toBe(true);
    expect(await sealed()).toBe('uno');
    expect(await set({ ...server, port: 2525 }, null)).toBe(true);
    expect(await sealed()).toBe('uno');
    const stale = await own.file(theirs);
    const change = { before: stale, after: stale.company, sealedPassword: 'dos' };
    expect(await own.changeMail(mine, change)).toBe(false);
    expect(await sealed()).toBe('uno');
    expect(await set(null, null)).toBe(true);
    expect(await sealed()).toBeUndefined();
  });

  it('is its secrets, sealed', async () => {
    const { company } = await own.file(mine);
    const material = {
      nit: company.nit,
      notBeforeMs: 1_000,
      notAfterMs: 2_000,
      publicKeySpki: Buffer.from('k'),
      sealedPrivateKey: 's',
    };
    await own.secrets.addCertificate(mine, '00', material);
    await own.secrets.setCredentials(mine, '00', { user: 'u', sealedPassword: 'p' });
    await own.secrets.setCredentials(mine, '00', { user: 'v', sealedPassword: 'q' });
    await own.secrets.setSmtpPassword(mine, 'm');
    expect(await own.secrets.setup(mine, '00')).toMatchObject({
      certificate: { notBeforeMs: 1_000, notAfterMs: 2_000 },
      user: 'v',
      hasSmtpPassword: true,
    });
    expect(await own.secrets.setup(theirs, '00')).toMatchObject({ certificate: null, user: null });
    await expect(
      own.secrets.setCredentials(mine, '01', { user: 'u', sealedPassword: 'p' }),
    ).rejects.toThrow();
    await expect(own.secrets.addCertificate(mine, '01', material)).rejects.toThrow();
  });

  it.each([
    [`add_own_key($1, gen_random_uuid(), 'p', '00', 'n', '\\x00', 1, 1)`],
    ['change_own_key($1, gen_random_uuid(), 1, 1, true)'],
    [`change_own_profile($1, '{}', '{}')`],
    [`add_own_certificate($1, gen_random_uuid(), '00', '1', now(), now(), '\\x00', 's')`],
    [`set_own_credentials($1, '00', 'u', 's')`],
    [`set_own_smtp_password($1, 's')`],
    [`set_own_mail_account($1, '{}', '{}', 's')`],
  ])('refuses %s for another company, for none, and without the pass', async (text) => {
    const call = (companyId: string | null) =>
      inCompany(pool, mine, (client) => client.query(`SELECT ${text}`, [companyId]));
    await expect(call(theirs)).rejects.toThrow('not the company of this transaction');
    await expect(call(null)).rejects.toThrow('not the company of this transaction');
    const withoutPass = inCompany({ ...pool, passOf: () => 'x' }, mine, (client) =>
      client.query(`SELECT ${text}`, [mine]),
    );
    await expect(withoutPass).rejects.toThrow('not the company of this transaction');
  });

  it.each(['api_keys', 'companies', 'certificates', 'authority_credentials', 'smtp_passwords'])(
    'is written by these functions alone: %s',
    async (table) => {
      const write = inCompany(pool, mine, (client) =>
        client.query(`UPDATE ${table} SET company_id = company_id`),
      );
      await expect(write).rejects.toThrow('permission denied');
    },
  );

  it('the operator’s deeds are read with the pass of the queues alone', async () => {
    await bench.asSuperuser(
      `INSERT INTO operator_deeds (os_user, host, command, arguments) VALUES ('ana', 'h', 'key create', '{"places":[],"options":{}}')`,
    );
    expect(await createDeedReader(pool).page({ most: 5 })).toMatchObject([
      { osUser: 'ana', command: 'key create' },
    ]);
    expect(await createDeedReader(pool).page({ most: 5, command: 'company' })).toEqual([]);
    expect(await createDeedReader({ ...pool, passOf: () => 'x' }).page({ most: 5 })).toEqual([]);
    const inside = await inCompany(pool, mine, (client) =>
      client.query('SELECT * FROM read_operator_deeds(5, NULL, NULL)'),
    );
    expect(inside.rows).toEqual([]);
  });
});
