import { creditoFiscalV1, creditoFiscalV2 } from '../structure/credito-fiscal.ts';
import { identificacionV1, identificacionV2 } from '../structure/header.ts';
import { type DocumentType, headed } from './card.ts';
import { PRINTED_SALE } from './printed.ts';

const code = '03' as const;
const versions = { v1: 3, v2: 4 };

/** The Comprobante de Crédito Fiscal, a sale to a registered taxpayer: fe-ccf-v3, fe-ccf-v4. */
export const CREDITO_FISCAL = {
  code,
  title: 'Comprobante de crédito fiscal',
  shortTitle: 'CCF',
  versions,
  structure: {
    v1: headed(identificacionV1(code, versions.v1, 'text 1..150'), creditoFiscalV1),
    v2: headed(identificacionV2(code, versions.v2), creditoFiscalV2),
  },
  called: 'crédito fiscal',
  issuedBy: { route: '/invoice', option: 'crédito fiscal' },
  movement: 'sale',
  isBetweenTaxpayers: true,
  isAdjustedByNotes: true,
  hasTicket: false,
  certifiedBy: 75,
  printed: PRINTED_SALE,
} satisfies DocumentType;
