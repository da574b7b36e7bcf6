import { formatInstant } from '../../core/calendar/instant.ts';
import { importCertificate } from '../../operations/companies/manage-secrets.ts';
import type { Command } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { findCompany, unlock, withInstallation } from '../installation.ts';
import { readBytes, readPassword } from '../read-file.ts';
import { secretsContext } from '../secrets-context.ts';

export const certificateImport: Command = {
  name: 'certificate import',
  places: ['COMPANY', 'FILE'],
  options: { 'password-file': 'FILE!' },
  summary: "Import the Ministry's certificate of a company; running nodes use it at once.",
  async run({ places: [slug = '', path = ''], options }, { program }) {
    const bytes = await readBytes(path);
    const password = await readPassword(options.get('password-file') ?? '');
    const outcome = await withInstallation(program(), async (installation) => {
      const company = await findCompany(installation.office, slug);
      const { vault } = await unlock(program(), installation);
      return importCertificate(secretsContext(installation.office, vault), company, { bytes, password });
    });
    if (outcome.kind === 'refused') {
      const problems = outcome.problems.map((message) => ({ path: '', message }));
      throw new CommandFailure('certificate_refused', `${path} cannot be used for ${slug}.`, problems);
    }
    const { certificateId, notAfterMs, warnings } = outcome;
    const until = formatInstant(notAfterMs);
    return {
      json: { company: slug, certificate_id: certificateId, not_after: until, warnings },
      text: [
        `The certificate of ${slug} is imported; it is valid until ${until}.`,
        ...warnings.map((warning) => `Warning: ${warning}`),
      ],
    };
  },
};
