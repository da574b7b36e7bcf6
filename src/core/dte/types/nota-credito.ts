import { identificacionV1, identificacionV2 } from '../structure/header.ts';
import { FUSION, notaCreditoV1, notaCreditoV2 } from '../structure/nota-credito.ts';
import { type DocumentType, headed } from './card.ts';
import { PRINTED_SALE } from './printed.ts';

const code = '05' as const;
const versions = { v1: 3, v2: 4 };

/** The Nota de Crédito, which gives back what a CCF sold, or a part of it: fe-nc-v3, fe-nc-v4. */
export const NOTA_CREDITO = {
  code,
  title: 'Nota de crédito',
  shortTitle: 'Nota de crédito',
  versions,
  structure: {
    v1: headed(identificacionV1(code, versions.v1, 'text 1..150'), notaCreditoV1),
    v2: headed(identificacionV2(code, versions.v2, FUSION), notaCreditoV2),
  },
  called: 'nota de crédito',
  issuedBy: { route: '/credit-memo' },
  movement: 'return',
  isBetweenTaxpayers: true,
  isAdjustedByNotes: false,
  hasTicket: false,
  certifiedBy: 50,
  printed: PRINTED_SALE,
} satisfies DocumentType;
