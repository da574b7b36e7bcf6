import { isJsonObject, type JsonObject } from '../json/read-json.ts';

/** Who received a document, as far as the document says; null for what it does not say. */
export interface ReceptorData {
  /** CAT-022; given exactly where the number is. */
  readonly tipoDocumento: string | null;
  readonly numDocumento: string | null;
  readonly nombre: string | null;
  readonly telefono: string | null;
  readonly correo: string | null;
}

/** CAT-022: tax identification number, by which taxpayers are named where no kind of document is. */
const NIT = '36';

/**
 * Who received an official document, given as its JSON text with or without its identification. fe-fse-v1 calls the
 * receiver `sujetoExcluido`. Throws SyntaxError on what is no JSON.
 */
export function receptorData(documentText: string): ReceptorData {
  const document: unknown = JSON.parse(documentText);
  const receptor = isJsonObject(document) ? (document['receptor'] ?? document['sujetoExcluido']) : null;
  const members = isJsonObject(receptor) ? receptor : {};
  return {
    ...identityOf(members),
    nombre: textAt(members, 'nombre'),
    telefono: textAt(members, 'telefono'),
    correo: textAt(members, 'correo'),
  };
}

function identityOf(members: JsonObject): Pick<ReceptorData, 'tipoDocumento' | 'numDocumento'> {
  const nit = textAt(members, 'nit');
  if (nit !== null) return { tipoDocumento: NIT, numDocumento: nit };
  const [tipoDocumento, numDocumento] = [textAt(members, 'tipoDocumento'), textAt(members, 'numDocumento')];
  const complete = tipoDocumento !== null && numDocumento !== null;
  return complete ? { tipoDocumento, numDocumento } : { tipoDocumento: null, numDocumento: null };
}

function textAt(members: JsonObject, key: string): string | null {
  const value = members[key];
  return typeof value === 'string' ? value : null;
}
