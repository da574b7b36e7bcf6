import { dayText } from '../../core/calendar/day-text.ts';
import { listAt, type Members, membersAt, textAt } from '../../core/dte/official-json.ts';
import type { Explanation } from '../../core/explaining/explain.ts';
import { toldRejection } from '../../core/explaining/told.ts';
import { nitText } from '../../core/identifiers/identity-numbers.ts';
import { codeAndName, entries, nameOf } from './names.ts';
import type { Block, Entry } from './sheet.ts';

/** CAT-011 for the whole of an export. */
const EXPORTED: Readonly<Record<string, string>> = {
  '1': 'Bienes',
  '2': 'Servicios',
  '3': 'Bienes y servicios',
};

/** A titled part, or nothing where no row of it has anything to say. */
export function block(title: string, rows: readonly (readonly Entry[])[]): readonly Block[] {
  const said = rows.filter((row) => row.length > 0);
  return said.length === 0 ? [] : [{ title, rows: said }];
}

/** What stands between the parties and the lines. */
export function blocksBefore(document: Members): readonly Block[] {
  return [
    ...block('Documentos relacionados', listAt(document, 'documentoRelacionado').map(relatedRow)),
    ...block('Documentos asociados', listAt(document, 'otrosDocumentos').map(associatedRow)),
    ...block('Venta por cuenta de terceros', [thirdPartyRow(membersAt(document, 'ventaTercero'))]),
    ...block('Compra por cuenta de terceros', [thirdPartyRow(membersAt(document, 'compraTercero'))]),
    ...block('Exportación', [exportRow(membersAt(document, 'emisor'), membersAt(document, 'resumen'))]),
  ];
}

function relatedRow(related: Members): readonly Entry[] {
  return entries(
    ['Tipo de documento', nameOf('CAT-002', textAt(related, 'tipoDocumento'))],
    ['N° de documento', textAt(related, 'numeroDocumento')],
    ['Fecha', dayText(textAt(related, 'fechaEmision'))],
    ['Generación', nameOf('CAT-007', textAt(related, 'tipoGeneracion'))],
  );
}

function associatedRow(other: Members): readonly Entry[] {
  const doctor = membersAt(other, 'medico');
  return entries(
    ['Documento asociado', nameOf('CAT-021', textAt(other, 'codDocAsociado'))],
    ['Identificación', textAt(other, 'descDocumento')],
    ['Detalle', textAt(other, 'detalleDocumento')],
    ['Médico', textAt(doctor, 'nombre')],
    ['NIT', nitText(textAt(doctor, 'nit'))],
    ['Documento', textAt(doctor, 'docIdentificacion')],
    ['Servicio', nameOf('CAT-010', textAt(doctor, 'tipoServicio'))],
    ['Transporte', nameOf('CAT-030', textAt(other, 'modoTransp'))],
    ['Placa', textAt(other, 'placaTrans')],
    ['Conductor', textAt(other, 'nombreConductor')],
    ['Documento del conductor', textAt(other, 'numConductor')],
  );
}

function thirdPartyRow(party: Members | null): readonly Entry[] {
  return entries(
    ['NIT', nitText(textAt(party, 'nit'))],
    ['N° de documento', textAt(party, 'numDocumento')],
    ['Nombre', textAt(party, 'nombre')],
    ['Domicilio', nameOf('CAT-032', textAt(party, 'codDomiciliado'))],
  );
}

/** v1 writes the type of regime in front of the regime: `EX-1.1000.000`. */
const JOINED_REGIME = /^([A-Z]{2}-\d)\.(.+)$/;

function exportRow(emisor: Members | null, resumen: Members | null): readonly Entry[] {
  const regimen = textAt(emisor, 'regimen');
  const [, joinedType, joinedRegime] = JOINED_REGIME.exec(regimen ?? '') ?? [];
  const kind = textAt(emisor, 'tipoItemExpor');
  return entries(
    ['Tipo de ítem', kind === null ? null : (EXPORTED[kind] ?? kind)],
    ['Recinto fiscal', codeAndName('CAT-027', textAt(emisor, 'recintoFiscal'))],
    ['Tipo de régimen', codeAndName('CAT-033', joinedType ?? textAt(emisor, 'tipoRegimen'))],
    ['Régimen', codeAndName('CAT-028', joinedRegime ?? regimen)],
    ['INCOTERM', textAt(resumen, 'descIncoterms') ?? nameOf('CAT-031', textAt(resumen, 'codIncoterms'))],
  );
}

/** What stands after the totals. */
export function blocksAfter(document: Members): readonly Block[] {
  const resumen = membersAt(document, 'resumen');
  const extension = membersAt(document, 'extension');
  const observations = textAt(resumen, 'observaciones') ?? textAt(extension, 'observaciones');
  return [
    ...block('Observaciones', [entries(['', observations])]),
    ...block('Entrega', [handoverRow(extension)]),
    ...block('Información adicional', listAt(document, 'apendice').map(appendixRow)),
  ];
}

function handoverRow(extension: Members | null): readonly Entry[] {
  return entries(
    ['Entrega', textAt(extension, 'nombEntrega')],
    ['Documento de quien entrega', textAt(extension, 'docuEntrega')],
    ['Recibe', textAt(extension, 'nombRecibe')],
    ['Documento de quien recibe', textAt(extension, 'docuRecibe')],
    ['Placa del vehículo', textAt(extension, 'placaVehiculo')],
  );
}

function appendixRow(entry: Members): readonly Entry[] {
  return entries([textAt(entry, 'etiqueta') ?? textAt(entry, 'campo') ?? '', textAt(entry, 'valor')]);
}

/** More reasons than these nobody reads on a page; the status has all of them. */
const MOST_REASONS = 3;

/** Why a document was refused, and what to do: the first thing that its page says. */
export function rejectionBlocks(rejection: readonly Explanation[]): readonly Block[] {
  const { reasons, more } = toldRejection(rejection, MOST_REASONS);
  const rows = reasons.flatMap(({ said, why, datum, value, remedy }) => [
    entries(said, why),
    entries(datum, value),
    entries(remedy),
  ]);
  return block('Por qué fue rechazado', [...rows, ...(more === null ? [] : [entries(more)])]);
}
