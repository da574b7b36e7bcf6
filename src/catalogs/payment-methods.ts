import type { CatalogEntry } from './catalog.ts';

/** The interface's own payment codes (specification 2.6); which of CAT-017 each becomes stands in the vocabulary. */
export const paymentMethods: readonly CatalogEntry[] = [
  { code: '01', description: 'Efectivo' },
  { code: '02', description: 'Tarjeta de débito' },
  { code: '03', description: 'Tarjeta de crédito' },
  { code: '04', description: 'Cheque' },
  { code: '05', description: 'Transferencia o depósito bancario' },
  { code: '08', description: 'Dinero electrónico' },
  { code: '09', description: 'Monedero electrónico' },
  { code: '10', description: 'Transferencia no bancaria' },
  { code: '11', description: 'Remesa' },
  { code: '12', description: 'Permuta' },
  { code: '13', description: 'Otros medios' },
  { code: '14', description: 'Cuentas por pagar' },
  { code: '15', description: 'Giro bancario' },
  { code: '99', description: 'Otro' },
];
