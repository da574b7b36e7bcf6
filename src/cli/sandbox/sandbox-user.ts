import { parseEmail } from '../../core/identifiers/email.ts';
import { identifier } from '../../core/identifiers/text.ts';
import type { StoredCompany } from '../../operations/companies/ports.ts';
import { userLink } from '../../operations/users/links.ts';
import type { Office } from '../program.ts';

/** Nobody writes there: RFC 2606, section 3. */
const EMAIL = identifier(parseEmail, 'sandbox@example.com');

/** A link that signs in once who owns the fictitious company and operates the sandbox; the person is made on the first run. */
export async function sandboxEntry({ people }: Office, { companyId }: StoredCompany): Promise<string> {
  const owner = { email: EMAIL, name: 'Persona de prueba', isOperator: true, passwordHash: null };
  const { userId } = await people.users.create(owner);
  await people.users.setRole(companyId, userId, 'owner');
  return (await userLink(people, userId, 'entry')).link;
}
