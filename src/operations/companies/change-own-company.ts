import type { Company } from '../../core/company/company.ts';
import { companyChangeProblems } from '../../core/company/company-change.ts';
import type { Problem } from '../../core/refusals/refusal.ts';
import type { DeedStore, Doer } from '../users/ports.ts';
import { type EquipOutcome, equipForTests, type TestAuthority } from './equip-for-tests.ts';
import { type ImportOutcome, importCertificate, setCredentials } from './manage-secrets.ts';
import type { IssuingPlace, OwnCompany, StoredFile } from './own-ports.ts';
import type { Vault } from './ports.ts';

export interface OwnCompanyContext {
  readonly ownCompany: OwnCompany;
  readonly deeds: DeedStore;
  readonly vault: () => Promise<Vault>;
  readonly now: () => number;
}

/** Who changes which company; whether he may is asked before. */
export interface OwnChange {
  readonly by: Doer;
  readonly companyId: string;
}

export type OwnChangeOutcome =
  | { readonly kind: 'changed' }
  /** Somebody else has changed the company since it was read. */
  | { readonly kind: 'overtaken' }
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] };

/** Changes the company to what was made of the file that was read; `what` is said in the record. */
export async function changeOwnCompany(
  { ownCompany, deeds }: OwnCompanyContext,
  { by, companyId }: OwnChange,
  change: { readonly before: StoredFile; readonly after: Company; readonly what: string },
): Promise<OwnChangeOutcome> {
  const { before, after, what } = change;
  const used = await ownCompany.issuedFrom(companyId, lostPlaces(before.company, after));
  // Whether there is a document decides over NIT and environment alone, which only the operator changes.
  const problems = companyChangeProblems(before.company, after, {
    anyDocument: true,
    establishments: new Set(
      used.filter(({ pointOfSale }) => pointOfSale === null).map((one) => one.establishment),
    ),
    pointsOfSale: new Set(used.map(({ establishment, pointOfSale }) => `${establishment}/${pointOfSale}`)),
  });
  if (problems.length > 0) return { kind: 'problems', problems };
  if (!(await ownCompany.change(companyId, before, after))) return { kind: 'overtaken' };
  await deeds.record({ companyId, by, deed: 'company_changed', subject: what });
  return { kind: 'changed' };
}

/** The establishments and points of sale that the company would no longer have. */
function lostPlaces(before: Company, after: Company): readonly IssuingPlace[] {
  return before.establishments.flatMap(({ code, pointsOfSale }): readonly IssuingPlace[] => {
    const kept = after.establishments.find((one) => one.code === code)?.pointsOfSale;
    if (kept === undefined) return [{ establishment: code, pointOfSale: null }];
    const lost = pointsOfSale.filter((pointOfSale) => !kept.includes(pointOfSale));
    return lost.map((pointOfSale) => ({ establishment: code, pointOfSale }));
  });
}

/** What the company's secrets are kept with, and whose they are. */
async function secretsOf({ ownCompany, vault, now }: OwnCompanyContext, { companyId }: OwnChange) {
  const { company } = await ownCompany.file(companyId);
  const context = { secrets: ownCompany.secrets, vault: await vault(), now };
  return { context, stored: { companyId, company } };
}

/** Checks the Ministry's file for the company and keeps its key sealed. */
export async function importOwnCertificate(
  own: OwnCompanyContext,
  change: OwnChange,
  file: { readonly bytes: Uint8Array; readonly password: string },
): Promise<ImportOutcome> {
  const { context, stored } = await secretsOf(own, change);
  const outcome = await importCertificate(context, stored, file);
  if (outcome.kind === 'refused') return outcome;
  await own.deeds.record({ ...change, deed: 'certificate_imported', subject: stored.company.nit });
  return outcome;
}

/** Keeps the company's user and password at the authority, sealed. */
export async function keepOwnCredentials(
  own: OwnCompanyContext,
  change: OwnChange,
  credentials: { readonly user: string; readonly password: string },
): Promise<void> {
  const { context, stored } = await secretsOf(own, change);
  await setCredentials(context, stored, credentials);
  await own.deeds.record({ ...change, deed: 'credentials_set', subject: credentials.user });
}

/** Gives the company what a simulated authority takes its documents by. */
export async function equipOwnForTests(
  own: OwnCompanyContext,
  change: OwnChange,
  authority: TestAuthority,
): Promise<EquipOutcome> {
  const { context, stored } = await secretsOf(own, change);
  const outcome = await equipForTests({ ...context, authority }, stored);
  if (outcome.kind !== 'equipped') return outcome;
  for (const deed of ['credentials_set', 'certificate_imported'] as const)
    await own.deeds.record({ ...change, deed, subject: stored.company.nit });
  return outcome;
}
