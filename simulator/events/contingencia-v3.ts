import { RECEPTOR_DOCUMENTS } from '../documents/catalogs.ts';
import { TIPO_ESTABLECIMIENTO } from '../documents/parts-v1.ts';
import { integerIn, recordIn } from '../exact/json.ts';
import { isClockTime, isDate, isEmail, isGenerationCode, isNit, matching } from '../shapes/formats.ts';
import { each, formed, integer, list, oneOf, orNull, record, text } from '../shapes/shape.ts';
import type { EventKind } from './event-kind.ts';

const identificacion = record({
  version: integer({ values: [3n] }),
  ambiente: oneOf('00', '01'),
  codigoGeneracion: text(36, 36, isGenerationCode),
  fTransmision: formed(isDate),
  hTransmision: formed(isClockTime),
});

const emisor = record(
  {
    nit: formed(isNit),
    nombre: text(5, 250),
    nombreResponsable: text(5, 100),
    tipoDocResponsable: oneOf(...RECEPTOR_DOCUMENTS),
    numeroDocResponsable: text(5, 25),
    tipoEstablecimiento: TIPO_ESTABLECIMIENTO,
    telefono: text(8, 30),
    correo: text(3, 100, isEmail),
  },
  { codEstableMH: orNull(text(4, 4)), codPuntoVenta: orNull(text(1, 15)) },
);

const detalle = record({
  noItem: integer(),
  codigoGeneracion: formed(isGenerationCode),
  tipoDoc: formed(matching(/^(?:0[1-9]|1[0-5])$/)),
});

const motivo = record({
  ...each(formed(isDate), 'fInicio', 'fFin'),
  ...each(formed(isClockTime), 'hInicio', 'hFin'),
  tipoContingencia: integer({ values: [1n, 2n, 3n, 4n, 5n] }),
  motivoContingencia: orNull(text(0, 500)),
});

/** Evento de contingencia, first generation (`contingencia-schema-v3`). */
export const contingenciaV3: EventKind = {
  version: 3,
  shape: record({ identificacion, emisor, detalleDTE: list(detalle, 1, 1000), motivo }),
  conditions: (event) => {
    const reason = recordIn(event, 'motivo');
    const { motivoContingencia } = reason;
    const needed = integerIn(reason, 'tipoContingencia') === 5;
    const path = '#/motivo/motivoContingencia';
    if (needed && motivoContingencia === null) return [{ path, problem: 'type' }];
    return needed && motivoContingencia === '' ? [{ path, problem: 'too_short' }] : [];
  },
};
