import { isLoopbackUrl } from '../../config/setting-values.ts';
import type { Settings } from '../../config/settings.ts';
import { importCertificate, setCredentials } from '../../operations/companies/manage-secrets.ts';
import type { StoredCompany } from '../../operations/companies/ports.ts';
import type { Command } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { findCompany, type Installation, unlock, withInstallation } from '../installation.ts';
import type { Program } from '../program.ts';
import { registerIssuer } from '../sandbox/register-issuer.ts';
import { freshPassword } from '../sandbox/sandbox-file.ts';
import { readSimulatorAddress } from '../sandbox/simulator-address.ts';
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
      await refuseUnfit(installation, stored);
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

/** What a company has from the Ministry must not be replaced by what the Ministry would refuse. */
async function refuseUnfit({ office }: Installation, { companyId, company }: StoredCompany): Promise<void> {
  const { slug, ambiente, nit } = company;
  if (ambiente !== '00')
    throw new CommandFailure(
      'production',
      `${slug} is a company of environment ${ambiente}: it needs the Ministry's certificate.`,
    );
  const { certificate, user } = await office.secrets.setup(companyId, ambiente);
  if (certificate !== null)
    throw new CommandFailure('has_certificate', `${slug} has a certificate already; it stays as it is.`);
  // Its own user is the NIT, so that a failed run can be repeated.
  if (user !== null && user !== nit)
    throw new CommandFailure(
      'has_credentials',
      `${slug} has credentials already (user ${user}); they stay as they are.`,
    );
}

/** The certificate comes last, so that the command can be repeated after a failure. */
async function equip(
  program: Program,
  installation: Installation,
  { stored, url }: { readonly stored: StoredCompany; readonly url: string },
): Promise<void> {
  const { vault } = await unlock(program, installation);
  const { nit, nrc, name, email, ambiente } = stored.company;
  const password = freshPassword();
  const certificate = await program.makeCertificate({ nit, nrc, name, email, password, nowMs: Date.now() });
  const authorityPassword = freshPassword();
  await registerIssuer(url, { nit, ambiente, password: authorityPassword, certificate });
  const context = secretsContext(installation.office, vault);
  await setCredentials(context, stored, { user: nit, password: authorityPassword });
  const outcome = await importCertificate(context, stored, { bytes: Buffer.from(certificate), password });
  if (outcome.kind === 'refused') throw new CommandFailure('certificate_refused', outcome.problems.join(' '));
}
