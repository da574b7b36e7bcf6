import { NIT } from './codes.ts';
import { is, when } from './conditions.ts';
import { list } from './list.ts';
import { integer, number } from './number.ts';
import { type Fields, members, nothing, nullable, object, type Shape } from './shape.ts';
import { text } from './text.ts';

/** A doctor's services have their own block instead of a description (CAT-021). */
const MEDICAL = 3;

const tipoServicio = number({ min: 1, max: 6 });

const doctorV1: Shape = object(
  {
    nombre: text({ max: 100 }),
    nit: nullable(text({ pattern: NIT })),
    docIdentificacion: nullable(text({ min: 2, max: 25 })),
    tipoServicio,
  },
  when(is('nit', null), { docIdentificacion: text() }),
);

/** The list `otrosDocumentos` of v1, types 01 and 03. */
export const otrosDocumentosV1: Shape = documents(
  object(
    {
      codDocAsociado: integer({ min: 1, max: 4 }),
      descDocumento: nullable(text({ max: 100 })),
      detalleDocumento: nullable(text({ max: 300 })),
      medico: nullable(doctorV1),
    },
    when(
      is('codDocAsociado', MEDICAL),
      { medico: members({}), descDocumento: nothing, detalleDocumento: nothing },
      { medico: nothing, descDocumento: text(), detalleDocumento: text() },
    ),
  ),
);

/** The list `otrosDocumentos` of fe-f-v2, which means to set lower bounds to its texts and sets none. */
export const otrosDocumentosFacturaV2: Shape = documents(
  object({
    codDocAsociado: nullable(integer({ min: 1, max: 4 })),
    descDocumento: nullable(text({ max: 100 })),
    detalleDocumento: nullable(text({ max: 300 })),
    medico: nullable(
      object({
        ...doctorV2({ nombre: nullable(text({ max: 100 })) }),
        tipoServicio: nullable(tipoServicio),
      }),
    ),
  }),
);

/** The list `otrosDocumentos` of fe-ccf-v4. */
export const otrosDocumentosCreditoFiscalV2: Shape = documents(
  object({
    codDocAsociado: nullable(integer({ min: 1, max: 4 })),
    descDocumento: nullable(text({ min: 3, max: 100 })),
    detalleDocumento: nullable(text({ min: 3, max: 300 })),
    medico: nullable(object({ ...doctorV2({ nombre: nullable(text({ min: 1, max: 100 })) }), tipoServicio })),
  }),
);

function doctorV2(name: Fields): Fields {
  return { ...name, nit: nullable(text()), docIdentificacion: nullable(text({ min: 1, max: 25 })) };
}

function documents(document: Shape): Shape {
  return nullable(list(document, { min: 1, max: 10 }));
}
