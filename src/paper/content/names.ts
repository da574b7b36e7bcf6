import { abroad, departmentByCode } from '../../catalogs/departments.ts';
import { districtByCode } from '../../catalogs/districts.ts';
import { foldText } from '../../catalogs/fold.ts';
import { municipalityNameOn } from '../../catalogs/municipality-meanings.ts';
import type { CodedCatalogId } from '../../catalogs/official-catalogs.ts';
import { catalogEntry } from '../../catalogs/official-catalogs.ts';
import { type Members, textAt } from '../../core/dte/official-json.ts';
import type { Entry } from './sheet.ts';

/** What some catalogs tell the issuer behind a name: what else to fill in, and where the code is of use. */
const INSTRUCTION = / \((?:se debe|deberá|solo aplica) [^)]*\)$/;

/** What a code of a catalog stands for; the code itself where the catalog does not have it, null for none. */
export function nameOf(catalog: CodedCatalogId, code: string | null): string | null {
  if (code === null) return null;
  return catalogEntry(catalog, code)?.description.replace(INSTRUCTION, '') ?? code;
}

/** What a code stands for, with the code in front: "1000.000 Exportación Definitiva, Régimen Común". */
export function codeAndName(catalog: CodedCatalogId, code: string | null): string | null {
  const name = nameOf(catalog, code);
  return name === null || name === code ? code : `${code} ${name}`;
}

/**
 * A block `direccion` in words: the street line, then district, municipality and department of that day. A street line
 * that only names the district is said once, and abroad it is all there is.
 */
export function addressText(direccion: Members | null, date: string): string | null {
  const departamento = textAt(direccion, 'departamento');
  const municipio = textAt(direccion, 'municipio');
  const distrito = textAt(direccion, 'distrito');
  const complemento = textAt(direccion, 'complemento');
  if (departamento === abroad.code) return complemento;
  const district = districtName(departamento, distrito);
  const parts = [
    foldText(complemento ?? '') === foldText(district ?? '') ? null : complemento,
    district,
    municipalityName(departamento, municipio, date),
    departamento === null ? null : (departmentByCode(departamento)?.name ?? departamento),
  ];
  const given = parts.filter((part) => part !== null);
  return given.length === 0 ? null : given.join(', ');
}

function districtName(departamento: string | null, distrito: string | null): string | null {
  if (distrito === null) return null;
  return districtByCode(departamento ?? '', distrito)?.name ?? distrito;
}

function municipalityName(
  departamento: string | null,
  municipio: string | null,
  date: string,
): string | null {
  if (municipio === null) return null;
  return municipalityNameOn({ departmentCode: departamento ?? '', shortCode: municipio }, date) ?? municipio;
}

/** The entries that have something to say. */
export function entries(...pairs: readonly (readonly [string, string | null])[]): readonly Entry[] {
  return pairs.flatMap(([label, text]) => (text === null ? [] : [{ label, text }]));
}
