import { identificacionV1, identificacionV2 } from '../structure/header.ts';
import { sujetoExcluidoV1, sujetoExcluidoV2 } from '../structure/sujeto-excluido.ts';
import { type DocumentType, headed } from './card.ts';
import { DISCOUNT, DISCOUNTS, PRICE, PRINTED_SALE, SUBTOTAL, WITHHELD } from './printed.ts';

const code = '14' as const;
const versions = { v1: 1, v2: 2 };

/** The Factura de Sujeto Excluido, a purchase from somebody who is not registered for VAT: fe-fse-v1, fe-fse-v2. */
export const SUJETO_EXCLUIDO = {
  code,
  title: 'Factura de sujeto excluido',
  shortTitle: 'Sujeto excluido',
  versions,
  structure: {
    v1: headed(identificacionV1(code, versions.v1, 'text 1..500'), sujetoExcluidoV1),
    v2: headed(identificacionV2(code, versions.v2), sujetoExcluidoV2),
  },
  called: 'factura de sujeto excluido',
  issuedBy: { route: '/suex' },
  movement: 'purchase',
  isBetweenTaxpayers: false,
  isAdjustedByNotes: false,
  hasTicket: false,
  certifiedBy: 25,
  printed: {
    ...PRINTED_SALE,
    receiver: 'Sujeto excluido',
    columns: [PRICE, DISCOUNT, { key: 'compra', label: 'Compras' }],
    totals: [
      { label: 'Total de operaciones', keys: ['totalCompra'], always: true },
      { label: 'Descuento global', keys: ['descu'], effect: '−' },
      DISCOUNTS,
      SUBTOTAL,
      ...WITHHELD,
    ],
  },
} satisfies DocumentType;
