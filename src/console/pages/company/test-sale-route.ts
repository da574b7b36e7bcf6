import { parseExternalRef } from '../../../core/identifiers/external-ref.ts';
import { identifier } from '../../../core/identifiers/text.ts';
import { issueDocument } from '../../../operations/documents/issue-document.ts';
import { waitingOutside } from '../../../operations/documents/issuing-context.ts';
import { readIssuing } from '../../../requests/read-issuing.ts';
import type { Markup } from '../../html.ts';
import { issuerOf } from '../../issue-parts.ts';
import { sendTrouble } from '../../obstacle-pages.ts';
import type { Page } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { recordIssued } from '../../visit-deeds.ts';

/** A company has one test sale under it, however often somebody asks. */
export const TEST_SALE_REF = identifier(parseExternalRef, 'prueba-de-la-consola');

const TEST_SALE = {
  doc_type: '01',
  external_ref: TEST_SALE_REF,
  customer_name: 'Cliente de Prueba',
  lines: [{ description: 'Venta de prueba', quantity: 1, unit_price: 1.13 }],
};

/** `/app/e/:slug/empresa/prueba`: the first sale of a company, in the environment of tests alone. */
export function registerTestSale(
  register: (page: Page<CompanyVisit>) => void,
  parts: ConsoleParts,
  showSteps: (visit: CompanyVisit, refusal: string) => Promise<Markup>,
): void {
  const { issuing } = parts;
  const back = (visit: CompanyVisit) => addressIn(visit, '/empresa');
  register({
    path: '/empresa/prueba',
    get: (visit, reply) => reply.redirect(back(visit), 303),
    async post(visit, reply) {
      const { companyId, company } = visit;
      if (company.ambiente !== '00') return sendTrouble(reply, 'not_found');
      const { certificate, user } = await parts.own.company.secrets.setup(companyId, company.ambiente);
      if (certificate === null || user === null) {
        reply.code(409);
        return showSteps(visit, 'Primero ponga el certificado y las credenciales.');
      }
      const request = readIssuing(TEST_SALE, 'sale');
      if (request.kind === 'refused') throw new Error('the test sale is no sale');
      const issuer = await issuerOf(issuing, visit);
      const before = await issuing.store.findByReference(companyId, TEST_SALE_REF);
      const outcome = await issueDocument(waitingOutside(visit.place, issuing), { ...request, issuer });
      if (outcome.kind === 'refused') {
        reply.code(outcome.status);
        const why = outcome.problems.map(({ message }) => message).join(' ');
        return showSteps(visit, `${outcome.detail} ${why}`.trim());
      }
      const { record, isDuplicate } = outcome;
      if (!isDuplicate) await recordIssued(parts, visit, { record, isCorrection: before !== null });
      return reply.redirect(addressIn(visit, `/emitir/hecho/${record.documentId}`), 303);
    },
  });
}
