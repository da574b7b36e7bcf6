import type { Email } from '../../core/identifiers/email.ts';
import { isRole, ROLES, type Standing } from '../../core/users/roles.ts';
import type { Mailing } from '../../operations/deliveries/ports.ts';
import { inviteUser } from '../../operations/users/invitations.ts';
import { userLink } from '../../operations/users/links.ts';
import { mailReset } from '../../operations/users/passwords.ts';
import type { KnownUser, SessionSummary, User } from '../../operations/users/ports.ts';
import { userEmail } from '../../operations/users/users-context.ts';
import type { Answer, Call } from '../command.ts';
import { CommandFailure, UsageFailure } from '../failure.ts';
import { findCompany, unlock } from '../installation.ts';
import type { Office } from '../program.ts';
import { type Columns, instantText, tableLines } from '../shown.ts';

/** What a user is to be. */
const ROLE_NAMES = ROLES.join(', ');

/** The company and the role there, of `--company` with `--role`, or `--operator`, who has no company. */
async function standingOf(
  { options }: Call,
  office: Office,
): Promise<{ readonly companyId: string | null; readonly role: Standing }> {
  const [slug, role] = [options.get('company'), options.get('role')];
  if (options.has('operator')) {
    if (slug !== undefined || role !== undefined)
      throw new UsageFailure('--operator is for all companies: give it without --company and --role.');
    return { companyId: null, role: 'operator' };
  }
  if (slug === undefined || role === undefined)
    throw new UsageFailure('Give --company SLUG with --role ROLE, or --operator.');
  if (!isRole(role)) throw new UsageFailure(`--role is one of ${ROLE_NAMES}, not "${role}".`);
  const { companyId } = await findCompany(office, slug);
  return { companyId, role };
}

function emailOf({ places: [text = ''] }: Call): Email {
  const email = userEmail(text);
  if (email === null) throw new UsageFailure(`"${text}" is not an e-mail address.`);
  return email;
}

/** The user of the address. Throws CommandFailure where there is none. */
async function findUser({ people }: Office, call: Call): Promise<User> {
  const email = emailOf(call);
  const user = await people.users.byEmail(email);
  if (user === null)
    throw new CommandFailure('unknown_user', `There is no user ${email}: sello user list shows them.`);
  return user;
}

export async function userCreate(call: Call): Promise<Answer> {
  const email = emailOf(call);
  const name = call.options.get('name') ?? '';
  const { office } = await call.open();
  const { users, ways } = office.people;
  const { companyId, role } = await standingOf(call, office);
  const { kind, userId } = await users.create({ email, name, isOperator: false, passwordHash: null });
  const known = kind === 'exists' ? await users.byEmail(email) : null;
  if (known !== null && !call.options.has('force')) throw knownFailure(known);
  if (known?.isProven === false) await ways.endAll(userId);
  if (companyId !== null && isRole(role)) await users.setRole(companyId, userId, role);
  else await users.setOperator(userId);
  if (known?.isProven === true)
    return { json: { email, kind }, text: [`${email} was a user already and has this role now.`] };
  const { link, endsAt } = await userLink(office.people, userId, 'reset');
  const until = instantText(endsAt);
  return {
    json: { email, kind, link, ends_at: until },
    text: [`${email} chooses a password here, once and until ${until}:`, link],
  };
}

/** Says who has the address already: an owner may have made the account in advance. */
function knownFailure({ email, createdAt, invited, isProven }: KnownUser): CommandFailure {
  const by = invited?.by ?? 'the operator';
  const origin =
    invited === null
      ? 'made by the operator'
      : `invited by ${by}${invited.slug === null ? '' : ` to ${invited.slug}`}`;
  const doubt = isProven
    ? '--force gives the user this role, too.'
    : 'Nobody has shown that the address is theirs: --force ends all that lets them in until now, gives this role and prints a new link.';
  const text = `${email} is a user already, since ${instantText(createdAt)}, ${origin}. Nothing was changed. ${doubt}`;
  return new CommandFailure('known_user', text);
}

/** Who invites, as the message says it. */
const BY = { userId: null, userName: 'Quien opera Sello', address: '' };

export async function userInvite(call: Call): Promise<Answer> {
  const email = emailOf(call);
  const name = call.options.get('name') ?? '';
  const installation = await call.open();
  const standing = await standingOf(call, installation.office);
  const { people } = await unlock(installation);
  const invited = await inviteUser(people, { ...standing, by: BY, isOperator: true, email, name });
  if (invited.kind === 'refused') throw new CommandFailure(invited.code, invited.detail, invited.problems);
  return linkAnswer(email, invited);
}

