import { describe, expect, it } from 'vitest';
import { exampleMail } from '../../../test/mail/example-mail.ts';
import { viewOf } from '../../../test/support/document-view.ts';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { idOf } from '../../../test/support/identifiers.ts';
import { inState } from '../../../test/support/in-state.ts';
import { mailAccount } from '../../../test/support/mail-account.ts';
import { readingStore } from '../../../test/support/reading-store.ts';
import type { DocumentRecord } from '../documents/ports.ts';
import type { Mail, Mailing, MailObstacle, TakenDelivery } from './ports.ts';
import { type DeliveryContext, sendDelivery } from './send-delivery.ts';

const ACCOUNT = mailAccount();
const EXAMPLE = exampleMail(ACCOUNT);
const KEY = EXAMPLE.taken;
const NEVER = new AbortController().signal;
const DAY_MS = 86_400_000;
const { numeroControl, codigoGeneracion } = EXAMPLE.record;
const GENUINE = JSON.stringify({
  identificacion: { numeroControl, codigoGeneracion },
  receptor: { nit: '06140101900018' },
});
const REJECTED: DocumentRecord = {
  ...inState(EXAMPLE.record, 'rejected'),
  tipoDte: '03',
  codigoMsg: '009',
  observaciones: ['[receptor.nit] NIT CONTRIBUYENTE NO EXISTE'],
};

interface Scene {
  readonly taken?: Partial<TakenDelivery> | null;
  readonly record?: DocumentRecord;
  readonly signed?: boolean;
  readonly mailing?: Mailing;
  readonly smtp?: Readonly<Record<string, unknown>>;
  readonly changes?: Partial<DeliveryContext>;
}

/** The operation with what it did: to the outbox, to the mailer, and said. */
async function run(scene: Scene) {
  const { record = EXAMPLE.record } = scene;
  const signed = scene.signed === false ? null : { jws: 'a.b.c', sha256: '', answer: null };
  const done: (readonly unknown[])[] = [];
  const mails: Mail[] = [];
  const note = async (...what: readonly unknown[]) => void done.push(what);
  const delivery = scene.smtp === undefined ? {} : { delivery: { smtp: scene.smtp } };
  const company = exampleCompany(delivery);
  const context: DeliveryContext = {
    deliveries: {
      take: async () => (scene.taken === null ? null : { ...KEY, ...scene.taken }),
      sent: () => note('sent'),
      postpone: (_taken, retryMs, reason) => note('postponed', retryMs > 0, reason),
      giveUp: (_taken, reason) => note('given up', reason),
      withdraw: () => note('withdrawn'),
    },
    companies: { company: async () => company },
    mailer: {
      async send(mail) {
        mails.push(mail);
        return scene.mailing ?? { kind: 'sent' };
      },
    },
    installationAccount: ACCOUNT,
    smtpPasswordOf: async () => null,
    store: readingStore(record),
    documents: { view: async () => viewOf(record, { signed }) },
    guard: { payload: async () => GENUINE, withheld: () => undefined },
    invalidations: { subject: async () => null },
    brandings: { branding: async () => ({ logo: null, color: null }) },
    press: { print: async () => Buffer.from('%PDF') },
    log: { warn: (event, detail) => void done.push(['warned', event, detail]) },
    ...scene.changes,
  };
  const outcome = await sendDelivery(context, KEY, NEVER);
  return { outcome, done, mails };
}

