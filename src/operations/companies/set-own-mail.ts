import type { Company, SmtpServer } from '../../core/company/company.ts';
import type { BucketLimits, Buckets } from '../access/buckets.ts';
import type { MailAccount, Mailing, MailObstacle, SmtpPasswordOf } from '../deliveries/ports.ts';
import { accountAt } from '../deliveries/send-delivery.ts';
import type { OwnChange, OwnCompanyContext } from './change-own-company.ts';
import type { AccountTrier, StoredFile } from './own-ports.ts';

export interface OwnMailContext extends Pick<OwnCompanyContext, 'ownCompany' | 'deeds' | 'vault'> {
  readonly trier: AccountTrier;
  readonly smtpPasswordOf: SmtpPasswordOf;
  /** Counts the tries of a company; each sends a message to whoever asks for it. */
  readonly tries: Buckets;
}

/** Somebody who looks for the right password, not a search for servers. */
export const MAIL_TRIES_OF_COMPANY: BucketLimits = { burst: 10, perSecond: 1 / 60 };

export type OwnMailOutcome =
  | { readonly kind: 'changed' }
  /** Somebody else has changed the company since it was read. */
  | { readonly kind: 'overtaken' }
  /** Nothing was kept; why, as a sentence. */
  | { readonly kind: 'refused'; readonly reason: string };

/** The server of a company as it is to be; the company is the one that was read, but for its server. */
export interface OwnMailChange {
  readonly before: StoredFile;
  readonly after: Company;
  /** Empty where the one that is kept is to stay. */
  readonly password: string;
  /** Who is written to, to see whether it works. */
  readonly to: string;
  readonly toName: string;
}

/** Gives the company a mail server of its own once it has taken a message for whoever asks; without it, nothing is kept. */
export async function setOwnMail(
  context: OwnMailContext,
  change: OwnChange,
  { before, after, password, to, toName }: OwnMailChange,
): Promise<OwnMailOutcome> {
  const { smtp } = after.delivery;
  if (smtp === null) return kept(context, change, { before, after, sealedPassword: null, subject: '' });
  const account = await accountFor(context, change, { before: before.company.delivery.smtp, smtp, password });
  if (account === null) return refused('Escriba la contraseña del servidor de correo.');
  const waitMs = context.tries.take(change.companyId);
  if (waitMs > 0)
    return refused(`Se probó demasiadas veces seguidas: espere ${Math.ceil(waitMs / 1_000)} segundos.`);
  const company = after.tradeName ?? after.name;
  const mailing = await context.trier.try({ account, to, toName, company });
  if (mailing.kind !== 'sent') return refused(whyNotSent(mailing, smtp));
  const sealedPassword =
    password === '' ? null : await (await context.vault()).sealSmtpPassword(change.companyId, password);
  return kept(context, change, { before, after, sealedPassword, subject: `${smtp.host}:${smtp.port}` });
}

/**
 * A password goes to the server that it was given for and to no other: one that is kept serves as long as neither the
 * server nor the user changes. Null where one is to be typed.
 */
async function accountFor(
  { smtpPasswordOf }: OwnMailContext,
  { companyId }: OwnChange,
  server: { readonly before: SmtpServer | null; readonly smtp: SmtpServer; readonly password: string },
): Promise<MailAccount | null> {
  const { before, smtp, password: typed } = server;
  if (smtp.user === null) return accountAt(smtp, null);
  const isSame = (['host', 'port', 'secure', 'user'] as const).every((name) => before?.[name] === smtp[name]);
  const password = typed === '' && isSame ? await smtpPasswordOf(companyId) : typed;
  return password === null || password === '' ? null : accountAt(smtp, { user: smtp.user, password });
}

async function kept(
  { ownCompany, deeds }: OwnMailContext,
  { by, companyId }: OwnChange,
  change: Pick<OwnMailChange, 'before' | 'after'> & {
    readonly sealedPassword: string | null;
    readonly subject: string;
  },
): Promise<OwnMailOutcome> {
  const { subject } = change;
  if (!(await ownCompany.changeMail(companyId, change))) return { kind: 'overtaken' };
  await deeds.record({ companyId, by, deed: 'mail_account_set', subject });
  return { kind: 'changed' };
}

function refused(reason: string): OwnMailOutcome {
  return { kind: 'refused', reason };
}

const SPOKEN: readonly MailObstacle[] = ['login_refused', 'refused_by_server', 'certificate_not_trusted'];

/** A server that cannot be spoken to gets one sentence, which does not tell whether there is something at its address. */
function whyNotSent(mailing: Exclude<Mailing, { readonly kind: 'sent' }>, { secure }: SmtpServer): string {
  if (mailing.kind === 'refused') return mailing.reason;
  const isSpoken = SPOKEN.includes(mailing.obstacle) || (mailing.obstacle === 'no_encryption' && !secure);
  return isSpoken
    ? mailing.reason
    : 'No se pudo conectar con el servidor de correo. Revise su nombre, el cifrado, y que el puerto sea 25, 465, 587 o 2525.';
}
