import type { DocumentRecord, StampedRecord } from '../../src/operations/documents/ports.ts';
import type { DocumentView } from '../../src/operations/documents/reading-ports.ts';
import {
  codeOf,
  controlNumberOf,
  establishmentOf,
  idOf,
  pointOfSaleOf,
  refOf,
  sealOf,
} from './identifiers.ts';

/** A stamped factura over ten breads, with the changes given. */
export function exampleRecord(changes: Partial<StampedRecord> = {}): StampedRecord {
  return {
    companyId: '0a0b0c0d-0000-4000-8000-000000000001',
    documentId: idOf('0a0b0c0d-0000-4000-8000-000000000002'),
    externalRef: refOf('venta-1'),
    tipoDte: '01',
    ambiente: '00',
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
    selloRecibido: sealOf('SELLO'),
    codigoMsg: '',
    message: '',
    observaciones: [],
    ...changes,
  };
}

/** A document that nothing was done to and nothing was sent of, without its bytes; with the changes given. */
export function viewOf(record: DocumentRecord, changes: Partial<DocumentView> = {}): DocumentView {
  return {
    record,
    ccfId: null,
    standing: { invalidation: null, notes: [] },
    delivery: { isConfigured: false, messages: [], redirectWhatsapp: null },
    signed: null,
    ...changes,
  };
}
