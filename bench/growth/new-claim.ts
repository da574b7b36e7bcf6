import { randomUUID } from 'node:crypto';
import type { ClaimRequest } from '../../src/operations/documents/ports.ts';
import { codeOf, establishmentOf, idOf, pointOfSaleOf, refOf } from '../../test/support/identifiers.ts';

/** The customer's address. */
export const ADDRESS = 'cliente@ejemplo.com';

const CUSTOMER = { nombre: 'Cliente Ficticio', correo: ADDRESS };

/** The claim of a fictitious sale, as an invoice of three lines comes to the storage. */
export function newClaim(companyId: string, externalRef: string = randomUUID()): ClaimRequest {
  const lines = [1, 2, 3].map((turn) => ({
    numItem: turn,
    descripcion: `Producto ficticio ${turn} de uso corriente`,
  }));
  const summary = { customerName: 'Cliente Ficticio', amountTaxable: '10.00', amountVat: '1.30' };
  return {
    companyId,
    externalRef: refOf(externalRef),
    seriesMode: 'centralized',
    documentId: idOf(randomUUID()),
    waited: false,
    codigoGeneracion: () => codeOf(randomUUID().toUpperCase()),
    leaseMs: 20_000,
    prepared: {
      tipoDte: '01',
      ambiente: '00',
      generation: 'v2',
      establishment: establishmentOf('M001'),
      pointOfSale: pointOfSaleOf('P001'),
      draft: JSON.stringify({ receptor: CUSTOMER, cuerpoDocumento: lines }),
      summary: { ...summary, amountGross: '11.30', amountRetention: '0.00', amountTotal: '11.30' },
      payload: '{"total":"11.30"}',
      adjusts: null,
    },
  };
}
