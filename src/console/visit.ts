import type { Standing } from '../core/users/roles.ts';
import type { Place } from '../operations/access/places.ts';
import type { Membership, Origin, Session } from '../operations/users/ports.ts';
import type { Fields } from './form.ts';

/** A request of whoever opens a page. */
export interface Visit {
  /** The path of the address, without what stands behind a question mark. */
  readonly path: string;
  /** The places of the path, by name. */
  readonly params: Readonly<Record<string, string>>;
  /** What stands behind the question mark of the address. */
  readonly query: Fields;
  /** What was posted, but for the fields of the frame itself, whose names begin with an underscore. */
  readonly form: Fields;
  /** The fields of the frame itself that were posted. */
  readonly own: Fields;
  /** Goes into the field `_csrf` of each form. */
  readonly csrf: string;
  readonly origin: Origin;
  /** Whether htmx asks for a part of the page; without script, nobody does. */
  readonly isPartial: boolean;
}

/** A request of whoever is signed in. */
export interface UserVisit extends Visit {
  readonly session: Session;
  /** Whether the user has signed in with this very request, which then does nothing but show its form again. */
  readonly isReturning: boolean;
}

/** A request of somebody for a company that he belongs to. */
export interface CompanyVisit extends UserVisit {
  readonly companyId: string;
  readonly company: Membership;
  readonly role: Standing;
  /** How many things of it need somebody, as the menu says; 0 for whoever may not see them. */
  readonly needs: number;
  /** Held until the answer is made; what waits for somebody outside gives it away meanwhile. */
  readonly place: Place;
}

/** An address of the console. */
export type Address = `/${string}`;

export function isAddress(text: string): text is Address {
  return text.startsWith('/');
}

/** The address of a page of a company: `addressIn(visit, '/hoy')`. */
export function addressIn({ company }: Pick<CompanyVisit, 'company'>, path: string): Address {
  return `/app/e/${company.slug}${path}`;
}
