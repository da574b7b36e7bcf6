import { isClockTime, isDate, isEmail, isGenerationCode, isNit } from '../shapes/formats.ts';
import { each, formed, integer, oneOf, orNull, record, text } from '../shapes/shape.ts';
import type { EventKind } from './event-kind.ts';

const ANY_TEXT = text(0, Number.POSITIVE_INFINITY);

const identificacion = record({
  version: integer({ values: [3n] }),
  ambiente: oneOf('00', '01'),
  codigoGeneracion: text(36, 36, isGenerationCode),
  fecEmi: formed(isDate),
  horEmi: formed(isClockTime),
  fusion: orNull(formed(isNit)),
});

const emisor = record({
  nit: formed(isNit),
  nombre: text(1, 250),
  ...each(text(4, 4), 'codEstableMH', 'codPuntoVentaMH'),
  codEstable: orNull(text(1, 10)),
  codPuntoVenta: orNull(text(1, 15)),
  telefono: text(8, 30),
  correo: text(1, 100, isEmail),
});

const documento = record({
  tipoDte: ANY_TEXT,
  codigoGeneracion: text(36, 36, isGenerationCode),
  selloRecibido: text(40, 40),
  numeroControl: orNull(text(31, 31)),
  fecEmi: formed(isDate),
  codigoGeneracionR: orNull(text(36, 36, isGenerationCode)),
  tipoDocumento: orNull(ANY_TEXT),
  numDocumento: orNull(text(1, 20)),
  nombre: orNull(text(1, 250)),
  telefono: orNull(text(8, 30)),
  correo: orNull(text(0, 100, isEmail)),
});

/** The schema gives the name of the responsible person a least number where it means a length. */
const motivo = record({
  tipoAnulacion: integer(),
  motivoAnulacion: orNull(text(1, 200)),
  ...each(text(1, 100), 'nombreResponsable', 'nombreSolicita'),
  ...each(ANY_TEXT, 'tipDocResponsable', 'tipDocSolicita'),
  ...each(text(1, 20), 'numDocResponsable', 'numDocSolicita'),
});

/** Evento de invalidacion, the generation of 2026 (`invalidacion-schema-v3`). */
export const invalidacionV3: EventKind = {
  version: 3,
  shape: record({ identificacion, emisor, documento, motivo }),
  conditions: () => [],
};
