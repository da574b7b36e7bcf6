import type { Command, Invocation, Surroundings } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { findCompany, withInstallation } from '../installation.ts';
import { findUser } from '../user-options.ts';

export const userDisable: Command = {
  name: 'user disable',
  places: ['EMAIL'],
  options: { company: 'SLUG' },
  summary: 'Keep a user out of a company, or of everything, and end the sessions then; what was done stays.',
  run: (invocation, surroundings) => setDisabled(invocation, surroundings, true),
};

export const userEnable: Command = {
  name: 'user enable',
  places: ['EMAIL'],
  options: { company: 'SLUG' },
  summary: 'Let a disabled user in again.',
  run: (invocation, surroundings) => setDisabled(invocation, surroundings, false),
};

async function setDisabled(invocation: Invocation, { program }: Surroundings, isDisabled: boolean) {
  const slug = invocation.options.get('company');
  const email = await withInstallation(program(), async ({ office }) => {
    const { userId, email } = await findUser(office, invocation);
    const { users } = office.people;
    if (slug === undefined) await users.setDisabled(userId, isDisabled);
    else {
      const { companyId } = await findCompany(office, slug);
      if (!(await users.setMemberDisabled(companyId, userId, isDisabled)))
        throw new CommandFailure('unknown_user', `${email} is no user of ${slug}.`);
    }
    return email;
  });
  const where = slug === undefined ? '' : ` in ${slug}`;
  return {
    json: { email, company: slug ?? null, disabled: isDisabled },
    text: [`${email} is ${isDisabled ? 'disabled' : 'live'}${where}.`],
  };
}