describe('sendDelivery', () => {
  it('sends paper and signed file over the server of the installation, then marks it', async () => {
    const { outcome, done, mails } = await run({});
    expect([outcome, done]).toEqual(['sent', [['sent']]]);
    expect(mails).toEqual([expect.objectContaining({ account: ACCOUNT, pdf: Buffer.from('%PDF') })]);
    expect(mails[0]?.json).toContain('"firmaElectronica":"a.b.c","selloRecibido"');
  });

  it('leaves alone what somebody else has', async () => {
    expect(await run({ taken: null })).toMatchObject({ outcome: 'gone', done: [], mails: [] });
  });

  it('tells the issuer of a rejected document why, with its printed document', async () => {
    const { outcome, mails } = await run({ taken: { kind: 'rejected' }, record: REJECTED });
    expect(outcome).toBe('sent');
    expect(mails[0]?.rejection).toMatchObject([
      { code: '009', field: 'customer.nit', value: '06140101900018', recognised: true },
    ]);
    expect((await run({})).mails[0]?.rejection).toBeNull();
  });

  it.each<[string, Partial<TakenDelivery>, DocumentRecord]>([
    ['a contingency that has its seal', { kind: 'contingency' }, EXAMPLE.record],
    ['a contingency that was rejected', { kind: 'contingency' }, REJECTED],
    ['a seal that is none', { kind: 'stamped' }, inState(EXAMPLE.record, 'contingency')],
    ['a rejection after the seal', { kind: 'rejected' }, EXAMPLE.record],
    ['a rejection that is being corrected', { kind: 'rejected' }, inState(EXAMPLE.record, 'claimed')],
    ['a rejection after which nobody answers', { kind: 'rejected' }, inState(EXAMPLE.record, 'contingency')],
  ])('withdraws the news of %s', async (_what, taken, record) => {
    expect(await run({ taken, record })).toMatchObject({
      outcome: 'withdrawn',
      done: [['withdrawn']],
      mails: [],
    });
  });

  it('waits over a failure, and gives up a message that has waited for three days, with a warning', async () => {
    const mailing = { kind: 'not_now', obstacle: 'login_refused', reason: 'cerrado' } as const;
    expect(await run({ mailing, taken: { tries: 2 } })).toMatchObject({
      outcome: 'not_now',
      done: [['postponed', true, 'cerrado']],
    });
    const { done } = await run({ mailing, taken: { ageMs: 3 * DAY_MS, tries: 25 } });
    expect(done).toEqual([
      ['given up', 'cerrado'],
      ['warned', 'delivery_failed', { companyId: 'c', documentId: idOf('d'), kind: 'stamped', tries: 25 }],
    ]);
  });

  it('warns at the first failure of a message, without its address and the words of the server', async () => {
    const mailing = { kind: 'not_now', obstacle: 'refused_by_server', reason: 'dijo: secreto' } as const;
    const { done } = await run({ mailing });
    const detail = { companyId: 'c', documentId: idOf('d'), kind: 'stamped', obstacle: 'refused_by_server' };
    expect(done).toEqual([
      ['postponed', true, 'dijo: secreto'],
      ['warned', 'delivery_delayed', detail],
    ]);
  });

  it('gives up at once what the server will never take, and an address that is none', async () => {
    const refused = await run({ mailing: { kind: 'refused', reason: 'no existe' } });
    expect(refused.done[0]).toEqual(['given up', 'no existe']);
    const wrong = await run({ taken: { address: 'a@b.com\r\nRCPT TO:<x@y.com>' } });
    expect([wrong.outcome, wrong.mails]).toEqual(['refused', []]);
  });

  it.each<[string, Scene, RegExp, MailObstacle?]>([
    ['any server', { changes: { installationAccount: null } }, /No hay servidor de correo/, 'no_server'],
    ['its company', { changes: { companies: { company: async () => null } } }, /no se atiende/],
    [
      'its password',
      { smtp: { host: 'h', from: 'a@ejemplo.com', user: 'u' } },
      /Falta la contraseña/,
      'password_missing',
    ],
    ['signed bytes', { signed: false }, /archivo firmado/],
    [
      'its printed document',
      {
        changes: {
          press: { print: () => Promise.reject(new Error('slow')) },
        },
      },
      /El PDF/,
    ],
  ])('waits for %s', async (...[, scene, reason, obstacle = 'message_not_ready']) => {
    const { done, mails } = await run(scene);
    expect(done).toEqual([
      ['postponed', true, expect.stringMatching(reason)],
      ['warned', 'delivery_delayed', expect.objectContaining({ obstacle })],
    ]);
    expect(mails).toEqual([]);
  });

  it('prefers the server of the company, with its password where it has a user', async () => {
    const smtp = { host: 'correo.ejemplo.com', from: 'ventas@ejemplo.com' };
    const { mails } = await run({ smtp, changes: { installationAccount: null } });
    expect(mails[0]?.account).toEqual({ ...smtp, port: 587, reach: 'internet', secure: false, login: null });
    const withUser = await run({
      smtp: { ...smtp, user: 'ventas', secure: true },
      changes: { smtpPasswordOf: async (companyId) => `clave de ${companyId}` },
    });
    const login = { user: 'ventas', password: 'clave de c' };
    expect(withUser.mails[0]?.account).toEqual({
      ...smtp,
      port: 465,
      reach: 'internet',
      secure: true,
      login,
    });
  });
});
