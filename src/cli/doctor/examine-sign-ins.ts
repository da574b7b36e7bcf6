import type { Ambiente } from '../../core/dte/kinds.ts';
import type { CompanySlug } from '../../core/identifiers/company-slug.ts';
import type { SignIn } from '../../operations/authority/ports.ts';
import { type Check, okay, problem, warning } from '../../operations/installation/examine.ts';
import type { Unlocked } from '../program.ts';
import { clauseOf, type ExaminedCompany, triedFew } from './examined-company.ts';

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
  const aheadMs = new Map<Ambiente, number>();
  const checks = await triedFew(companies, (company) => {
    const { ambiente } = company.company;
    const onDate = (dateMs: number) => void aheadMs.set(ambiente, dateMs + HALF_A_SECOND_MS - Date.now());
    return examineSignIn(unlocked, company, { url: reached.get(ambiente), onDate });
  });
  return [...checks.filter((check) => check !== null), ...[...aheadMs].map(examineClock)];
}

/** An answer is dated with the second in which it began. */
const HALF_A_SECOND_MS = 500;
/** Documents near midnight get another date than the authority's from about here on. */
const CLOCK_TOLERANCE_MS = 60_000;

function examineClock([ambiente, aheadMs]: readonly [Ambiente, number]): Check {
  const name = `Hacienda's clock, environment ${ambiente}`;
  const seconds = Math.round(aheadMs / 1_000);
  const message = seconds === 0 ? "is this machine's" : `is ${seconds} s ahead of this machine's`;
  return Math.abs(aheadMs) <= CLOCK_TOLERANCE_MS
    ? okay(name, message)
    : warning(
        name,
        message,
        'Synchronise the clocks of these machines (NTP), unless it is Hacienda that is wrong.',
      );
}

async function examineSignIn(
  unlocked: Unlocked,
  { companyId, company: { slug, ambiente }, setup: { user } }: ExaminedCompany,
  { url, onDate }: { readonly url: string | undefined; readonly onDate: (dateMs: number) => void },
): Promise<Check | null> {
  if (user === null || url === undefined) return null;
  const name = `${slug}: sign-in`;
  try {
    const signIn = await unlocked.signIn({ companyId, ambiente }, url, {
      timeoutMs: SIGN_IN_TIMEOUT_MS,
      onDate,
    });
    return signIn && judge(slug, user, signIn);
  } catch (error) {
    const message = `the password of user ${user} cannot be used: ${clauseOf(error)}`;
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
