import { setCredentials } from '../../operations/companies/manage-secrets.ts';
import type { Command } from '../command.ts';
import { findCompany, unlock, withInstallation } from '../installation.ts';
import { readPassword } from '../read-file.ts';
import { secretsContext } from '../secrets-context.ts';

export const credentialsSet: Command = {
  name: 'credentials set',
  places: ['COMPANY'],
  options: { user: 'U!', 'password-file': 'FILE!' },
  summary: "Keep a company's user and password at Hacienda's API.",
  async run({ places: [slug = ''], options }, { program }) {
    const user = options.get('user') ?? '';
    const password = await readPassword(options.get('password-file') ?? '');
    const environment = await withInstallation(program(), async (installation) => {
      const stored = await findCompany(installation.office, slug);
      const { vault } = await unlock(program(), installation);
      await setCredentials(secretsContext(installation.office, vault), stored, { user, password });
      return stored.company.ambiente;
    });
    return {
      json: { company: slug, environment, user },
      text: [`The credentials of ${slug} for environment ${environment} are kept.`],
    };
  },
};
