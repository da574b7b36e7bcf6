import { mailReset } from '../../operations/users/passwords.ts';
import type { Command } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { unlock, withInstallation } from '../installation.ts';
import { linkAnswer } from '../mailed-link.ts';
import { findUser } from '../user-options.ts';

export const userReset: Command = {
  name: 'user reset',
  places: ['EMAIL'],
  options: { passkeys: '', provider: '' },
  summary:
    'Mail a user a link to choose another password; it is printed where it cannot be mailed. --passkeys removes the passkeys, whose devices open the account otherwise, and --provider the link to an account at the provider of the sign-in.',
  async run(invocation, { program }) {
    return withInstallation(program(), async (installation) => {
      const { userId, email } = await findUser(installation.office, invocation);
      const { people } = await unlock(program(), installation);
      const account = await people.sessions.accountOf(userId);
      if (account === null || account.isDisabled)
        throw new CommandFailure('disabled_user', `${email} is disabled: sello user enable ${email}`);
      if (invocation.options.has('passkeys')) await people.passkeys.removeAll(userId);
      if (invocation.options.has('provider')) await people.providerAccounts.unlinkAll(userId);
      const { mailing, link, endsAt } = await mailReset(people, account, { address: '' });
      return linkAnswer(email, { mailing, endsAt, link: mailing?.kind === 'sent' ? null : link });
    });
  },
};
