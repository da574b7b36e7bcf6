import { resolve } from 'node:path';
import { isLoopbackUrl } from '../../config/setting-checks.ts';
import type { Settings } from '../../config/settings.ts';
import { authorityUser } from '../../core/company/authority-user.ts';
import {
  equipForTests,
  type UnfitForTests,
  unfitForTests,
} from '../../operations/companies/equip-for-tests.ts';
import {
  importCertificate,
  setCredentials,
  setSmtpPassword,
} from '../../operations/companies/manage-secrets.ts';
import type { StoredCompany } from '../../operations/companies/ports.ts';
import type { Answer, Call } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { readBytes, readPassword } from '../files.ts';
import { secretsIn } from '../installation.ts';
import { makeOrReadMasterKey, masterKeyPath, openMasterKey } from '../master-key.ts';
import { readSimulatorAddress } from '../sandbox/simulator-place.ts';
import { testAuthorityAt } from '../sandbox/test-authority.ts';
import { instantText } from '../shown.ts';

export async function certificateImport({
  places: [, path = ''],
  options,
  openCompany,
}: Call): Promise<Answer> {
  const bytes = await readBytes(path);
  const password = await readPassword(options.get('password-file') ?? '');
  const { installation, ...stored } = await openCompany();
  const { slug } = stored.company;
  const outcome = await importCertificate(await secretsIn(installation), stored, { bytes, password });
  if (outcome.kind === 'refused') {
    const problems = outcome.problems.map((message) => ({ path: '', message }));
    throw new CommandFailure('certificate_refused', `${path} cannot be used for ${slug}.`, problems);
  }
  const { certificateId, notAfterMs, warnings } = outcome;
  const until = instantText(notAfterMs);
  return {
    json: { company: slug, certificate_id: certificateId, not_after: until, warnings },
    text: [
      `The certificate of ${slug} is imported; it is valid until ${until}.`,
      ...warnings.map((warning) => `Warning: ${warning}`),
    ],
  };
}

export async function certificateMakeTest({ program, openCompany }: Call): Promise<Answer> {
  const { settings, makeCertificate } = program();
  const url = await simulatorUrl(settings);
  const { installation, ...stored } = await openCompany();
  const { slug } = stored.company;
  const unfit = await unfitForTests(installation.office, stored);
  if (unfit !== null) throw refusal(stored, unfit);
  // The certificate is made by the same operation as in the console; here it is said in English why it is not.
  const context = { ...(await secretsIn(installation)), authority: testAuthorityAt(url, makeCertificate) };
  const outcome = await equipForTests(context, stored);
  if (outcome.kind === 'problems')
    throw new CommandFailure('certificate_refused', outcome.problems.join(' '));
  if (outcome.kind === 'refused') throw refusal(stored, outcome);
  return {
    json: { company: slug, simulator_url: url },
    text: [
      `${slug} has a fictitious certificate and credentials, which the simulated Hacienda at ${url} knows.`,
    ],
  };
}

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

export async function credentialsSet({ options, openCompany }: Call): Promise<Answer> {
  const user = authorityUser(options.get('user') ?? '');
  const password = await readPassword(options.get('password-file') ?? '');
  const { installation, ...stored } = await openCompany();
  await setCredentials(await secretsIn(installation), stored, { user, password });
  const { slug, ambiente: environment } = stored.company;
  return {
    json: { company: slug, environment, user },
    text: [`The credentials of ${slug} for environment ${environment} are kept.`],
  };
}

export async function smtpPasswordSet({ options, openCompany }: Call): Promise<Answer> {
  const password = await readPassword(options.get('password-file') ?? '');
  const { installation, ...stored } = await openCompany();
  const { slug, delivery } = stored.company;
  const { smtp } = delivery;
  if (smtp === null || smtp.user === null)
    throw new CommandFailure(
      'no_smtp_user',
      `The file of ${slug} names no delivery.smtp with a user: apply one that does first.`,
    );
  await setSmtpPassword(await secretsIn(installation), stored, password);
  return {
    json: { company: slug, host: smtp.host, user: smtp.user },
    text: [`The password of ${smtp.user} at ${smtp.host} for ${slug} is kept.`],
  };
}

export async function masterKeyCreate({ places: [path = ''], createMasterKey }: Call): Promise<Answer> {
  const file = resolve(path);
  const creation = await createMasterKey(file);
  if (creation.kind === 'refused') throw new CommandFailure('master_key', creation.message);
  return {
    json: { file },
    text: [
      `The master key is in ${file}: set SELLO_MASTER_KEY_FILE to it.`,
      'Keep a copy apart from the database: without it, what is sealed there is lost.',
    ],
  };
}

export async function masterKeyRotate({ places: [path = ''], program, open }: Call): Promise<Answer> {
  const file = resolve(path);
  const oldFile = masterKeyPath(program().settings);
  if (file === oldFile)
    throw new CommandFailure('same_master_key', `${file} holds the master key of now: name another file.`);
  const installation = await open();
  if (installation.facts.pooler !== 'none')
    throw new CommandFailure(
      'behind_pooler',
      'Behind a pooler nobody sees who else uses the database: set DATABASE_URL to the PostgreSQL server itself for this command.',
    );
  const old = await openMasterKey(installation);
  const fresh = await makeOrReadMasterKey(program(), file);
  const secrets = await installation.office.rewrapSecrets(old, fresh);
  if (secrets === null)
    throw new CommandFailure(
      'in_use',
      'Other processes of Sello use this database: end all of them first, because they know the old master key alone, or start the nodes with SELLO_NEXT_MASTER_KEY_FILE.',
    );
  return {
    json: { file, secrets },
    text: [
      `${secrets} secrets are sealed under the master key in ${file}: set SELLO_MASTER_KEY_FILE to it before anything else is started.`,
      `${oldFile} opens only backups of the database from before: keep it as long as those.`,
    ],
  };
}
