import { formatInstant } from '../../core/calendar/instant.ts';
import { isRole } from '../../core/users/roles.ts';
import { userLink } from '../../operations/users/links.ts';
import type { Command } from '../command.ts';
import { withInstallation } from '../installation.ts';
import { emailPlace, ROLE_NAMES, STANDING_OPTIONS, standingOption } from '../user-options.ts';

export const userCreate: Command = {
  name: 'user create',
  places: ['EMAIL'],
  options: STANDING_OPTIONS,
  summary: `Make a user of the console, or give one that there is a role (${ROLE_NAMES}); a new one chooses a password by the link that is printed.`,
  async run(invocation, { program }) {
    const email = emailPlace(invocation);
    const name = invocation.options.get('name') ?? '';
    const { kind, link } = await withInstallation(program(), async ({ office }) => {
      const { users } = office.people;
      const { companyId, role } = await standingOption(invocation, office);
      const made = await users.create({ email, name, isOperator: false, passwordHash: null });
      if (companyId !== null && isRole(role)) await users.setRole(companyId, made.userId, role);
      else await users.setOperator(made.userId);
      return {
        ...made,
        link: made.kind === 'created' ? await userLink(office.people, made.userId, 'reset') : null,
      };
    });
    if (link === null)
      return { json: { email, kind }, text: [`${email} was a user already and has this role now.`] };
    const until = formatInstant(Math.floor(link.endsAt));
    return {
      json: { email, kind, link: link.link, ends_at: until },
      text: [`${email} chooses a password here, once and until ${until}:`, link.link],
    };
  },
};
