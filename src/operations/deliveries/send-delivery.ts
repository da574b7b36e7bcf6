import type { Company, SmtpServer } from '../../core/company/company.ts';
import { mailRetryMs } from '../../core/delivery/mail-back-off.ts';
import { isEmail } from '../../core/identifiers/email.ts';
import type { CompanyReader } from '../background/ports.ts';
import type { IssuingLog } from '../documents/issuing-context.ts';
import type { DocumentRecord } from '../documents/ports.ts';
import type { Press } from '../files/ports.ts';
import { type PaperParts, servePaper } from '../files/serve.ts';
import type {
  DeliveryKey,
  DeliveryKind,
  DeliveryStore,
  Mail,
  MailAccount,
  Mailer,
  Mailing,
  SmtpPasswordOf,
  TakenDelivery,
} from './ports.ts';

/** What sending the outbox needs from outside. */
export interface DeliveryContext extends PaperParts {
  readonly deliveries: DeliveryStore;
  readonly press: Pick<Press, 'print'>;
  readonly companies: CompanyReader;
  readonly mailer: Mailer;
  /** The server for companies that have none of their own. */
  readonly installationAccount: MailAccount | null;
  readonly smtpPasswordOf: SmtpPasswordOf;
  readonly log: IssuingLog;
}

/** Outlives the mailer's own deadline and the making of the paper. */
const LEASE_MS = 90_000;

/**
 * Sends one message of the outbox, at least once: it is marked as sent only after the server took it, so a node that
 * dies in between leaves it to another, which sends it under the same Message-ID.
 */
export async function sendDelivery(
  context: DeliveryContext,
  due: DeliveryKey,
  signal: AbortSignal,
): Promise<Mailing['kind'] | 'withdrawn' | 'gone'> {
  const taken = await context.deliveries.take(due, LEASE_MS);
  if (taken === null) return 'gone';
  const mail = await mailOf(context, taken);
  if (mail === 'untrue') {
    await context.deliveries.withdraw(taken);
    return 'withdrawn';
  }
  const mailing = 'kind' in mail ? mail : await context.mailer.send(mail, signal);
  await settle(context, taken, mailing);
  return mailing.kind;
}

/** The message, why there is none now, or that what it would say is no longer so. */
async function mailOf(
  { companies, ...context }: DeliveryContext,
  taken: TakenDelivery,
): Promise<Mail | Mailing | 'untrue'> {
  if (!isEmail(taken.address)) return { kind: 'refused', reason: 'La dirección no es un correo válido.' };
  const company = await companies.company(taken.companyId);
  if (company === null) return notReady('La empresa no se atiende en este nodo.');
  const account = await accountOf(context, taken.companyId, company);
  if ('kind' in account) return account;
  const { companyId, documentId: idOrRef } = taken;
  const paper = await servePaper(context, { companyId, idOrRef, form: { kind: 'letter' } });
  if (paper.kind === 'refused')
    return notReady(
      paper.code === 'archive_damaged' ? paper.detail : 'El documento todavía no tiene archivo firmado.',
    );
  const { record, order } = paper;
  if (taken.kind !== kindToldOf(record)) return 'untrue';
  const pdf = await context.press.print(order, companyId).catch(() => null);
  if (pdf === null) return notReady('El PDF no pudo generarse a tiempo.');
  return { taken, account, company, record, pdf, json: order.signedFile, rejection: order.rejection };
}

/** What there is to tell of a document as it stands. */
function kindToldOf({ state }: DocumentRecord): DeliveryKind {
  return state === 'stamped' || state === 'rejected' ? state : 'contingency';
}

type Withheld = Extract<Mailing, { kind: 'not_now' }>;

/** The company's own server, or the installation's; else why there is none to be used. */
export async function accountOf(
  { installationAccount, smtpPasswordOf }: Pick<DeliveryContext, 'installationAccount' | 'smtpPasswordOf'>,
  companyId: string,
  { delivery: { smtp } }: Company,
): Promise<MailAccount | Withheld> {
  if (smtp === null) return installationAccount ?? NO_SERVER;
  if (smtp.user === null) return accountAt(smtp, null);
  const password = await smtpPasswordOf(companyId);
  return password === null ? NO_PASSWORD : accountAt(smtp, { user: smtp.user, password });
}

/** A server that a company's users have named. */
export function accountAt(
  { host, port, secure, from }: SmtpServer,
  login: MailAccount['login'],
): MailAccount {
  return { host, port, secure, from, reach: 'internet', login };
}

function notReady(reason: string): Mailing {
  return { kind: 'not_now', obstacle: 'message_not_ready', reason };
}

const NO_SERVER: Withheld = {
  kind: 'not_now',
  obstacle: 'no_server',
  reason: 'No hay servidor de correo configurado.',
};
const NO_PASSWORD: Withheld = {
  kind: 'not_now',
  obstacle: 'password_missing',
  reason: 'Falta la contraseña del servidor de correo de la empresa.',
};

async function settle({ deliveries, log }: DeliveryContext, taken: TakenDelivery, mailing: Mailing) {
  if (mailing.kind === 'sent') return deliveries.sent(taken);
  const { companyId, documentId, kind, tries } = taken;
  const seed = `${documentId} ${taken.address}`;
  const retryMs = mailing.kind === 'refused' ? null : mailRetryMs(tries, taken.ageMs, seed);
  if (mailing.kind === 'refused' || retryMs === null) {
    await deliveries.giveUp(taken, mailing.reason);
    log.warn('delivery_failed', { companyId, documentId, kind, tries });
    return;
  }
  await deliveries.postpone(taken, retryMs, mailing.reason);
  // The reason may hold words of the server's, and the later tries say nothing new.
  if (tries === 1) log.warn('delivery_delayed', { companyId, documentId, kind, obstacle: mailing.obstacle });
}
