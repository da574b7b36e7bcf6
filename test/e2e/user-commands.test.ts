// The operator's commands on users, on a real database: src/cli/commands.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMailServer } from '../mail/mail-server.ts';
import { readMessage, textOf } from '../mail/read-message.ts';
import { sharedDatabase } from '../support/database.ts';
import { MINIMAL_COMPANY_FILE } from '../support/example-company.ts';
import { type SelloResult, sayToSello } from '../support/sello-process.ts';
import { shared } from '../support/shared.ts';
import { sharedPlace } from '../support/shared-place.ts';
import { ask } from '../support/superuser.ts';

const database = sharedDatabase('PostgreSQL 18');
const folder = sharedPlace();
const slug = String(MINIMAL_COMPANY_FILE.slug);
const LINK = /^http:\/\/localhost:8080\/app\/(clave|invitacion)\/[\w-]{43}$/;

const mailServer = shared(() => openMailServer());
beforeAll(async () => {
  writeFileSync(join(folder, 'empresa.json'), JSON.stringify(MINIMAL_COMPANY_FILE));
  await json('master-key', 'create', join(folder, 'llave'));
  await json('company', 'apply', join(folder, 'empresa.json'));
});
afterAll(() => mailServer.close());

function run(args: readonly string[], settings: Readonly<Record<string, string>> = {}): Promise<SelloResult> {
  const env = { DATABASE_URL: database.url, SELLO_MASTER_KEY_FILE: join(folder, 'llave'), ...settings };
  return sayToSello(args, { cwd: folder, env });
}

async function json(...args: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  return JSON.parse((await run([...args, '--json'])).out);
}

const mailing = () => ({
  SELLO_SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
  SELLO_SMTP_FROM: 'sello@ejemplo.com',
});
const create = (email: string, ...more: readonly string[]) =>
  json('user', 'create', email, '--name', 'Ana Flores', '--company', slug, '--role', 'owner', ...more);

