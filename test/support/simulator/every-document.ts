import { creditoFiscalV3 } from '../../../simulator/documents/credito-fiscal-v3.ts';
import { creditoFiscalV4 } from '../../../simulator/documents/credito-fiscal-v4.ts';
import type { DocumentKind } from '../../../simulator/documents/document-kind.ts';
import { exportacionV1 } from '../../../simulator/documents/exportacion-v1.ts';
import { exportacionV3 } from '../../../simulator/documents/exportacion-v3.ts';
import { facturaV1 } from '../../../simulator/documents/factura-v1.ts';
import { facturaV2 } from '../../../simulator/documents/factura-v2.ts';
import { notaCreditoV3 } from '../../../simulator/documents/nota-credito-v3.ts';
import { notaCreditoV4 } from '../../../simulator/documents/nota-credito-v4.ts';
import { sujetoExcluidoV1 } from '../../../simulator/documents/sujeto-excluido-v1.ts';
import { sujetoExcluidoV2 } from '../../../simulator/documents/sujeto-excluido-v2.ts';
import {
  fullCreditoFiscalV3,
  fullCreditoFiscalV4,
  fullNotaCreditoV3,
  fullNotaCreditoV4,
  validCreditoFiscalV3,
  validCreditoFiscalV4,
  validNotaCreditoV3,
  validNotaCreditoV4,
} from './documents-of-taxpayers.ts';
import {
  fullExportacionV1,
  fullExportacionV3,
  fullSujetoExcluidoV1,
  fullSujetoExcluidoV2,
  validExportacionV1,
  validExportacionV3,
  validSujetoExcluidoV1,
  validSujetoExcluidoV2,
} from './exports-and-purchases.ts';
import { type Draft, validFacturaV1, validFacturaV2 } from './facturas.ts';
import { fullFacturaV1, fullFacturaV2 } from './full-facturas.ts';

/** A type in one version with two documents that the authority accepts. */
export interface KindUnderTest {
  readonly kind: DocumentKind;
  /** The official schema, as `officialSchema` names it. */
  readonly schema: string;
  readonly valid: Draft;
  /** Every optional part is present. */
  readonly full: Draft;
}

function underTest(
  kind: DocumentKind,
  schema: string,
  [valid, full]: readonly [Draft, Draft],
): KindUnderTest {
  return { kind, schema, valid, full };
}

/** The ten documents that reception takes. */
export const EVERY_DOCUMENT: readonly KindUnderTest[] = [
  underTest(facturaV1, 'v1/fe-fc-v1', [validFacturaV1(), fullFacturaV1()]),
  underTest(facturaV2, 'v2/fe-f-v2', [validFacturaV2(), fullFacturaV2()]),
  underTest(creditoFiscalV3, 'v1/fe-ccf-v3', [validCreditoFiscalV3(), fullCreditoFiscalV3()]),
  underTest(creditoFiscalV4, 'v2/fe-ccf-v4', [validCreditoFiscalV4(), fullCreditoFiscalV4()]),
  underTest(notaCreditoV3, 'v1/fe-nc-v3', [validNotaCreditoV3(), fullNotaCreditoV3()]),
  underTest(notaCreditoV4, 'v2/fe-nc-v4', [validNotaCreditoV4(), fullNotaCreditoV4()]),
  underTest(exportacionV1, 'v1/fe-fex-v1', [validExportacionV1(), fullExportacionV1()]),
  underTest(exportacionV3, 'v2/fe-fex-v3', [validExportacionV3(), fullExportacionV3()]),
  underTest(sujetoExcluidoV1, 'v1/fe-fse-v1', [validSujetoExcluidoV1(), fullSujetoExcluidoV1()]),
  underTest(sujetoExcluidoV2, 'v2/fe-fse-v2', [validSujetoExcluidoV2(), fullSujetoExcluidoV2()]),
];
