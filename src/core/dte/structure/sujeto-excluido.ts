import { TOTAL } from './amounts.ts';
import { ACTIVITY, NIT, NRC, NRC_V2, PERSON_DOCUMENTS, PLAIN_DUI, TELEFONO } from './codes.ts';
import { cuerpoDocumento, LINE_V1, LINE_V2, OTHER_UNIT } from './lines.ts';
import {
  BUYING_ISSUER,
  direccionV1,
  direccionV2,
  EMISOR_V1,
  EMISOR_V2,
  NUM_DOCUMENTO_V2,
} from './parties.ts';
import { type Block, fields } from './table.ts';
import { CREDIT_TERMS, FREE_APENDICE, pagosV2, RESUMEN_V1, RESUMEN_V2 } from './totals.ts';

const LINE = 'numItem tipoItem cantidad codigo uniMedida descripcion precioUni montoDescu compra';

/** CAT-014 as fe-fse-v1 lists it: 1 to 59 but for four codes, and "other". */
const UNITS_V1: readonly number[] = [
  ...Array.from({ length: 59 }, (_, index) => index + 1).filter((unit) => ![7, 28, 41, 48].includes(unit)),
  OTHER_UNIT,
];

const SUBJECT_V1: Block = {
  keys: {
    tipoDocumento: PERSON_DOCUMENTS,
    numDocumento: 'text 1..20',
    nombre: 'text 1..250',
    codActividad: `${ACTIVITY} or null`,
    descActividad: 'text 1..150 or null',
    direccion: direccionV1('text 1..200'),
    telefono: `${TELEFONO} or null`,
    correo: 'email or null',
  },
  rules: [
    { when: 'tipoDocumento', is: ['36'], must: { numDocumento: NIT } },
    { when: 'tipoDocumento', is: ['13'], must: { numDocumento: PLAIN_DUI } },
  ],
};

/** The Factura de Sujeto Excluido, type 14, of fe-fse-v1, in force until 2026-11-30. */
export const sujetoExcluidoV1: Block = {
  keys: {
    emisor: { keys: fields(BUYING_ISSUER.v1, EMISOR_V1, { nrc: `${NRC} or null`, nombre: 'text 1..250' }) },
    sujetoExcluido: SUBJECT_V1,
    cuerpoDocumento: cuerpoDocumento(fields(LINE, LINE_V1, { tipoItem: [1, 2, 3], uniMedida: UNITS_V1 })),
    resumen: {
      keys: fields(
        'totalCompra descu totalDescu subTotal ivaRete1 reteRenta totalPagar totalLetras condicionOperacion pagos ' +
          'observaciones',
        RESUMEN_V1,
        {
          totalDescu: `${TOTAL} or null`,
          ivaRete1: `${TOTAL} = 0`,
          reteRenta: TOTAL,
          observaciones: 'text ..3000 or null',
        },
      ),
      rules: [CREDIT_TERMS],
    },
    apendice: FREE_APENDICE,
  },
};

/** The Factura de Sujeto Excluido, type 14, of fe-fse-v2, required from 2026-12-01. */
export const sujetoExcluidoV2: Block = {
  keys: {
    emisor: { keys: fields(BUYING_ISSUER.v2, EMISOR_V2, { nrc: `${NRC_V2} or null` }) },
    receptor: {
      keys: {
        tipoDocumento: 'text',
        numDocumento: NUM_DOCUMENTO_V2,
        nombre: 'text 1..250',
        codActividad: 'text or null',
        descActividad: 'text 5..150 or null',
        direccion: direccionV2(),
        telefono: `${TELEFONO} or null`,
        correo: 'text 6..100 or null',
      },
    },
    cuerpoDocumento: cuerpoDocumento(fields(LINE, LINE_V2, { uniMedida: 'whole 1..' })),
    resumen: {
      keys: fields(
        'totalCompra descu totalDescu subTotal reteRenta totalPagar totalLetras condicionOperacion pagos observaciones',
        RESUMEN_V2,
        { reteRenta: TOTAL, pagos: pagosV2('number') },
      ),
    },
    apendice: FREE_APENDICE,
  },
};
