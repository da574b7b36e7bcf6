import { type ClasificaMsg, type KnownCode, type Refusal, refuse, refuseField } from './refusal.ts';

/** The field that each code is usually said of, as the authority writes it, and the class of the code. */
const FIELDS: Readonly<Partial<Record<KnownCode, readonly [ClasificaMsg, string]>>> = {
  '003': ['13', 'receptor.direccion.municipio'],
  '004': ['11', 'identificacion.codigoGeneracion'],
  '005': ['13', 'receptor.correo'],
  '006': ['13', 'receptor.telefono'],
  '007': ['16', 'resumen.condicionOperacion'],
  '008': ['12', 'emisor.nit'],
  '009': ['13', 'receptor.nit'],
  '010': ['13', 'receptor.nit'],
  '011': ['13', 'receptor.nrc'],
  '012': ['11', 'identificacion.tipoContingencia'],
  '013': ['11', 'identificacion.fecEmi'],
  '014': ['14', 'documentoRelacionado.numeroDocumento'],
  '015': ['14', 'documentoRelacionado.numeroDocumento'],
  '016': ['14', 'resumen.montoTotalOperacion'],
  '017': ['11', 'identificacion.fecEmi'],
  '018': ['11', 'identificacion.fecEmi'],
  '019': ['16', 'Cuerpodocumento.numItem'],
  '020': ['16', 'Cuerpodocumento.item.1'],
  '021': ['13', 'receptor.nrc'],
  '022': ['20', 'firma'],
  '023': ['13', 'receptor.numDocumento'],
  '024': ['13', 'receptor.tipoDocumento'],
  '025': ['14', 'documentoRelacionado.numeroDocumento'],
  '026': ['14', 'documentoRelacionado.tipoDocumento'],
  '027': ['11', 'identificacion.codigoGeneracion'],
  '028': ['14', 'documento.codigoGeneracion'],
};

/** The codes that name no field, with what they observe. */
const WHOLE: Readonly<Partial<Record<KnownCode, Refusal>>> = {
  '095': refuse('12', '095'),
  '096': refuse('98', '096', ['Campo #/receptor contiene un valor inválido']),
  '097': refuse('99', '097', ['documento']),
  '098': refuse('98', '098'),
  '802': refuse('20', '802'),
};

/** The refusal that a code usually stands for; of a code that nobody knows, one that says nothing more. */
export function usualRefusal(code: string): Refusal {
  const isKnown = (one: string): one is KnownCode => Object.hasOwn(FIELDS, one) || Object.hasOwn(WHOLE, one);
  const unclassified = { ...refuse('99', '099'), codigoMsg: code };
  if (!isKnown(code)) return unclassified;
  const [clasificaMsg, field] = FIELDS[code] ?? [];
  if (clasificaMsg === undefined || field === undefined) return WHOLE[code] ?? unclassified;
  return refuseField(clasificaMsg, code, field);
}
