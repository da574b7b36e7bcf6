import type { Mail, MailAccount } from '../../src/operations/deliveries/ports.ts';
import { exampleCompany } from '../support/example-company.ts';
import {
  codeOf,
  controlNumberOf,
  establishmentOf,
  idOf,
  pointOfSaleOf,
  refOf,
  sealOf,
} from '../support/identifiers.ts';

/** What a message reads of the delivery file. */
const DOCUMENT = {
  identificacion: { tipoOperacion: 1, fecEmi: '2026-11-20', horEmi: '12:00:00' },
  receptor: { nombre: 'Ñandú' },
  resumen: { montoTotalOperacion: 11.3, totalPagar: 11.3 },
};

/** A message about a stamped factura, with the changes given. */
export function exampleMail(account: MailAccount, changes: Partial<Mail> = {}): Mail {
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
    record: {
      companyId: 'c',
      documentId: idOf('d'),
      externalRef: refOf('ref'),
      tipoDte: '01',
      ambiente: '01',
      numeroControl: controlNumberOf('DTE-01-M001P001-000000000000001'),
      establishment: establishmentOf('M001'),
      pointOfSale: pointOfSaleOf('P001'),
      postedMs: Date.UTC(2026, 10, 20, 18),
      state: 'stamped',
      generation: 'v2',
      codigoGeneracion: codeOf('0A0B0C0D-0000-4000-8000-000000000003'),
      summary: {
        customerName: 'Cliente Ficticio',
        amountTaxable: '10.00',
        amountVat: '1.30',
        amountGross: '11.30',
        amountRetention: '0.00',
        amountTotal: '11.30',
      },
      payloadHash: 'h',
      hasWanted: false,
      selloRecibido: sealOf('S'.repeat(40)),
      codigoMsg: '',
      message: '',
      observaciones: [],
    },
    pdf: Buffer.from('%PDF-1.7 \u0000\u00ff', 'latin1'),
    json: JSON.stringify(DOCUMENT),
    ...changes,
  };
}
