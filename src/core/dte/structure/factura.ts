import { PRICE, TOTAL } from './amounts.ts';
import {
  HYPHENATED_DUI,
  LINE_TAXES,
  LONG_ACTIVITY,
  NIT,
  NRC_OF_TWO,
  NRC_V2,
  PERSON_DOCUMENTS,
  SPECIAL_TAXES,
  TELEFONO,
} from './codes.ts';
import { documentoRelacionadoV1, documentoRelacionadoV2 } from './header.ts';
import {
  cuerpoDocumento,
  LINE_V1,
  LINE_V2,
  OTHER_UNIT,
  OTROS_DOCUMENTOS_V1,
  otrosDocumentosV2,
  TAX_LINE,
} from './lines.ts';
import {
  direccionV1,
  direccionV2,
  EMISOR_V2,
  FULL_ISSUER,
  NUM_DOCUMENTO_V2,
  STRICT_EMISOR_V1,
  VENTA_TERCERO_V2,
  ventaTerceroV1,
} from './parties.ts';
import { type Block, fields, orNull } from './table.ts';
import {
  DISCOUNTS,
  extension,
  FREE_APENDICE,
  RESUMEN_V1,
  RESUMEN_V2,
  SALES,
  tributosV1,
  untaxedWithout,
} from './totals.ts';

/** From this total on, fe-fc-v1 wants the buyer identified. */
const IDENTIFIED_FROM_V1 = 1095;

const LINE =
  'numItem tipoItem numeroDocumento cantidad codigo codTributo uniMedida descripcion precioUni montoDescu ' +
  'ventaNoSuj ventaExenta ventaGravada tributos psv noGravado ivaItem';
const BEFORE_WITHHELD = `${SALES} ${DISCOUNTS} porcentajeDescuento totalDescu tributos subTotal`;
const AFTER_WITHHELD =
  'montoTotalOperacion totalNoGravado totalPagar totalLetras totalIva saldoFavor condicionOperacion pagos ' +
  'numPagoElectronico';

const RECEPTOR_V1: Block = {
  keys: {
    tipoDocumento: [...PERSON_DOCUMENTS, null],
    numDocumento: 'text 3..20 or null',
    nrc: `${NRC_OF_TWO} or null`,
    nombre: 'text 1..250 or null',
    codActividad: `${LONG_ACTIVITY} or null`,
    descActividad: 'text 5..150 or null',
    direccion: orNull(direccionV1('text 5..200')),
    telefono: `${TELEFONO} or null`,
    correo: 'email or null',
  },
  rules: [
    { when: 'tipoDocumento', is: ['36'], must: { numDocumento: NIT }, otherwise: { nrc: [null] } },
    { when: 'tipoDocumento', is: ['13'], must: { numDocumento: HYPHENATED_DUI } },
  ],
  orNull: true,
};

/** The Factura, type 01, of fe-fc-v1 ("Factura Electrónica v1"), in force until 2026-11-30. */
export const facturaV1: Block = {
  keys: {
    documentoRelacionado: orNull(
      documentoRelacionadoV1(['04', '09'], 10, {
        when: 'tipoGeneracion',
        is: [1],
        must: { numeroDocumento: 'text 1..20' },
      }),
    ),
    emisor: { keys: fields(FULL_ISSUER.v1, STRICT_EMISOR_V1) },
    receptor: RECEPTOR_V1,
    otrosDocumentos: OTROS_DOCUMENTOS_V1,
    ventaTercero: ventaTerceroV1('text 1..250'),
    cuerpoDocumento: cuerpoDocumento(
      fields(LINE, LINE_V1, { precioUni: PRICE }),
      { when: 'ventaGravada', upTo: 0, must: { tributos: [null], ivaItem: 'number ..0' } },
      {
        when: 'tipoItem',
        is: [TAX_LINE],
        must: { uniMedida: [OTHER_UNIT], codTributo: 'text', tributos: [null] },
        otherwise: { codTributo: [null], tributos: { each: LINE_TAXES, orNull: true } },
      },
    ),
    resumen: {
      keys: fields(`${BEFORE_WITHHELD} ivaRete1 reteRenta ${AFTER_WITHHELD}`, RESUMEN_V1, {
        tributos: tributosV1(SPECIAL_TAXES),
        montoTotalOperacion: TOTAL,
      }),
      rules: [untaxedWithout('ivaRete1')],
    },
    extension: extension(5, { placaVehiculo: 'text ..10 or null' }),
    apendice: FREE_APENDICE,
  },
  rules: [
    {
      when: 'resumen.montoTotalOperacion',
      from: IDENTIFIED_FROM_V1,
      must: {
        receptor: { keys: { tipoDocumento: 'text', numDocumento: 'text', nombre: 'text' }, open: true },
      },
    },
  ],
};

/** The Factura, type 01, of fe-f-v2 ("Factura Electrónica"), required from 2026-12-01; its texts mean to have lower bounds. */
export const facturaV2: Block = {
  keys: {
    documentoRelacionado: orNull(documentoRelacionadoV2),
    emisor: { keys: fields(FULL_ISSUER.v2, EMISOR_V2, { nit: 'text ..14' }) },
    receptor: {
      keys: {
        tipoDocumento: 'text or null',
        numDocumento: `${NUM_DOCUMENTO_V2} or null`,
        nrc: `${NRC_V2} or null`,
        nombre: 'text 1..250 or null',
        codActividad: 'text 5..6 or null',
        descActividad: 'text 5..150 or null',
        direccion: orNull(direccionV2()),
        telefono: `${TELEFONO} or null`,
        correo: 'text 6..100 or null',
      },
      orNull: true,
    },
    otrosDocumentos: otrosDocumentosV2({
      descDocumento: 'text ..100 or null',
      detalleDocumento: 'text ..300 or null',
      nombre: 'text ..100 or null',
      tipoServicio: 'number 1..6 or null',
    }),
    ventaTercero: VENTA_TERCERO_V2,
    cuerpoDocumento: cuerpoDocumento(fields(LINE, LINE_V2, { precioUni: PRICE })),
    resumen: { keys: fields(`${BEFORE_WITHHELD} ivaRete ${AFTER_WITHHELD} observaciones`, RESUMEN_V2) },
    apendice: FREE_APENDICE,
  },
};
