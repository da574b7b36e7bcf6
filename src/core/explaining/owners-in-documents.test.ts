import { describe, expect, it } from 'vitest';
import { DOCUMENT_KINDS } from '../../../test/structure/document-kinds.ts';
import { type TipoDte, typeOf } from '../dte/kinds.ts';
import type { Field } from '../dte/structure/table.ts';
import { findDatum } from './find-datum.ts';
import { OWNERS_IN_DOCUMENTS } from './owners-in-documents.ts';
import type { Path } from './statement.ts';

/** The way to everything that stands in a document of this table, blocks and lists included. */
function pathsIn(field: Field, path: Path): readonly Path[] {
  if (typeof field !== 'object') return [path];
  if ('each' in field) return [path, ...pathsIn(field.each, [...path, 0])];
  if (!('keys' in field)) return [path];
  return [path, ...Object.entries(field.keys).flatMap(([key, inner]) => pathsIn(inner, [...path, key]))];
}

describe('the owners of what is in documents', () => {
  it.each(DOCUMENT_KINDS)(
    'name whose every datum of type $tipoDte is ($generation)',
    ({ tipoDte, generation }) => {
      const paths = pathsIn(typeOf(tipoDte).structure[generation], []).filter(({ length }) => length > 0);
      expect(paths.length).toBeGreaterThan(60);
      const unknown = paths.filter((path) => findDatum(path, OWNERS_IN_DOCUMENTS[tipoDte], null) === null);
      expect(unknown.map((path) => path.join('.'))).toEqual([]);
    },
  );

  const ownerOf = (tipoDte: TipoDte, ...path: Path) =>
    findDatum(path, OWNERS_IN_DOCUMENTS[tipoDte], null)?.owner;

  it('tell of each type apart what is the caller’s own', () => {
    expect(ownerOf('01', 'receptor', 'correo')).toMatchObject({ fields: ['customer.email'] });
    expect(ownerOf('14', 'receptor', 'correo')).toMatchObject({ fields: ['subject.email'] });
    expect(ownerOf('14', 'sujetoExcluido', 'correo')).toMatchObject({ fields: ['subject.email'] });
    expect(ownerOf('05', 'receptor', 'correo')).toEqual({ origin: 'ccf' });
    expect(ownerOf('11', 'emisor', 'regimen')).toMatchObject({ fields: ['export.regime'] });
    expect(ownerOf('03', 'emisor', 'nit')).toEqual({ origin: 'company', file: 'nit' });
    expect(ownerOf('05', 'cuerpoDocumento', 0, 'numeroDocumento')).toMatchObject({ fields: ['document_id'] });
    expect(ownerOf('01', 'cuerpoDocumento', 0, 'numeroDocumento')).toEqual({ origin: 'sello' });
    expect(ownerOf('14', 'resumen', 'reteRenta')).toMatchObject({ field: 'lines[].is_service' });
    expect(ownerOf('03', 'resumen', 'ivaRete')).toMatchObject({ field: 'customer.type_contributor' });
    expect(ownerOf('03', 'resumen', 'totalPagar')).toMatchObject({ origin: 'computed', field: 'lines' });
  });
});
