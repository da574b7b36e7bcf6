import type { Command } from '../command.ts';
import { findCompany, withInstallation } from '../installation.ts';

export const linksRevoke: Command = {
  name: 'links revoke',
  places: [],
  options: { company: 'SLUG!' },
  summary:
    'Let no link to files of the company that was given until now open anything; answers carry new ones.',
  async run({ options }, { program }) {
    const slug = options.get('company') ?? '';
    await withInstallation(program(), async ({ office }) => {
      const { companyId } = await findCompany(office, slug);
      await office.companies.revokeLinks(companyId);
    });
    return {
      json: { company: slug, revoked: true },
      text: [`The links to files of ${slug} are revoked. A status query gives new ones.`],
    };
  },
};
