import { FACTURA } from '../../../core/dte/types/factura.ts';
import { parseExternalRef } from '../../../core/identifiers/external-ref.ts';
import { identifier } from '../../../core/identifiers/text.ts';
import { waitingOutside } from '../../../operations/access/places.ts';
import { issueDocument } from '../../../operations/documents/issue-document.ts';
import { readIssuing } from '../../../requests/read-issuing.ts';
import { issuerOf } from '../../desk.ts';
import type { ConsoleParts } from '../../parts.ts';
import { type Address, addressIn, type CompanyVisit } from '../../visit.ts';
import { recordIssued } from '../../visit-deeds.ts';

/** A company has one test sale under it, however often somebody asks. */
export const TEST_SALE_REF = identifier(parseExternalRef, 'prueba-de-la-consola');

const TEST_SALE = {
  doc_type: FACTURA.code,
  customer_name: 'Cliente de Prueba',
  lines: [{ description: 'Venta de prueba', quantity: 1, unit_price: 1.13 }],
};

/** Issues the first sale of a company, in the environment of tests alone; where that leads to, or why it was not issued. */
export async function issueTestSale(
  parts: ConsoleParts,
  visit: CompanyVisit,
): Promise<Address | 'not_found' | { readonly status: number; readonly refusal: string }> {
  const { desk, own } = parts;
  const { companyId, company } = visit;
  if (company.ambiente !== '00') return 'not_found';
  const { certificate, user } = await own.company.secrets.setup(companyId, company.ambiente);
  if (certificate === null || user === null)
    return { status: 409, refusal: 'Primero ponga el certificado y las credenciales.' };
  const request = readIssuing(TEST_SALE, 'sale');
  if (request.kind === 'refused') throw new Error('the test sale is no sale');
  const issuer = await issuerOf(parts, visit);
  const before = await desk.store.findByReference(companyId, TEST_SALE_REF);
  const outcome = await issueDocument(waitingOutside(visit.place, desk), {
    ...request,
    externalRef: TEST_SALE_REF,
    issuer,
  });
  if (outcome.kind === 'refused') {
    const why = outcome.problems.map(({ message }) => message).join(' ');
    return { status: outcome.status, refusal: `${outcome.detail} ${why}`.trim() };
  }
  const { record, isDuplicate } = outcome;
  if (!isDuplicate) await recordIssued(parts, visit, { record, isCorrection: before !== null });
  return addressIn(visit, `/emitir/hecho/${record.documentId}`);
}
