import { Type } from '../schema/schema.ts';

const Text = Type.String();

/** A catalog's entries as code and description. */
export const CodeItemsSchema = Type.Array(
  Type.Object({ code: Text, description: Text }, { title: 'CatalogEntry' }),
);

/** Departments with nested municipalities (specification 2.7). */
export const DepartmentsSchema = Type.Array(
  Type.Object(
    {
      code: Text,
      name: Text,
      municipalities: Type.Array(
        Type.Object({ code: Text, short_code: Text, name: Text }, { title: 'Municipality' }),
      ),
    },
    { title: 'Department' },
  ),
);

/** A page of districts (specification 2.7). */
export const DistrictPageSchema = Type.Object(
  {
    results: Type.Array(
      Type.Object(
        {
          id: Text,
          text: Text,
          name: Text,
          code: Text,
          municipality: Text,
          department: Text,
          municipality_code: Text,
          department_code: Text,
        },
        { title: 'District' },
      ),
    ),
    pagination: Type.Object({ more: Type.Boolean({ description: 'Hay otra página.' }) }),
  },
  { title: 'DistrictPage' },
);

/** What catalogs are filtered by: without case and accents. */
export const SearchQuerySchema = Type.Object({
  search: Type.Optional(
    Type.String({ description: 'Filtra por código o texto, sin distinguir acentos ni mayúsculas.' }),
  ),
});
