import { legacyCountries } from '../../../catalogs/data/legacy-countries.ts';
import { SERVICES } from '../item-types.ts';
import { IVA_EXPORTACION } from '../tributos.ts';
import { PRICE, SIGNED_TOTAL, TOTAL } from './amounts.ts';
import { HYPHENATED_DUI, NIT, PERSON_DOCUMENTS, TELEFONO } from './codes.ts';
import { documentoRelacionadoV2 } from './header.ts';
import { cuerpoDocumento, LINE_V1, LINE_V2 } from './lines.ts';
import {
  direccionV2,
  EMISOR_V2,
  FULL_ISSUER,
  NUM_DOCUMENTO_V2,
  STRICT_EMISOR_V1,
  VENTA_TERCERO_V2,
  ventaTerceroV1,
} from './parties.ts';
import { type Block, type Fields, fields, orNull } from './table.ts';
import { FILLED_APENDICE, FREE_APENDICE, RESUMEN_V1, RESUMEN_V2 } from './totals.ts';

/** CAT-021: the document of a transport. */
const TRANSPORT = 4;
/** From this total on, fe-fex-v1 wants the e-mail of the customer. */
const E_MAIL_FROM_V1 = 10_000;

const recintoFiscal = 'text 2..2 or null';

const RECEPTOR_V1: Block = {
  keys: {
    nombre: 'text 1..250',
    tipoDocumento: PERSON_DOCUMENTS,
    numDocumento: 'text 3..20',
    nombreComercial: 'text 1..150 or null',
    codPais: legacyCountries.rows.map(({ code }) => code),
    nombrePais: 'text 3..50',
    complemento: 'text 5..300',
    tipoPersona: [1, 2],
    descActividad: 'text 5..150',
    telefono: 'text 8..50 or null',
    correo: 'email or null',
  },
  rules: [
    { when: 'tipoDocumento', is: ['36'], must: { numDocumento: NIT } },
    { when: 'tipoDocumento', is: ['13'], must: { numDocumento: HYPHENATED_DUI } },
  ],
  orNull: true,
};

/** The conditions of v1 name the driver's document by a key that does not exist, so that none of them binds it. */
const OTHER_DOCUMENT_V1: Block = {
  keys: {
    codDocAsociado: [1, 2, 3, TRANSPORT],
    descDocumento: 'text ..100 or null',
    detalleDocumento: 'text ..300 or null',
    placaTrans: 'text 5..70 or null',
    modoTransp: 'whole 1..4 or null',
    numConductor: 'text 5..100 or null',
    nombreConductor: 'text 5..200 or null',
  },
  rules: [
    {
      when: 'codDocAsociado',
      is: [TRANSPORT],
      must: { modoTransp: 'whole', nombreConductor: 'text', placaTrans: 'text' },
      otherwise: { modoTransp: [null], nombreConductor: [null], placaTrans: [null] },
    },
    { when: 'codDocAsociado', is: [1, 2], must: { descDocumento: 'text', detalleDocumento: 'text' } },
  ],
};

/** The Factura de Exportación, type 11, of fe-fex-v1, in force until 2026-11-30. */
export const exportacionV1: Block = {
  keys: {
    emisor: {
      keys: fields(`${FULL_ISSUER.v1} tipoItemExpor recintoFiscal regimen`, STRICT_EMISOR_V1, {
        tipoItemExpor: [1, SERVICES, 3],
        recintoFiscal,
        regimen: 'text or null',
      }),
      rules: [{ when: 'tipoItemExpor', is: [SERVICES], must: { recintoFiscal: [null], regimen: [null] } }],
    },
    receptor: RECEPTOR_V1,
    otrosDocumentos: { each: OTHER_DOCUMENT_V1, min: 1, max: 20, orNull: true },
    ventaTercero: ventaTerceroV1('text 1..250'),
    cuerpoDocumento: cuerpoDocumento(
      fields(
        'numItem cantidad codigo uniMedida descripcion precioUni montoDescu ventaGravada tributos noGravado',
        LINE_V1,
        { codigo: 'text 1..200 or null', precioUni: PRICE },
      ),
      { when: 'noGravado', is: [0], must: { tributos: { each: [IVA_EXPORTACION], orNull: true } } },
    ),
    resumen: {
      keys: fields(
        'totalGravada descuento porcentajeDescuento totalDescu seguro flete montoTotalOperacion totalNoGravado ' +
          'totalPagar totalLetras condicionOperacion pagos codIncoterms descIncoterms numPagoElectronico observaciones',
        RESUMEN_V1,
        { observaciones: 'text ..500 or null' },
      ),
    },
    apendice: FREE_APENDICE,
  },
  rules: [
    {
      when: 'resumen.montoTotalOperacion',
      from: E_MAIL_FROM_V1,
      must: { receptor: { keys: { correo: 'text' }, open: true } },
    },
  ],
};

