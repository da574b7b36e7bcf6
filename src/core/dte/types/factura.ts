import { facturaV1, facturaV2 } from '../structure/factura.ts';
import { identificacionV1, identificacionV2 } from '../structure/header.ts';
import { type DocumentType, headed } from './card.ts';
import { PRINTED_SALE } from './printed.ts';

const code = '01' as const;
const versions = { v1: 1, v2: 2 };

/** The Factura, a sale to whoever buys: fe-fc-v1, fe-f-v2. */
export const FACTURA = {
  code,
  title: 'Factura',
  shortTitle: 'Factura',
  versions,
  structure: {
    v1: headed(identificacionV1(code, versions.v1, 'text 5..150'), facturaV1),
    v2: headed(identificacionV2(code, versions.v2), facturaV2),
  },
  called: 'factura',
  issuedBy: { route: '/invoice', option: 'factura' },
  movement: 'sale',
  isBetweenTaxpayers: false,
  isAdjustedByNotes: false,
  hasTicket: true,
  certifiedBy: 90,
  printed: PRINTED_SALE,
} satisfies DocumentType;
