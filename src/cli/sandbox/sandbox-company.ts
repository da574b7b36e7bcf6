import { join } from 'node:path';
import type { Company } from '../../core/company/company.ts';
import { parseEmail } from '../../core/identifiers/email.ts';
import { identifier } from '../../core/identifiers/text.ts';
import { DEFAULT_LIMITS } from '../../operations/access/ports.ts';
import {
  createKey,
  importCertificate,
  type SecretsContext,
  setCredentials,
} from '../../operations/companies/manage-secrets.ts';
import type { StoredCompany, Vault } from '../../operations/companies/ports.ts';
import { userLink } from '../../operations/users/links.ts';
import { readCompanyFile } from '../../schema/read-company-file.ts';
import { CommandFailure } from '../failure.ts';
import { secretsContext } from '../installation.ts';
import type { Office, Program } from '../program.ts';
import { SANDBOX_COMPANY_FILE } from './sandbox-company-file.ts';
import { freshSecrets, readSandboxFile, type SandboxSecrets, writeSandboxFile } from './sandbox-file.ts';

/** The fictitious company, complete and ready to issue. */
export interface SandboxCompany {
  readonly stored: StoredCompany;
  readonly secrets: SandboxSecrets;
  readonly key: string;
}

/**
 * Opens the fictitious company on the first run and finds it on later ones. A run that was killed half-way is
 * completed by the next.
 */
export async function openSandboxCompany(
  program: Program,
  office: Office,
  vault: Vault,
): Promise<SandboxCompany> {
  const path = join(program.settings.dataDir, 'sandbox.json');
  const company = sandboxCompany();
  const secrets = (await readSandboxFile(path)) ?? (await makeSecrets(program, company, path));
  const stored = (await office.companies.bySlug(company.slug)) ?? (await apply(office, company));
  if (secrets.key !== null && (await isComplete(office, stored, secrets)))
    return { stored, secrets, key: secrets.key };
  const context = secretsContext(office, vault);
  await setUp(context, stored, secrets);
  const { id, key } = await createKey(context, stored, { name: 'sandbox', limits: DEFAULT_LIMITS });
  await writeSandboxFile(path, { ...secrets, keyId: id, key });
  return { stored, secrets, key };
}

/** The key is made last, so a file that names a live one was written by a run that got to the end. */
async function isComplete(
  { keys, secrets: registry }: Office,
  { companyId, company }: StoredCompany,
  { keyId }: SandboxSecrets,
): Promise<boolean> {
  const { certificate, user } = await registry.setup(companyId, company.ambiente);
  const live = (await keys.list()).some((key) => key.keyId === keyId && key.revokedMs === null);
  return live && certificate !== null && user !== null;
}

function sandboxCompany(): Company {
  const reading = readCompanyFile(SANDBOX_COMPANY_FILE);
  if (reading.kind === 'problems') throw new Error('the sandbox company has problems');
  return reading.company;
}

async function makeSecrets(
  { makeCertificate }: Program,
  company: Company,
  path: string,
): Promise<SandboxSecrets> {
  const fresh = await freshSecrets(makeCertificate, company);
  const secrets = { ...fresh, keyId: null, key: null };
  await writeSandboxFile(path, secrets);
  return secrets;
}

async function apply({ companies }: Office, company: Company): Promise<StoredCompany> {
  await companies.apply(company);
  const stored = await companies.bySlug(company.slug);
  if (stored === null) throw new Error('the sandbox company cannot be made');
  return stored;
}

async function setUp(context: SecretsContext, stored: StoredCompany, secrets: SandboxSecrets): Promise<void> {
  const bytes = Buffer.from(secrets.certificate);
  const outcome = await importCertificate(context, stored, { bytes, password: secrets.certificatePassword });
  if (outcome.kind === 'refused')
    throw new CommandFailure('damaged_sandbox', `The sandbox certificate: ${outcome.problems.join(' ')}`);
  const { nit: user } = stored.company;
  await setCredentials(context, stored, { user, password: secrets.authorityPassword });
}

/** Nobody writes there: RFC 2606, section 3. */
const EMAIL = identifier(parseEmail, 'sandbox@example.com');

/** A link that signs in once who owns the fictitious company and operates the sandbox; the person is made on the first run. */
export async function sandboxEntry({ people }: Office, { companyId }: StoredCompany): Promise<string> {
  const owner = { email: EMAIL, name: 'Persona de prueba', isOperator: true, passwordHash: null };
  const { userId } = await people.users.create(owner);
  await people.users.setRole(companyId, userId, 'owner');
  return (await userLink(people, userId, 'entry')).link;
}
