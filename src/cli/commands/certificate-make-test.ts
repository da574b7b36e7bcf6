import { isLoopbackUrl } from '../../config/setting-values.ts';
import type { Settings } from '../../config/settings.ts';
import {
  equipForTests,
  type UnfitForTests,
  unfitForTests,
} from '../../operations/companies/equip-for-tests.ts';
import type { StoredCompany } from '../../operations/companies/ports.ts';
import type { Command } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { findCompany, type Installation, unlock, withInstallation } from '../installation.ts';
import type { Program } from '../program.ts';
import { readSimulatorAddress } from '../sandbox/simulator-address.ts';
import { testAuthorityAt } from '../sandbox/test-authority.ts';
import { secretsContext } from '../secrets-context.ts';

export const certificateMakeTest: Command = {
  name: 'certificate make-test',
  places: ['COMPANY'],
  options: {},
  summary:
    'Give a company of environment 00 a certificate and credentials that the simulated Hacienda takes.',
  async run({ places: [slug = ''] }, { program: makeProgram }) {
    const program = makeProgram();
    const url = await simulatorUrl(program.settings);
    await withInstallation(program, async (installation) => {
      const stored = await findCompany(installation.office, slug);
      const unfit = await unfitForTests(installation.office, stored);
      if (unfit !== null) throw refusal(stored, unfit);
      await equip(program, installation, { stored, url });
    });
    return {
      json: { company: slug, simulator_url: url },
      text: [
        `${slug} has a fictitious certificate and credentials, which the simulated Hacienda at ${url} knows.`,
      ],
    };
  },
};

/** The address of the running sandbox's simulator, or of one that the settings name. */
async function simulatorUrl({ dataDir, haciendaTestUrl }: Settings): Promise<string> {
  if (isLoopbackUrl(haciendaTestUrl)) return haciendaTestUrl;
  const url = await readSimulatorAddress(dataDir);
  if (url !== null) return url;
  throw new CommandFailure(
    'no_simulator',
    'No simulated Hacienda is running: run "sello start" beside this, or set SELLO_HACIENDA_TEST_URL to one on this machine.',
  );
}

/** The certificate is made by the same operation as in the console; here it says in English why it is not. */
async function equip(
  program: Program,
  installation: Installation,
  { stored, url }: { readonly stored: StoredCompany; readonly url: string },
): Promise<void> {
  const { vault } = await unlock(program, installation);
  const context = secretsContext(installation.office, vault);
  const authority = testAuthorityAt(url, program.makeCertificate);
  const outcome = await equipForTests({ ...context, authority }, stored);
  if (outcome.kind === 'problems')
    throw new CommandFailure('certificate_refused', outcome.problems.join(' '));
  if (outcome.kind === 'refused') throw refusal(stored, outcome);
}

function refusal(
  { company: { slug, ambiente } }: StoredCompany,
  { because, user }: UnfitForTests,
): CommandFailure {
  const messages = {
    production: `${slug} is a company of environment ${ambiente}: it needs the Ministry's certificate.`,
    has_certificate: `${slug} has a certificate already; it stays as it is.`,
    has_credentials: `${slug} has credentials already (user ${user}); they stay as they are.`,
  };
  return new CommandFailure(because, messages[because]);
}
