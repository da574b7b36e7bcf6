import { describe, expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { standInProgram, unlockedBy, type World } from '../../../test/support/stand-in-program.ts';
import type { MailTrial } from '../../operations/deliveries/ports.ts';
import { examineMail } from './examine-mail.ts';

const SERVER = { host: 'correo.ejemplo.com', from: 'dte@ejemplo.com', user: 'dte' };
const OF_ALL = {
  SELLO_SMTP_URL: 'smtps://todos:secreto@todos.ejemplo.com',
  SELLO_SMTP_FROM: 'todos@ejemplo.com',
};

interface Scene extends Pick<World, 'mail' | 'environment'> {
  readonly smtp?: Readonly<Record<string, unknown>>;
  readonly rejectionsEmail?: string;
  readonly hasSmtpPassword?: boolean;
  readonly locked?: boolean;
}

async function examined({ smtp, rejectionsEmail, hasSmtpPassword = true, locked = false, ...world }: Scene) {
  const { program, done } = standInProgram(world);
  const unlocked = locked ? null : await unlockedBy(program);
  const delivery = { delivery: { smtp, rejections_email: rejectionsEmail } };
  const setup = { certificate: null, user: null, liveKeys: 0, hasSmtpPassword };
  const company = { companyId: 'c', company: exampleCompany({ slug: 'espiga', ...delivery }), setup };
  const checks = await examineMail(program, unlocked, [company]);
  expect(JSON.stringify(checks)).not.toContain('secreto');
  return { checks, tried: done.filter((what) => what.startsWith('try')) };
}

function failed(
  obstacle: Extract<MailTrial, { kind: 'failed' }>['obstacle'],
  code: string | null = null,
): MailTrial {
  return { kind: 'failed', obstacle, code };
}

describe('examineMail', () => {
  it('says where nothing is sent, and over whose server', async () => {
    expect(await examined({})).toMatchObject({
      checks: [{ name: 'espiga: mail', status: 'ok', message: 'no server; nothing is sent' }],
      tried: [],
    });
    expect(await examined({ environment: OF_ALL })).toMatchObject({
      checks: [
        {
          name: 'mail',
          status: 'ok',
          message: 'todos.ejemplo.com:465, user todos, password kept; it accepts a connection',
        },
        { name: 'espiga: mail', status: 'ok', message: 'over the installation’s server' },
      ],
      tried: ['try mail at todos.ejemplo.com:465'],
    });
  });

  it('warns where a company wants to be told of rejections and nobody can tell it', async () => {
    const rejectionsEmail = 'rechazos@ejemplo.com';
    expect(await examined({ rejectionsEmail })).toMatchObject({
      checks: [
        {
          name: 'espiga: mail',
          status: 'warning',
          message: 'no server; rechazos@ejemplo.com is told of no rejection',
        },
      ],
    });
    expect(await examined({ rejectionsEmail, environment: OF_ALL })).toMatchObject({
      checks: [{ status: 'ok' }, { status: 'ok' }],
    });
  });

  it('tries the server of the company', async () => {
    expect(await examined({ smtp: SERVER })).toMatchObject({
      checks: [
        {
          status: 'ok',
          message: 'correo.ejemplo.com:587, user dte, password kept; it accepts a connection',
        },
      ],
      tried: ['try mail of c'],
    });
    const { host, from } = SERVER;
    const { checks } = await examined({ smtp: { host, from } });
    expect(checks[0]?.message).toBe('correo.ejemplo.com:587, without a user; it accepts a connection');
  });

  it('misses the password of a user, without a try', async () => {
    expect(await examined({ smtp: SERVER, hasSmtpPassword: false })).toEqual({
      checks: [
        {
          name: 'espiga: mail',
          status: 'problem',
          message: 'correo.ejemplo.com:587, user dte: its password is missing',
          advice: 'Messages wait. Run "sello smtp-password set espiga --password-file F".',
        },
      ],
      tried: [],
    });
  });

  it('tries nothing that the master key does not open', async () => {
    const { checks, tried } = await examined({ smtp: SERVER, locked: true });
    expect(checks).toMatchObject([{ status: 'ok', message: expect.stringContaining('not tried') }]);
    expect(tried).toEqual([]);
  });

  it.each<[MailTrial, string, string]>([
    [
      failed('certificate_not_trusted', 'CERT_HAS_EXPIRED'),
      'problem',
      'its certificate is not trusted (CERT_HAS_EXPIRED)',
    ],
    [failed('login_refused', '535'), 'problem', 'it refuses the user or the password (535)'],
    [failed('no_encryption'), 'problem', 'it offers no TLS, without which no password is sent'],
    [failed('unknown_host', 'ENOTFOUND'), 'problem', 'no such host is known (ENOTFOUND)'],
    [failed('unreachable', 'ECONNREFUSED'), 'warning', 'nothing can be reached there (ECONNREFUSED)'],
    [failed('no_answer'), 'warning', 'it does not answer in time'],
  ])('says in words what %j is: %s', async (mail, status, words) => {
    const { checks } = await examined({ mail, smtp: SERVER, environment: OF_ALL });
    const advice = expect.stringMatching(/^Messages wait.*\.$/);
    expect(checks).toEqual([
      { name: 'mail', status, message: `todos.ejemplo.com:465, user todos, password kept: ${words}`, advice },
      {
        name: 'espiga: mail',
        status,
        advice,
        message: `correo.ejemplo.com:587, user dte, password kept: ${words}`,
      },
    ]);
  });
});
