import { IVA } from '../tributos.ts';
import { LINE_TAXES } from './codes.ts';
import { documentoRelacionadoV1, documentoRelacionadoV2 } from './header.ts';
import {
  cuerpoDocumento,
  LINE_V1,
  LINE_V2,
  OTROS_DOCUMENTOS_V1,
  otrosDocumentosV2,
  taxedLineRules,
} from './lines.ts';
import {
  CONTRIBUYENTE_V1,
  CONTRIBUYENTE_V2,
  EMISOR_V1,
  EMISOR_V2,
  FULL_ISSUER,
  VENTA_TERCERO_V2,
  ventaTerceroV1,
} from './parties.ts';
import { type Block, fields, orNull } from './table.ts';
import {
  CREDIT_TERMS,
  DISCOUNTS,
  extension,
  FREE_APENDICE,
  RESUMEN_V1,
  RESUMEN_V2,
  SALES,
  SPEAKING_APENDICE,
  untaxedWithout,
} from './totals.ts';

const LINE =
  'numItem tipoItem numeroDocumento codigo codTributo descripcion cantidad uniMedida precioUni montoDescu ' +
  'ventaNoSuj ventaExenta ventaGravada tributos psv noGravado';
const BEFORE_WITHHELD = `${SALES} ${DISCOUNTS} porcentajeDescuento totalDescu tributos subTotal`;
const AFTER_WITHHELD =
  'montoTotalOperacion totalNoGravado totalPagar totalLetras saldoFavor condicionOperacion pagos numPagoElectronico';

/** The Comprobante de Crédito Fiscal, type 03, of fe-ccf-v3, in force until 2026-11-30. */
export const creditoFiscalV1: Block = {
  keys: {
    documentoRelacionado: orNull(documentoRelacionadoV1(['04', '08', '09'], 50)),
    emisor: { keys: fields(FULL_ISSUER.v1, EMISOR_V1) },
    receptor: CONTRIBUYENTE_V1,
    otrosDocumentos: OTROS_DOCUMENTOS_V1,
    ventaTercero: ventaTerceroV1('text 3..200'),
    cuerpoDocumento: cuerpoDocumento(fields(LINE, LINE_V1), ...taxedLineRules([IVA, ...LINE_TAXES])),
    resumen: {
      keys: fields(`${BEFORE_WITHHELD} ivaPerci1 ivaRete1 reteRenta ${AFTER_WITHHELD}`, RESUMEN_V1),
      rules: [
        CREDIT_TERMS,
        untaxedWithout('ivaPerci1', 'ivaRete1'),
        { when: 'totalPagar', is: [0], must: { condicionOperacion: [1] } },
      ],
    },
    extension: extension(1, { placaVehiculo: 'text 2..10 or null' }),
    apendice: SPEAKING_APENDICE,
  },
};

/**
 * The Comprobante de Crédito Fiscal, type 03, of fe-ccf-v4, required from 2026-12-01. The length that it means to set to
 * `observaciones` is a numeric bound, which says nothing of a text.
 */
export const creditoFiscalV2: Block = {
  keys: {
    documentoRelacionado: orNull(documentoRelacionadoV2),
    emisor: { keys: fields(FULL_ISSUER.v2, EMISOR_V2) },
    receptor: { keys: { nit: 'text', ...CONTRIBUYENTE_V2 } },
    otrosDocumentos: otrosDocumentosV2({
      descDocumento: 'text 3..100 or null',
      detalleDocumento: 'text 3..300 or null',
      nombre: 'text 1..100 or null',
      tipoServicio: 'number 1..6',
    }),
    ventaTercero: VENTA_TERCERO_V2,
    cuerpoDocumento: cuerpoDocumento(fields(LINE, LINE_V2)),
    resumen: {
      keys: fields(`${BEFORE_WITHHELD} ivaPerci ivaRete ${AFTER_WITHHELD} observaciones`, RESUMEN_V2, {
        totalLetras: 'text 8..200 or null',
        observaciones: 'text 1.. or null',
      }),
    },
    apendice: FREE_APENDICE,
  },
};
