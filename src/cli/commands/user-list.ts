import { formatInstant } from '../../core/calendar/instant.ts';
import type { User } from '../../operations/users/ports.ts';
import type { Command } from '../command.ts';
import { findCompany, withInstallation } from '../installation.ts';
import { tableLines } from '../table.ts';

export const userList: Command = {
  name: 'user list',
  places: [],
  options: { company: 'SLUG' },
  summary: 'List the users of the console, with what they are in which company and when they came in last.',
  async run({ options }, { program }) {
    const slug = options.get('company');
    const users = await withInstallation(program(), async ({ office }) => {
      if (slug !== undefined) await findCompany(office, slug);
      const all = await office.people.users.list();
      return slug === undefined ? all : all.filter((user) => user.companies.some((one) => one.slug === slug));
    });
    return {
      json: { users: users.map(toJson) },
      text:
        users.length === 0
          ? ['There is no user yet: sello user create EMAIL makes one.']
          : tableLines(['EMAIL', 'NAME', 'ROLES', 'LAST SIGN-IN', 'STATE'], users.map(toRow)),
    };
  },
};

function toRow({ email, name, companies, isOperator, isDisabled, lastUsedAt }: User): readonly string[] {
  const roles = [
    ...(isOperator ? ['operator'] : []),
    ...companies.map(({ slug, role }) => `${slug}:${role}`),
  ];
  const state = isDisabled ? 'disabled' : 'live';
  return [email, name, roles.join(' '), instantOrNull(lastUsedAt) ?? 'never', state];
}

function toJson({ userId, email, name, companies, isOperator, isDisabled, lastUsedAt }: User) {
  return {
    id: userId,
    email,
    name,
    operator: isOperator,
    companies: companies.map(({ slug, role }) => ({ company: slug, role })),
    disabled: isDisabled,
    last_sign_in_at: instantOrNull(lastUsedAt),
  };
}

function instantOrNull(ms: number | null): string | null {
  return ms === null ? null : formatInstant(Math.floor(ms));
}
