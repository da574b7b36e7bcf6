import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Company } from '../../core/company/company.ts';
import { companyChangeProblems, type IssuedPlaces, twinProblem } from '../../core/company/company-change.ts';
import { companyFileOf } from '../../core/company/company-file-of.ts';
import type { CompanySlug } from '../../core/identifiers/company-slug.ts';
import type { EstablishmentCode } from '../../core/identifiers/establishment-code.ts';
import type { PointOfSaleCode } from '../../core/identifiers/point-of-sale-code.ts';
import type { CompanyChange, CompanyRegistry, StoredCompany } from '../../operations/companies/ports.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { inTransaction, query } from '../connection/transaction.ts';
import { parseProfile } from './company-reader.ts';

interface CompanyRow {
  readonly company_id: string;
  readonly profile: unknown;
}

const COLUMNS = 'company_id, profile';

function toStored({ company_id: companyId, profile }: CompanyRow): StoredCompany {
  return { companyId, company: parseProfile(companyId, profile) };
}

/** The companies, for the operator. The pool acts as `sello_operator`. */
export function createCompanyRegistry(pool: Pool): CompanyRegistry {
  return {
    async list() {
      const { rows } = await query<CompanyRow>(pool, {
        text: `SELECT ${COLUMNS} FROM companies ORDER BY slug`,
      });
      return rows.map(toStored);
    },
    async production() {
      const { rows } = await query<{ readonly slug: CompanySlug }>(pool, {
        text: `SELECT slug FROM companies WHERE environment = '01' ORDER BY slug LIMIT 1`,
      });
      return rows[0]?.slug ?? null;
    },
    bySlug: (slug) => find(pool, 'slug = $1', slug),
    byId: (companyId) => find(pool, 'company_id = $1', companyId),
    async revokeLinks(companyId) {
      // Nodes read a company again as soon as they see another time of change.
      await query(pool, {
        text: `UPDATE companies SET links_epoch = links_epoch + 1, updated_at = statement_timestamp() WHERE company_id = $1`,
        values: [companyId],
      });
    },
    apply: (company, check = companyChangeProblems) =>
      inTransaction(pool, async (client) => {
        const before = await lock(client, company.slug);
        const twin = await twinOf(client, company);
        if (twin !== null) return { kind: 'problems', problems: [twinProblem(company, twin)] };
        if (before === null) return { kind: 'created', companyId: await insert(client, company) };
        return change(client, { before: toStored(before), profile: before.profile, after: company }, check);
      }),
  };
}

async function find(pool: Pool, condition: string, value: string): Promise<StoredCompany | null> {
  const text = `SELECT ${COLUMNS} FROM companies WHERE ${condition}`;
  const { rows } = await query<CompanyRow>(pool, { text, values: [value] });
  const [row] = rows;
  return row === undefined ? null : toStored(row);
}

async function lock(client: Client, slug: CompanySlug): Promise<CompanyRow | null> {
  // Two operators who create the same company at once wait for each other here, where there is no row to lock yet.
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('company ' || $1, 0))`, [slug]);
  const { rows } = await client.query<CompanyRow>(
    `SELECT ${COLUMNS} FROM companies WHERE slug = $1 FOR UPDATE`,
    [slug],
  );
  return rows[0] ?? null;
}

/** The slug of another company of the same taxpayer in the same environment; two that come at once take turns. */
async function twinOf(client: Client, { slug, ambiente, nit }: Company): Promise<CompanySlug | null> {
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('taxpayer ' || $1 || ' ' || $2, 0))`, [
    ambiente,
    nit,
  ]);
  const { rows } = await client.query<{ readonly slug: CompanySlug }>(
    `SELECT slug FROM companies WHERE environment = $1 AND profile->>'nit' = $2 AND slug <> $3 LIMIT 1`,
    [ambiente, nit, slug],
  );
  return rows[0]?.slug ?? null;
}

async function insert(client: Client, company: Company): Promise<string> {
  const companyId = randomUUID();
  await client.query(
    `INSERT INTO companies (company_id, slug, environment, profile) VALUES ($1, $2, $3, $4)`,
    [companyId, company.slug, company.ambiente, JSON.stringify(companyFileOf(company))],
  );
  return companyId;
}

async function change(
  client: Client,
  states: { readonly before: StoredCompany; readonly profile: unknown; readonly after: Company },
  check: typeof companyChangeProblems,
): Promise<CompanyChange> {
  const { before, profile, after } = states;
  const { companyId } = before;
  const problems = check(before.company, after, await issuedPlaces(client, companyId));
  if (problems.length > 0) return { kind: 'problems', problems };
  const file = companyFileOf(after);
  if (isDeepStrictEqual(profile, file)) return { kind: 'unchanged', companyId };
  await client.query(
    `UPDATE companies SET environment = $2, profile = $3, updated_at = statement_timestamp() WHERE company_id = $1`,
    [companyId, after.ambiente, JSON.stringify(file)],
  );
  return { kind: 'changed', companyId };
}

async function issuedPlaces(client: Client, companyId: string): Promise<IssuedPlaces> {
  const { rows } = await client.query<{
    readonly establishment: EstablishmentCode;
    readonly point_of_sale: PointOfSaleCode;
  }>(`SELECT DISTINCT establishment, point_of_sale FROM documents WHERE company_id = $1`, [companyId]);
  return {
    anyDocument: rows.length > 0,
    establishments: new Set(rows.map((row) => row.establishment)),
    pointsOfSale: new Set(rows.map((row) => `${row.establishment}/${row.point_of_sale}`)),
  };
}