/** What became of a link: that it was mailed, or the link itself with why it was not. */
function linkAnswer(
  email: string,
  told: { readonly mailing: Mailing | null; readonly link: string | null; readonly endsAt: number },
): Answer {
  const { mailing, link } = told;
  const until = instantText(told.endsAt);
  const json = { email, mailed: mailing?.kind === 'sent', link, ends_at: until };
  if (link === null) return { json, text: [`Mailed to ${email}: a link that ends at ${until}.`] };
  return { json, text: [`${whyNotMailed(mailing)} Hand this link over, which ends at ${until}:`, link] };
}

function whyNotMailed(mailing: Mailing | null): string {
  if (mailing === null) return 'Not mailed: there is no mail server (SELLO_SMTP_URL).';
  return mailing.kind === 'sent' ? 'Mailed.' : `Not mailed: ${mailing.reason}`;
}

export async function userList({ options, open }: Call): Promise<Answer> {
  const named = options.get('company');
  const { office } = await open();
  const company = named === undefined ? null : (await findCompany(office, named)).company;
  const all = await office.people.users.list();
  const users = all.filter(
    ({ companies }) => company === null || companies.some(({ slug }) => slug === company.slug),
  );
  return {
    json: { users: users.map(toJson) },
    text: tableLines(USERS, users, 'There is no user yet: sello user create EMAIL makes one.'),
  };
}

const USERS: Columns<User> = {
  EMAIL: ({ email }) => email,
  NAME: ({ name }) => name,
  ROLES: ({ isOperator, companies }) => {
    const roles = companies.map(({ slug, role }) => `${slug}:${role}`);
    return [...(isOperator ? ['operator'] : []), ...roles].join(' ');
  },
  'LAST SIGN-IN': ({ lastUsedAt }) => instantText(lastUsedAt) ?? 'never',
  STATE: ({ isDisabled, isProven }) => (isDisabled ? 'disabled' : isProven ? 'live' : 'unproven'),
};

function toJson({ userId, email, name, companies, isOperator, isDisabled, isProven, lastUsedAt }: User) {
  return {
    id: userId,
    email,
    name,
    operator: isOperator,
    companies: companies.map(({ slug, role }) => ({ company: slug, role })),
    disabled: isDisabled,
    proven: isProven,
    last_sign_in_at: instantText(lastUsedAt),
  };
}

export const userDisable = (call: Call): Promise<Answer> => setDisabled(call, true);

export const userEnable = (call: Call): Promise<Answer> => setDisabled(call, false);

async function setDisabled(call: Call, isDisabled: boolean): Promise<Answer> {
  const named = call.options.get('company');
  const { office } = await call.open();
  const { userId, email } = await findUser(office, call);
  const { users } = office.people;
  const found = named === undefined ? null : await findCompany(office, named);
  const slug = found?.company.slug ?? null;
  if (found === null) await users.setDisabled(userId, isDisabled);
  else if (!(await users.setMemberDisabled(found.companyId, userId, isDisabled)))
    throw new CommandFailure('unknown_user', `${email} is no user of ${slug}.`);
  const where = slug === null ? '' : ` in ${slug}`;
  return {
    json: { email, company: slug, disabled: isDisabled },
    text: [`${email} is ${isDisabled ? 'disabled' : 'live'}${where}.`],
  };
}

export async function userReset(call: Call): Promise<Answer> {
  const installation = await call.open();
  const { userId, email } = await findUser(installation.office, call);
  const { people } = await unlock(installation);
  const account = await people.sessions.accountOf(userId);
  if (account === null || account.isDisabled)
    throw new CommandFailure('disabled_user', `${email} is disabled: sello user enable ${email}`);
  if (call.options.has('now')) await people.ways.endAll(userId);
  const { mailing, link, endsAt } = await mailReset(people, account, { address: '' });
  return linkAnswer(email, { mailing, endsAt, link: mailing?.kind === 'sent' ? null : link });
}

export async function userSessions(call: Call): Promise<Answer> {
  const { office } = await call.open();
  const { userId, email } = await findUser(office, call);
  const { sessions } = office.people;
  const live = await sessions.sessionsOf(userId);
  if (call.options.has('end')) {
    await sessions.endOthers(userId, null);
    return {
      json: { email, ended: live.length },
      text: [`${email} is signed out everywhere (${live.length} sessions).`],
    };
  }
  return {
    json: { email, sessions: live.map(sessionJson) },
    text: tableLines(SESSIONS, live, `${email} is not signed in.`),
  };
}

const SESSIONS: Columns<SessionSummary> = {
  'LAST USED': ({ lastUsedAt }) => instantText(lastUsedAt),
  SINCE: ({ startedAt }) => instantText(startedAt),
  ADDRESS: ({ address }) => address,
  BROWSER: ({ agent }) => agent,
};

function sessionJson({ lastUsedAt, startedAt, address, agent }: SessionSummary) {
  return { last_used_at: instantText(lastUsedAt), started_at: instantText(startedAt), address, agent };
}
