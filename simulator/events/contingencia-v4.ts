import { isClockTime, isDate, isEmail, isGenerationCode, isNit } from '../shapes/formats.ts';
import { each, formed, integer, list, oneOf, orNull, record, text } from '../shapes/shape.ts';
import type { EventKind } from './event-kind.ts';

const ANY_TEXT = text(0, Number.POSITIVE_INFINITY);

const identificacion = record({
  version: integer({ values: [4n] }),
  ambiente: oneOf('00', '01'),
  codigoGeneracion: text(36, 36, isGenerationCode),
  fTransmision: formed(isDate),
  hTransmision: formed(isClockTime),
});

const emisor = record({
  nit: formed(isNit),
  nombre: text(1, 250),
  nombreResponsable: text(1, 100),
  tipoDocResponsable: ANY_TEXT,
  numeroDocResponsable: text(1, 25),
  tipoEstablecimiento: ANY_TEXT,
  ...each(orNull(text(4, 4)), 'codEstableMH', 'codPuntoVentaMH'),
  telefono: text(8, 30),
  correo: text(1, 100, isEmail),
});

const detalle = record({
  noItem: integer({ min: 1n, max: 1000n }),
  tipoDoc: ANY_TEXT,
  codigoGeneracion: formed(isGenerationCode),
});

const motivo = record({
  ...each(formed(isDate), 'fInicio', 'fFin'),
  ...each(formed(isClockTime), 'hInicio', 'hFin'),
  tipoContingencia: integer(),
  motivoContingencia: orNull(text(0, 500)),
});

/** Evento de contingencia, the generation of 2026 (`contingencia-schema-v4`). */
export const contingenciaV4: EventKind = {
  version: 4,
  shape: record({ identificacion, emisor, detalleDTE: list(detalle, 1, 1000), motivo }),
  conditions: () => [],
};
