import { NO_FIELDS } from '../../src/console/form.ts';
import type { CompanyVisit } from '../../src/console/visit.ts';
import type { Ambiente } from '../../src/core/dte/kinds.ts';
import { parseCompanySlug } from '../../src/core/identifiers/company-slug.ts';
import { parseEmail } from '../../src/core/identifiers/email.ts';
import { identifier } from '../../src/core/identifiers/text.ts';
import type { Standing } from '../../src/core/users/roles.ts';
import { NO_PLACE } from '../../src/operations/access/places.ts';

/** A visit of somebody with this role to a shop with three things that need somebody. */
export function layoutVisit(role: Standing, ambiente: Ambiente = '01'): CompanyVisit {
  const company = {
    companyId: 'c',
    slug: identifier(parseCompanySlug, 'tienda'),
    name: 'Tienda <b>',
    ambiente,
    role,
  } as const;
  return {
    path: '/app/e/tienda/hoy',
    params: {},
    query: NO_FIELDS,
    form: NO_FIELDS,
    own: NO_FIELDS,
    csrf: 'ficha',
    origin: { address: '192.0.2.7', agent: '' },
    isPartial: false,
    session: {
      sessionId: 's',
      userId: 'u',
      name: 'Ana "Ficticia"',
      email: identifier(parseEmail, 'ana@example.com'),
      isOperator: role === 'operator',
      memberships: [],
      startedAt: 0,
      lastUsedAt: 0,
    },
    isReturning: false,
    companyId: 'c',
    company,
    role,
    needs: 3,
    place: NO_PLACE,
  };
}
