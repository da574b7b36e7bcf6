import type { Ambiente } from '../../core/dte/kinds.ts';
import type { CompanySlug } from '../../core/identifiers/company-slug.ts';
import type { SignIn } from '../../operations/authority/ports.ts';
import { type Check, okay, problem, warning } from '../../operations/installation/examine.ts';
import { toFailure } from '../failure.ts';
import type { Unlocked } from '../program.ts';
import { type ExaminedCompany, triedFew } from './examined-company.ts';
import { withoutStop } from './without-stop.ts';

const SIGN_IN_TIMEOUT_MS = 5_000;

/** Words of the authority's codes that an operator meets (Manual Técnico V1.0, page 19). */
const CODES: ReadonlyMap<string | null, string> = new Map([
  ['103', ': the password has expired'],
  ['106', ': the password is wrong'],
]);

/**
 * Signs each company in once, where its authority can be reached: what is kept for it may be wrong, and nobody else
 * asks before a document waits. One more wrong password is the price.
 */
export async function examineSignIns(
  unlocked: Unlocked,
  companies: readonly ExaminedCompany[],
  reached: ReadonlyMap<Ambiente, string>,
): Promise<readonly Check[]> {
  const checks = await triedFew(companies, (company) =>
    examineSignIn(unlocked, company, reached.get(company.company.ambiente)),
  );
  return checks.filter((check) => check !== null);
}

async function examineSignIn(
  unlocked: Unlocked,
  { companyId, company: { slug, ambiente }, setup: { user } }: ExaminedCompany,
  url: string | undefined,
): Promise<Check | null> {
  if (user === null || url === undefined) return null;
  const name = `${slug}: sign-in`;
  try {
    const signIn = await unlocked.signIn({ companyId, ambiente }, url, SIGN_IN_TIMEOUT_MS);
    return signIn && judge(slug, user, signIn);
  } catch (error) {
    const message = `the password of user ${user} cannot be used: ${withoutStop(toFailure(error).message)}`;
    return problem(name, message, credentialsSet(slug));
  }
}

function judge(slug: CompanySlug, user: string, signIn: SignIn): Check {
  const name = `${slug}: sign-in`;
  switch (signIn.kind) {
    case 'granted':
      return okay(name, `Hacienda lets user ${user} in`);
    case 'refused': {
      const { status, code } = signIn;
      const named = code === null ? '' : `, code ${code}`;
      const message = `Hacienda refuses user ${user} (HTTP ${status}${named})${CODES.get(code) ?? ''}`;
      return problem(name, message, `Its documents wait in contingency. ${credentialsSet(slug)}`);
    }
    case 'unanswered':
      return warning(
        name,
        `Hacienda says nothing of user ${user} (${signIn.reason})`,
        'Documents go into contingency until it does.',
      );
  }
}

function credentialsSet(slug: CompanySlug): string {
  return `Run "sello credentials set ${slug} --user U --password-file F".`;
}
