import type { Ambiente } from '../../core/dte/kinds.ts';
import type { CompanySlug } from '../../core/identifiers/company-slug.ts';
import type { Role } from '../../core/users/roles.ts';
import type { Membership } from '../../operations/users/ports.ts';

/** A company as `company_names` answers it. */
export interface NamedCompanyRow {
  readonly company_id: string;
  readonly slug: CompanySlug;
  readonly name: string;
  readonly environment: Ambiente;
}

export interface MembershipRow extends NamedCompanyRow {
  readonly role: Role | 'operator';
}

/** SQL of an instant as milliseconds since the epoch. */
export function msOf(column: string): string {
  return `(extract(epoch FROM ${column}) * 1000)::float8`;
}

/** SQL of an instant so many milliseconds from now, which a parameter says. */
export function inMs(parameter: string): string {
  return `statement_timestamp() + ${parameter}::float8 * interval '1 millisecond'`;
}

export function toMembership(row: MembershipRow): Membership {
  const { company_id: companyId, slug, name, environment: ambiente, role } = row;
  return { companyId, slug, name, ambiente, role };
}
