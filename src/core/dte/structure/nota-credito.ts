import { IVA, IVA_EXPORTACION } from '../tributos.ts';
import { PRICE, TOTAL } from './amounts.ts';
import { NRC_V2 } from './codes.ts';
import { documentoRelacionadoV1, documentoRelacionadoV2 } from './header.ts';
import { cuerpoDocumento, LINE_V1, LINE_V2, taxedLineRules } from './lines.ts';
import {
  CONTRIBUYENTE_V1,
  CONTRIBUYENTE_V2,
  EMISOR_V1,
  EMISOR_V2,
  NUM_DOCUMENTO_V2,
  PLACELESS_ISSUER,
  VENTA_TERCERO_V2,
  ventaTerceroV1,
} from './parties.ts';
import { type Block, type Fields, fields } from './table.ts';
import {
  DISCOUNTS,
  extension,
  RESUMEN_V1,
  RESUMEN_V2,
  SALES,
  SPEAKING_APENDICE,
  untaxedWithout,
} from './totals.ts';

const LINE =
  'numItem tipoItem numeroDocumento cantidad codigo codTributo uniMedida descripcion precioUni montoDescu ' +
  'ventaNoSuj ventaExenta ventaGravada tributos';
const numeroDocumento = 'text 1..36';

/** fe-nc-v3 misspells the lower bound of `subTotalVentas`, which therefore has none. */
const subTotalVentas = 'number 2 decimals <1e11';

/** The Nota de Crédito, type 05, of fe-nc-v3, in force until 2026-11-30. */
export const notaCreditoV1: Block = {
  keys: {
    documentoRelacionado: documentoRelacionadoV1(['03', '07'], 50),
    emisor: { keys: fields(PLACELESS_ISSUER.v1, EMISOR_V1) },
    receptor: CONTRIBUYENTE_V1,
    ventaTercero: ventaTerceroV1('text 3..200'),
    cuerpoDocumento: cuerpoDocumento(
      fields(LINE, LINE_V1, { numeroDocumento, descripcion: 'text ..1000 or null', precioUni: PRICE }),
      ...taxedLineRules([IVA, IVA_EXPORTACION, '59', '71', 'D1', 'C8', 'D5', 'D4']),
    ),
    resumen: {
      keys: fields(
        `${SALES} ${DISCOUNTS} totalDescu tributos subTotal ivaPerci1 ivaRete1 reteRenta montoTotalOperacion ` +
          'totalLetras condicionOperacion',
        RESUMEN_V1,
        { subTotalVentas },
      ),
      rules: [untaxedWithout('ivaPerci1', 'ivaRete1')],
    },
    extension: extension(1),
    apendice: SPEAKING_APENDICE,
  },
};

/** The NIT of a company dissolved by a merger: neither one digit repeated, nor seven zeros to begin with. */
export const FUSION: Fields = {
  fusion: 'text like ^(?!([0-9])\\1+$)(?!0{7})(?:[0-9]{14}|[0-9]{9})$ or null',
};

/**
 * The Nota de Crédito, type 05, of fe-nc-v4, required from 2026-12-01. The lengths that it means to set to the last two
 * texts of the summary are numeric bounds, which say nothing of a text.
 */
export const notaCreditoV2: Block = {
  keys: {
    documentoRelacionado: documentoRelacionadoV2,
    emisor: {
      keys: fields(PLACELESS_ISSUER.v2, EMISOR_V2, { nrc: `${NRC_V2} or null`, correo: 'text 1..100' }),
    },
    receptor: { keys: { tipoDocumento: 'text', numDocumento: NUM_DOCUMENTO_V2, ...CONTRIBUYENTE_V2 } },
    ventaTercero: VENTA_TERCERO_V2,
    cuerpoDocumento: cuerpoDocumento(
      fields(`${LINE} noGravado ivaPerci totalIva ivaRete`, LINE_V2, { numeroDocumento }),
    ),
    resumen: {
      keys: fields(
        `${SALES} totalDescu tributos montoTotalOperacion ivaPerci totalIva ivaRete totalNoGravado totalPagar ` +
          'totalLetras condicionOperacion observaciones codigoRetencionMH',
        RESUMEN_V2,
        {
          totalIva: `${TOTAL} = 0`,
          totalLetras: 'text 8..200 or null',
          observaciones: 'text or null',
          codigoRetencionMH: 'text or null',
        },
      ),
    },
    apendice: SPEAKING_APENDICE,
  },
};
