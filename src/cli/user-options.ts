import type { Email } from '../core/identifiers/email.ts';
import { isRole, ROLES, type Standing } from '../core/users/roles.ts';
import type { User } from '../operations/users/ports.ts';
import { userEmail } from '../operations/users/users-context.ts';
import type { Invocation } from './command.ts';
import { CommandFailure, UsageFailure } from './failure.ts';
import { findCompany } from './installation.ts';
import type { Office } from './program.ts';

/** What a user is to be, as the options say it. */
export const STANDING_OPTIONS = { name: 'TEXT!', company: 'SLUG', role: 'ROLE', operator: '' } as const;

/** In the help of commands that take them. */
export const ROLE_NAMES = ROLES.join(', ');

/** The company and the role there; null for an operator, who has no company. */
export interface WantedStanding {
  readonly companyId: string | null;
  readonly role: Standing;
}

/** `--company` with `--role`, or `--operator`. */
export async function standingOption({ options }: Invocation, office: Office): Promise<WantedStanding> {
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

export function emailPlace({ places }: Invocation): Email {
  const [text = ''] = places;
  const email = userEmail(text);
  if (email === null) throw new UsageFailure(`"${text}" is not an e-mail address.`);
  return email;
}

/** The user of the address. Throws CommandFailure where there is none. */
export async function findUser({ people }: Office, invocation: Invocation): Promise<User> {
  const email = emailPlace(invocation);
  const user = await people.users.byEmail(email);
  if (user === null)
    throw new CommandFailure('unknown_user', `There is no user ${email}: sello user list shows them.`);
  return user;
}