describe('a user', () => {
  it('is made with a role and a link to choose a password, and listed', async () => {
    expect(await create('Ana@Example.com')).toEqual({
      email: 'ana@example.com',
      kind: 'created',
      link: expect.stringMatching(LINK),
      ends_at: expect.stringMatching(/^20\d\d-.*-06:00$/),
    });
    expect(await create('ana@example.com')).toMatchObject({
      error: {
        code: 'known_user',
        message: expect.stringMatching(
          /^ana@example\.com is a user already, since 20\S+, made by the operator\. Nothing/,
        ),
      },
    });
    expect(await create('ana@example.com', '--force')).toEqual({ email: 'ana@example.com', kind: 'exists' });
    expect(await json('user', 'list', '--company', slug)).toEqual({
      users: [
        {
          id: expect.any(String),
          email: 'ana@example.com',
          name: 'Ana Flores',
          operator: false,
          companies: [{ company: slug, role: 'owner' }],
          disabled: false,
          proven: true,
          last_sign_in_at: null,
        },
      ],
    });
    const { out } = await run(['user', 'list']);
    expect(out).toMatch(
      /^EMAIL +NAME +ROLES +LAST SIGN-IN +STATE\nana@example.com +Ana Flores +\S+:owner +never +live$/m,
    );
  });

  it('is not taken over with what lets in whoever made the account before', async () => {
    const email = 'lia@example.com';
    await ask(
      database.url,
      `WITH made AS (INSERT INTO users (user_id, email, name) VALUES (gen_random_uuid(), '${email}', 'Lía') RETURNING user_id),
         asked AS (INSERT INTO invitations (invitation_id, company_id, token_sha256, email, name, role, ends_at, accepted_at)
           SELECT gen_random_uuid(), company_id, sha256('lia'), '${email}', 'Lía', 'cashier', now(), now() FROM companies),
         opens AS (INSERT INTO passkeys (credential_id, user_id, public_key, counter, name)
           SELECT 'lia', user_id, '', 0, '' FROM made)
       INSERT INTO sessions (session_id, user_id, token_sha256, address, agent)
         SELECT gen_random_uuid(), user_id, sha256('lia'), '192.0.2.7', 'Prueba/1' FROM made`,
    );
    const left = () =>
      ask(
        database.url,
        `SELECT is_operator FROM users u WHERE email = '${email}'
           AND EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.user_id)
           AND EXISTS (SELECT FROM sessions s WHERE s.user_id = u.user_id)`,
      );
    const operate = ['user', 'create', email, '--name', 'Lía', '--operator'];
    expect(await json(...operate)).toMatchObject({
      error: {
        message: expect.stringMatching(
          /, invited by the operator to \S+\. Nothing was changed\. Nobody has shown that the address is theirs: --force/,
        ),
      },
    });
    expect(await left()).toEqual([{ is_operator: false }]);
    expect(await json(...operate, '--force')).toMatchObject({
      kind: 'exists',
      link: expect.stringMatching(LINK),
    });
    expect(await left()).toEqual([]);
  });

  it('is made an operator, of all companies and none', async () => {
    await json('user', 'create', 'oto@example.com', '--name', 'Oto', '--operator');
    const { users } = await json('user', 'list');
    expect(users).toContainEqual(
      expect.objectContaining({ email: 'oto@example.com', operator: true, companies: [] }),
    );
  });

  it('is invited by mail where there is a server, and by a printed link where there is none', async () => {
    const invite = [
      'user',
      'invite',
      'eva@example.com',
      '--name',
      'Eva',
      '--company',
      slug,
      '--role',
      'cashier',
    ];
    const printed = JSON.parse((await run([...invite, '--json'])).out);
    expect(printed).toMatchObject({ mailed: false, link: expect.stringMatching(LINK) });
    expect((await run(invite)).out).toMatch(
      /^Not mailed: there is no mail server \(SELLO_SMTP_URL\)\. Hand this link over/,
    );
    const mailed = JSON.parse((await run([...invite, '--json'], mailing())).out);
    expect(mailed).toMatchObject({ mailed: true, link: null });
    const [message] = await mailServer.messagesTo('eva@example.com');
    expect(textOf(readMessage(message?.source ?? ''), 'text/plain')).toMatch(
      /localhost:8080\/app\/invitacion\/[\w-]{43}/,
    );
  });

  it('gets a link to choose another password, mailed or printed', async () => {
    expect(await json('user', 'reset', 'ana@example.com')).toMatchObject({
      mailed: false,
      link: expect.stringMatching(LINK),
    });
    const { out } = await run(['user', 'reset', 'ana@example.com'], mailing());
    expect(out).toMatch(/^Mailed to ana@example.com: a link that ends at /);
    const dead = { ...mailing(), SELLO_SMTP_URL: 'smtp://127.0.0.1:1' };
    expect((await run(['user', 'reset', 'ana@example.com'], dead)).out).toMatch(
      /^Not mailed: No se pudo hablar/,
    );
  });

  it('is disabled and enabled, in a company and everywhere', async () => {
    const state = async () => {
      const { users } = await json('user', 'list');
      return Array.isArray(users) ? users.find((user) => user.email === 'ana@example.com') : null;
    };
    expect(await json('user', 'disable', 'ana@example.com', '--company', slug)).toMatchObject({
      disabled: true,
    });
    expect(await state()).toMatchObject({ companies: [], disabled: false });
    await json('user', 'enable', 'ana@example.com', '--company', slug);
    expect((await run(['user', 'disable', 'ana@example.com'])).out).toBe('ana@example.com is disabled.\n');
    expect(await state()).toMatchObject({ companies: [{ company: slug }], disabled: true });
    expect(await json('user', 'reset', 'ana@example.com')).toMatchObject({
      error: { code: 'disabled_user' },
    });
    await json('user', 'enable', 'ana@example.com');
    expect(await state()).toMatchObject({ disabled: false });
  });

  it('has sessions, which are listed and ended', async () => {
    expect((await run(['user', 'sessions', 'ana@example.com'])).out).toBe(
      'ana@example.com is not signed in.\n',
    );
    await ask(
      database.url,
      `INSERT INTO sessions (session_id, user_id, token_sha256, address, agent)
       SELECT gen_random_uuid(), user_id, sha256('x'), '192.0.2.7', 'Prueba/1'
       FROM users WHERE email = 'ana@example.com'`,
    );
    expect(await json('user', 'sessions', 'ana@example.com')).toMatchObject({
      sessions: [{ address: '192.0.2.7', agent: 'Prueba/1' }],
    });
    expect(await json('user', 'sessions', 'ana@example.com', '--end')).toMatchObject({ ended: 1 });
    expect(await json('user', 'sessions', 'ana@example.com')).toMatchObject({ sessions: [] });
  });

  it('loses what opened the account at once with a reset that says so', async () => {
    const left = async () => (await ask(database.url, 'SELECT FROM passkeys')).length;
    await ask(
      database.url,
      `INSERT INTO passkeys (credential_id, user_id, public_key, counter, name)
       SELECT 'x', user_id, '', 0, '' FROM users WHERE email = 'ana@example.com'`,
    );
    await json('user', 'reset', 'ana@example.com');
    const before = await left();
    await json('user', 'reset', 'ana@example.com', '--now');
    expect([before, await left()]).toEqual([1, 0]);
  });

  it('is spoken of by an address, a role and a company that exist', async () => {
    const named = ['--name', 'X'];
    for (const [args, message] of [
      [['create', 'ana', ...named], '"ana" is not an e-mail address.'],
      [['create', 'x@example.com', ...named], 'Give --company SLUG with --role ROLE, or --operator.'],
      [
        ['create', 'x@example.com', ...named, '--company', slug, '--role', 'boss'],
        '--role is one of cashier, accountant, owner, not "boss".',
      ],
      [
        ['create', 'x@example.com', ...named, '--company', slug, '--operator'],
        '--operator is for all companies: give it without --company and --role.',
      ],
      [
        ['invite', 'x@example.com', ...named, '--company', 'otra', '--role', 'owner'],
        'There is no company "otra"',
      ],
      [['disable', 'x@example.com'], 'There is no user x@example.com: sello user list shows them.'],
      [['disable', 'oto@example.com', '--company', slug], `oto@example.com is no user of ${slug}.`],
      [['list', '--company', 'otra'], 'There is no company "otra"'],
    ] as const)
      expect(await json('user', ...args)).toMatchObject({
        error: { message: expect.stringContaining(message) },
      });
  });

  it('is dealt with on record', async () => {
    const { out } = await run(['audit']);
    expect(out).toMatch(/user create Ana@Example.com --name "?Ana Flores/);
    expect(out).toMatch(/user disable ana@example.com/);
  });
});
