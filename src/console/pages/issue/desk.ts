import type { IssuingCompany } from '../../../operations/documents/issuing-context.ts';
import type { BegunForm } from '../../../operations/forms/ports.ts';
import { issuerOf } from '../../desk.ts';
import type { ConsoleParts, DeskParts } from '../../parts.ts';
import type { CompanyVisit } from '../../visit.ts';

/** A form as it stands while it is worked on. */
export type Typed = Pick<BegunForm, 'tipoDte' | 'externalRef' | 'fields'>;

/** What a company's forms are worked on with. */
export type Desk = DeskParts & { readonly issuer: IssuingCompany };

export async function deskOf(parts: ConsoleParts, visit: CompanyVisit): Promise<Desk> {
  return { ...parts.desk, issuer: await issuerOf(parts, visit) };
}
