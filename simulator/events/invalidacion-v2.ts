import { RECEPTOR_DOCUMENTS } from '../documents/catalogs.ts';
import { TIPO_ESTABLECIMIENTO } from '../documents/parts-v1.ts';
import { integerIn, type JsonRecord, recordIn } from '../exact/json.ts';
import type { Fault } from '../shapes/fault.ts';
import { isClockTime, isDate, isEmail, isGenerationCode, isNit, matching } from '../shapes/formats.ts';
import { cents, each, formed, integer, oneOf, orNull, record, type Shape, text } from '../shapes/shape.ts';
import type { EventKind } from './event-kind.ts';

const DOCUMENT_KIND: Shape = oneOf(...RECEPTOR_DOCUMENTS);

const identificacion = record({
  version: integer({ values: [2n] }),
  ambiente: oneOf('00', '01'),
  codigoGeneracion: text(36, 36, isGenerationCode),
  fecAnula: formed(isDate),
  horAnula: formed(isClockTime),
});

const emisor = record(
  {
    nit: formed(isNit),
    nombre: text(3, 250),
    tipoEstablecimiento: TIPO_ESTABLECIMIENTO,
    nomEstablecimiento: orNull(text(3, 150)),
    codEstable: orNull(text(1, 10)),
    codPuntoVenta: orNull(text(1, 15)),
    telefono: orNull(text(8, 26, matching(/^[0-9+;]+$/))),
    correo: text(3, 100, isEmail),
  },
  each(orNull(text(4, 4)), 'codEstableMH', 'codPuntoVentaMH'),
);

/** The schema's pattern of control numbers is grouped wrongly; types 14 and 15 would not pass it. */
const documento = record(
  {
    tipoDte: oneOf('01', '03', '04', '05', '06', '07', '08', '09', '10', '11', '14', '15'),
    codigoGeneracion: text(36, 36, isGenerationCode),
    selloRecibido: text(40, 40, matching(/^[A-Z0-9]{40}$/)),
    numeroControl: text(31, 31, matching(/^DTE-(?:0[0-9]|1[0-5])-[A-Z0-9]{8}-[0-9]{15}$/)),
    fecEmi: formed(isDate),
    montoIva: orNull(cents()),
    codigoGeneracionR: orNull(text(36, 36, isGenerationCode)),
    tipoDocumento: DOCUMENT_KIND,
    numDocumento: text(3, 20),
    nombre: text(5, 200),
  },
  { telefono: orNull(text(8, 50, matching(/^[0-9+;]+$/))), correo: text(0, 100, isEmail) },
);

const motivo = record({
  tipoAnulacion: integer({ values: [1n, 2n, 3n] }),
  motivoAnulacion: orNull(text(5, 250)),
  ...each(text(5, 100), 'nombreResponsable', 'nombreSolicita'),
  ...each(DOCUMENT_KIND, 'tipDocResponsable', 'tipDocSolicita'),
  ...each(text(3, 20), 'numDocResponsable', 'numDocSolicita'),
});

/** Evento de invalidacion, first generation (`anulacion-schema-v2`). */
export const invalidacionV2: EventKind = {
  version: 2,
  shape: record({ identificacion, emisor, documento, motivo }),
  conditions: (event: JsonRecord): readonly Fault[] => {
    const reason = recordIn(event, 'motivo');
    const tipoAnulacion = integerIn(reason, 'tipoAnulacion');
    const replaced = recordIn(event, 'documento')['codigoGeneracionR'] !== null;
    const faults: Fault[] = [];
    if (replaced === (tipoAnulacion === 2)) {
      faults.push({ path: '#/documento/codigoGeneracionR', problem: 'type' });
    }
    if (tipoAnulacion === 3 && reason['motivoAnulacion'] === null) {
      faults.push({ path: '#/motivo/motivoAnulacion', problem: 'type' });
    }
    return faults;
  },
};
