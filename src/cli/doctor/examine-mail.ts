import type { MailAccount, MailObstacle, MailTrial } from '../../operations/deliveries/ports.ts';
import { type Check, okay, problem, warning } from '../../operations/installation/examine.ts';
import type { Program, Unlocked } from '../program.ts';
import { clauseOf, type ExaminedCompany, triedFew } from './examined-company.ts';

type Try = () => Promise<MailTrial>;

/**
 * Which mail server each company uses, and whether it can be used: a few seconds each, without a message. `unlocked`
 * is null where the passwords of companies cannot be opened.
 */
export async function examineMail(
  program: Program,
  unlocked: Unlocked | null,
  companies: readonly ExaminedCompany[],
): Promise<readonly Check[]> {
  const account = program.settings.smtp;
  const ofInstallation = account === null ? [] : [await examineAccount(program, account)];
  const ofCompanies = await triedFew(companies, (company) => examineCompany(unlocked, company, account));
  return [...ofInstallation, ...ofCompanies];
}

function examineAccount(program: Program, account: MailAccount): Promise<Check> {
  const { host, port, login } = account;
  const server = described({ host, port, user: login?.user ?? null });
  return judged('mail', { server, passwordFrom: 'Correct SELLO_SMTP_URL.' }, () => program.tryMail(account));
}

async function examineCompany(
  unlocked: Unlocked | null,
  stored: ExaminedCompany,
  ofInstallation: MailAccount | null,
): Promise<Check> {
  const { company, setup } = stored;
  const { slug, delivery } = company;
  const name = `${slug}: mail`;
  if (delivery.smtp === null && ofInstallation !== null) return okay(name, 'over the installation’s server');
  if (delivery.smtp === null) return withoutServer(name, delivery.rejectionsEmail);
  const { host, port, user } = delivery.smtp;
  const passwordFrom = `Run "sello smtp-password set ${slug} --password-file F".`;
  if (user !== null && !setup.hasSmtpPassword)
    return problem(
      name,
      `${host}:${port}, user ${user}: ${WORDS.password_missing}`,
      `Messages wait. ${passwordFrom}`,
    );
  const server = described(delivery.smtp);
  if (unlocked === null) return okay(name, `${server}; not tried without the master key`);
  return judged(name, { server, passwordFrom }, () => unlocked.tryMail(stored));
}

function withoutServer(name: string, rejectionsEmail: string | null): Check {
  if (rejectionsEmail === null) return okay(name, 'no server; nothing is sent');
  const advice = 'Give the company delivery.smtp, or the installation SELLO_SMTP_URL.';
  return warning(name, `no server; ${rejectionsEmail} is told of no rejection`, advice);
}

function described({
  host,
  port,
  user,
}: Pick<MailAccount, 'host' | 'port'> & { readonly user: string | null }) {
  return `${host}:${port}, ${user === null ? 'without a user' : `user ${user}, password kept`}`;
}

interface Tried {
  readonly server: string;
  /** What to do about the password. */
  readonly passwordFrom: string;
}

async function judged(name: string, { server, passwordFrom }: Tried, attempt: Try): Promise<Check> {
  const trial = await attempt().catch((error: unknown) => clauseOf(error));
  if (typeof trial === 'string')
    return problem(name, `${server}: the password cannot be used: ${trial}`, passwordFrom);
  if (trial.kind === 'accepted') return okay(name, `${server}; it accepts a connection`);
  const { obstacle, code } = trial;
  const message = `${server}: ${WORDS[obstacle]}${code === null ? '' : ` (${code})`}`;
  if (obstacle === 'login_refused') return problem(name, message, `Messages wait. ${passwordFrom}`);
  const advice = ADVICE[obstacle];
  return advice === undefined
    ? warning(name, message, 'Messages wait and are sent once it answers.')
    : problem(name, message, `Messages wait. ${advice}`);
}

const WORDS: Readonly<Record<MailObstacle, string>> = {
  no_server: 'there is no server',
  password_missing: 'its password is missing',
  unknown_host: 'no such host is known',
  unreachable: 'nothing can be reached there',
  no_answer: 'it does not answer in time',
  no_encryption: 'it offers no TLS, without which no password is sent',
  certificate_not_trusted: 'its certificate is not trusted',
  login_refused: 'it refuses the user or the password',
  refused_by_server: 'it refuses what it is told',
  message_not_ready: 'there is no message',
};

/** What only the operator can mend; whatever is not here may pass by itself. */
const ADVICE: Readonly<Partial<Record<MailObstacle, string>>> = {
  unknown_host: 'Correct the name of the server.',
  no_encryption: 'Use a port of the server that speaks TLS (465) or STARTTLS (587).',
  certificate_not_trusted:
    'Have the server show a certificate for this name that is in force, or name its authority in NODE_EXTRA_CA_CERTS.',
};
