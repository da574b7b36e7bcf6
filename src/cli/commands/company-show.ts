import { companyFileOf } from '../../core/company/company-file-of.ts';
import type { Command } from '../command.ts';
import { findCompany, withInstallation } from '../installation.ts';

export const companyShow: Command = {
  name: 'company show',
  places: ['COMPANY'],
  options: {},
  summary: 'Print the company file of a company, as "company apply" takes it.',
  async run({ places: [slug = ''] }, { program }) {
    const { company } = await withInstallation(program(), ({ office }) => findCompany(office, slug));
    const file = companyFileOf(company);
    return { json: file, text: [JSON.stringify(file, null, 2)] };
  },
};
