import { inviteUser } from '../../operations/users/invitations.ts';
import type { Command } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { unlock, withInstallation } from '../installation.ts';
import { linkAnswer } from '../mailed-link.ts';
import { emailPlace, ROLE_NAMES, STANDING_OPTIONS, standingOption } from '../user-options.ts';

/** Who invites, as the message says it. */
const BY = { userId: null, userName: 'Quien opera Sello', address: '' };

export const userInvite: Command = {
  name: 'user invite',
  places: ['EMAIL'],
  options: STANDING_OPTIONS,
  summary: `Mail somebody a link to become a user of the console (${ROLE_NAMES}); it ends after 7 days, and is printed where it cannot be mailed.`,
  async run(invocation, { program }) {
    const email = emailPlace(invocation);
    const name = invocation.options.get('name') ?? '';
    const invited = await withInstallation(program(), async (installation) => {
      const standing = await standingOption(invocation, installation.office);
      const { people } = await unlock(program(), installation);
      return inviteUser(people, { ...standing, by: BY, email, name });
    });
    if (invited.kind === 'refused') throw new CommandFailure(invited.code, invited.detail, invited.problems);
    return linkAnswer(email, invited);
  },
};