const RECEPTOR_V2: Fields = {
  nombre: 'text 1..250',
  tipoDocumento: 'text 2..2',
  numDocumento: NUM_DOCUMENTO_V2,
  nombreComercial: 'text 1..150 or null',
  codPais: 'text',
  nombrePais: 'text 3..50',
  complemento: 'text 1..200',
  tipoPersona: 'whole',
  descActividad: 'text 5..150',
  telefono: `${TELEFONO} or null`,
  correo: 'text 6..100 or null',
};

/**
 * The Factura de Exportación, type 11, of fe-fex-v3, required from 2026-12-01. The length that it means to set to a
 * line's `numeroDocumento` is a numeric bound, which says nothing of a text.
 */
export const exportacionV2: Block = {
  keys: {
    documentoRelacionado: orNull(documentoRelacionadoV2),
    emisor: {
      keys: fields(`${FULL_ISSUER.v2} tipoItemExpor recintoFiscal tipoRegimen regimen`, EMISOR_V2, {
        descActividad: 'text 1..150',
        direccion: direccionV2('text 1..2'),
        telefono: `${TELEFONO} or null`,
        tipoItemExpor: 'whole',
        recintoFiscal,
        tipoRegimen: 'text or null',
        regimen: 'text 1..13 or null',
      }),
    },
    receptor: { keys: RECEPTOR_V2 },
    otrosDocumentos: {
      each: {
        keys: {
          ...OTHER_DOCUMENT_V1.keys,
          codDocAsociado: 'whole or null',
          descDocumento: 'text 3..100 or null',
          detalleDocumento: 'text 3..300 or null',
          modoTransp: 'whole 1..7 or null',
        },
      },
      min: 1,
      max: 20,
      orNull: true,
    },
    ventaTercero: VENTA_TERCERO_V2,
    compraTercero: { keys: { numDocumento: 'text 1..20', nombre: 'text 1..250' }, orNull: true },
    cuerpoDocumento: cuerpoDocumento(
      fields(
        'numItem tipoItem numeroDocumento cantidad codigo codTributo uniMedida descripcion precioUni montoDescu ' +
          'ventaGravada tributos noGravado',
        LINE_V2,
        { numeroDocumento: 'text or null' },
      ),
    ),
    resumen: {
      keys: fields(
        'totalGravada descuGravada porcentajeDescuento totalDescu seguro flete tributos montoTotalOperacion ' +
          'totalNoGravado totalNoOnerosas totalPagar totalLetras saldoFavor condicionOperacion pagos codIncoterms ' +
          'descIncoterms numPagoElectronico observaciones',
        RESUMEN_V2,
        {
          seguro: TOTAL,
          saldoFavor: `${SIGNED_TOTAL} = 0`,
          codIncoterms: 'text ..2 or null',
          descIncoterms: 'text 1..150 or null',
          numPagoElectronico: 'text 1..100 or null',
        },
      ),
    },
    apendice: FILLED_APENDICE,
  },
  rules: [{ notBoth: ['ventaTercero', 'compraTercero'] }],
};
