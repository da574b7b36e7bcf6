import { setSmtpPassword } from '../../operations/companies/manage-secrets.ts';
import type { Command } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { findCompany, unlock, withInstallation } from '../installation.ts';
import { readPassword } from '../read-file.ts';
import { secretsContext } from '../secrets-context.ts';

export const smtpPasswordSet: Command = {
  name: 'smtp-password set',
  places: ['COMPANY'],
  options: { 'password-file': 'FILE!' },
  summary: 'Keep the password of the mail server in the file of a company.',
  async run({ places: [slug = ''], options }, { program }) {
    const password = await readPassword(options.get('password-file') ?? '');
    const smtp = await withInstallation(program(), async (installation) => {
      const stored = await findCompany(installation.office, slug);
      const server = stored.company.delivery.smtp;
      if (server === null || server.user === null)
        throw new CommandFailure(
          'no_smtp_user',
          `The file of ${slug} names no delivery.smtp with a user: apply one that does first.`,
        );
      const { vault } = await unlock(program(), installation);
      await setSmtpPassword(secretsContext(installation.office, vault), stored, password);
      return server;
    });
    return {
      json: { company: slug, host: smtp.host, user: smtp.user },
      text: [`The password of ${smtp.user} at ${smtp.host} for ${slug} is kept.`],
    };
  },
};
