import { companyFileOf } from '../../../core/company/company-file-of.ts';
import { previewDocument } from '../../../operations/documents/preview-document.ts';
import type { PaperOrder } from '../../../operations/files/ports.ts';
import { readIssuing } from '../../../requests/read-issuing.ts';
import { readCompanyFile } from '../../../schema/read-company-file.ts';
import { sendTrouble } from '../../obstacle-pages.ts';
import type { Page } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { sendPaper } from '../../send-paper.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { looksPage } from './looks-view.ts';
import { keepReading } from './places-route.ts';

const PATH = '/empresa/imagen';

/** `/app/e/:slug/empresa/imagen`: logo and colour, as they look on a letter and a ticket. */
export function registerLooks(register: (page: Page<CompanyVisit>) => void, parts: ConsoleParts): void {
  const show = async (visit: CompanyVisit, problem: string | null = null) => {
    const { company } = await parts.own.company.file(visit.companyId);
    return looksPage(visit, { branding: company.branding, problem, done: visit.query.one('hecho') });
  };
  register({
    path: PATH,
    get: (visit) => show(visit),
    refill: (visit) => show(visit),
    async post(visit, reply) {
      const before = await parts.own.company.file(visit.companyId);
      const file = companyFileOf(before.company);
      const { form } = visit;
      const chosen = form.one('logo') || file.branding.logo;
      const logo = form.has('without_logo') ? null : chosen;
      const color = form.one('color').toLowerCase();
      const reading = readCompanyFile({ ...file, branding: { logo, color: color === '' ? null : color } });
      const problems = await keepReading(parts, visit, { before, reading, what: 'imagen' });
      if (problems.length === 0) return reply.redirect(addressIn(visit, `${PATH}?hecho=imagen`), 303);
      reply.code(422);
      return show(visit, problems.map(({ message }) => message).join(' '));
    },
  });
  register({
    path: `${PATH}/muestra`,
    isWithoutCount: true,
    async get(visit, reply) {
      const order = await sampleFor(parts, visit);
      if (order === null) return sendTrouble(reply, 'not_found');
      return sendPaper(parts, { visit, reply }, order);
    },
  });
}

/** A sale that nobody makes. */
const SAMPLE = {
  doc_type: '01',
  external_ref: 'muestra',
  lines: [
    { description: 'Producto de muestra', quantity: 2, unit_price: 5.65 },
    { description: 'Otro producto', quantity: 1, unit_price: 1.13 },
  ],
};

/** The paper of a sale as the company would issue it now; null where its data do not allow one. */
async function sampleFor(
  parts: ConsoleParts,
  { companyId, query }: CompanyVisit,
): Promise<PaperOrder | null> {
  const company = await parts.own.companies.company(companyId);
  if (company === null) return null;
  const asked = readIssuing(SAMPLE, 'sale');
  if (asked.kind === 'refused') return null;
  const { externalRef, order } = asked;
  const preview = await previewDocument(parts.issuing, {
    issuer: { companyId, company },
    externalRef,
    order,
  });
  if (preview.kind === 'refused') return null;
  return {
    form: query.one('papel') === 'tiquete' ? { kind: 'ticket', widthMm: 80 } : { kind: 'letter' },
    delivery: preview.text,
    isPreview: true,
    rejection: null,
    cancellation: { kind: 'none' },
    branding: await parts.reading.brandings.branding(companyId),
  };
}
