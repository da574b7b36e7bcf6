import type { Mail } from '../../src/operations/deliveries/ports.ts';
import { exampleRecord } from '../support/document-view.ts';
import { exampleCompany } from '../support/example-company.ts';
import { idOf, refOf, sealOf } from '../support/identifiers.ts';
import { mailAccount } from '../support/mail-account.ts';

/** What a message reads of the signed file. */
const DOCUMENT = {
  identificacion: { tipoOperacion: 1, fecEmi: '2026-11-20', horEmi: '12:00:00' },
  receptor: { nombre: 'Ñandú' },
  resumen: { montoTotalOperacion: 11.3, totalPagar: 11.3 },
};

/** A message about a stamped factura, with the changes given. */
export function exampleMail(account = mailAccount(), changes: Partial<Mail> = {}): Mail {
  return {
    taken: {
      companyId: 'c',
      documentId: idOf('d'),
      kind: 'stamped',
      address: 'cliente@example.com',
      messageId: '<abc@dte.sello>',
      tries: 1,
      ageMs: 0,
    },
    account,
    company: exampleCompany(),
    record: exampleRecord({
      companyId: 'c',
      documentId: idOf('d'),
      externalRef: refOf('ref'),
      ambiente: '01',
      selloRecibido: sealOf('S'.repeat(40)),
    }),
    pdf: Buffer.from('%PDF-1.7 \u0000\u00ff', 'latin1'),
    json: JSON.stringify(DOCUMENT),
    rejection: null,
    ...changes,
  };
}
