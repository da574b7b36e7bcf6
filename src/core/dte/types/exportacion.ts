import { exportacionV1, exportacionV2 } from '../structure/exportacion.ts';
import { identificacionExportacionV1, identificacionV2 } from '../structure/header.ts';
import { type DocumentType, headed } from './card.ts';
import { CREDIT, DISCOUNT, DISCOUNTS, OTHER, PRICE, PRINTED_SALE, TAXES, WHOLE } from './printed.ts';

const code = '11' as const;
const versions = { v1: 1, v2: 3 };

/** The Factura de Exportación, a sale abroad: fe-fex-v1, fe-fex-v3. */
export const EXPORTACION = {
  code,
  title: 'Factura de exportación',
  shortTitle: 'Exportación',
  versions,
  structure: {
    v1: headed(identificacionExportacionV1(code, versions.v1), exportacionV1),
    v2: headed(identificacionV2(code, versions.v2), exportacionV2),
  },
  called: 'factura de exportación',
  issuedBy: { route: '/invoice', option: 'exportación' },
  movement: 'export',
  isBetweenTaxpayers: false,
  isAdjustedByNotes: false,
  hasTicket: false,
  certifiedBy: 90,
  printed: {
    ...PRINTED_SALE,
    columns: [PRICE, DISCOUNT, { key: 'ventaGravada', label: 'Ventas gravadas' }],
    totals: [
      { label: 'Total de operaciones gravadas', keys: ['totalGravada'], always: true },
      { label: 'Descuento global', keys: ['descuGravada', 'descuento'], effect: '−' },
      DISCOUNTS,
      { label: 'Seguro', keys: ['seguro'], effect: '+' },
      { label: 'Flete', keys: ['flete'], effect: '+' },
      TAXES,
      WHOLE,
      OTHER,
      { label: 'Transferencias no onerosas', keys: ['totalNoOnerosas'] },
      CREDIT,
    ],
    toPay: { key: 'totalPagar', label: 'Total general' },
  },
} satisfies DocumentType;
