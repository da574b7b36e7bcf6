import { Type, titled } from '../schema/schema.ts';

const Text = Type.String();

/** A catalog's entries as code and description. */
export const CodeItemsSchema = Type.Array(titled('CatalogEntry', { code: Text, description: Text }));

/** Departments with nested municipalities (specification 2.7). */
export const DepartmentsSchema = Type.Array(
  titled('Department', {
    code: Text,
    name: Text,
    municipalities: Type.Array(titled('Municipality', { code: Text, short_code: Text, name: Text })),
  }),
);

/** A page of districts (specification 2.7). */
export const DistrictPageSchema = titled('DistrictPage', {
  results: Type.Array(
    titled('District', {
      id: Text,
      text: Text,
      name: Text,
      code: Text,
      municipality: Text,
      department: Text,
      municipality_code: Text,
      department_code: Text,
    }),
  ),
  pagination: Type.Object({ more: Type.Boolean({ description: 'Hay otra página.' }) }),
});

/** What catalogs are filtered by: without case and accents. */
export const SearchQuerySchema = Type.Object({
  search: Type.Optional(
    Type.String({ description: 'Filtra por código o texto, sin distinguir acentos ni mayúsculas.' }),
  ),
});
