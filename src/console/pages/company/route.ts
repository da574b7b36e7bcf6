import { listUsers } from '../../../operations/users/manage-users.ts';
import type { Markup } from '../../html.ts';
import type { CompanyPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { CERTIFICATION, certificationOf } from './certification.ts';
import { DATA } from './data.ts';
import { LOOKS } from './looks.ts';
import { MAIL } from './mail.ts';
import { PLACES } from './places.ts';
import { secretsPages } from './secrets.ts';
import { SETTINGS } from './settings.ts';
import { issueTestSale, TEST_SALE_REF } from './test-sale.ts';
import { companyPage } from './view.ts';

const access = 'manage_company';

/** `/app/e/:slug/empresa`: what a company has to set up before it issues, step by step. */
export function companyPages(parts: ConsoleParts): readonly CompanyPage[] {
  return [
    { path: '/empresa', access, get: (_parts, visit) => showSteps(parts, visit) },
    DATA,
    PLACES,
    ...LOOKS,
    ...secretsPages(parts),
    ...MAIL,
    ...SETTINGS,
    CERTIFICATION,
    {
      path: '/empresa/prueba',
      access,
      get: (_parts, visit) => addressIn(visit, '/empresa'),
      async post(_parts, visit) {
        const outcome = await issueTestSale(parts, visit);
        if (typeof outcome === 'string') return outcome;
        const { status, refusal } = outcome;
        return { status, page: await showSteps(parts, visit, refusal) };
      },
    },
  ];
}

async function showSteps(
  parts: ConsoleParts,
  visit: CompanyVisit,
  refusal: string | null = null,
): Promise<Markup> {
  const { companyId, company } = visit;
  const [{ company: full }, setup, standing, people, testSale, certification] = await Promise.all([
    parts.own.company.file(companyId),
    parts.own.company.secrets.setup(companyId, company.ambiente),
    parts.operating.today.standing(companyId, company.ambiente),
    listUsers(parts.users, companyId),
    parts.desk.store.findByReference(companyId, TEST_SALE_REF),
    certificationOf(parts, visit),
  ]);
  const installationMails = parts.users.mailAccounts.ofInstallation !== null;
  const nowMs = parts.clock.now();
  const state = { full, setup, standing, people, testSale, certification, refusal, installationMails, nowMs };
  return companyPage(visit, state);
}
