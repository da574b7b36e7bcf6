import type { CatalogEntry } from './catalog.ts';
import { type CodedCatalogId, officialCatalogs } from './official-catalogs.ts';
import { paymentMethods } from './payment-methods.ts';

function official(wanted: CodedCatalogId): readonly CatalogEntry[] {
  return officialCatalogs.find(({ id }) => id === wanted)?.entries ?? [];
}

/** The lists that a form is filled with, by the names of their addresses, each with the field that takes its codes. */
export const offeredCatalogs = [
  { name: 'countries', field: 'customer.country', title: 'países (CAT-020)', entries: official('CAT-020') },
  {
    name: 'document-types',
    field: 'customer.document_type',
    title: 'documentos de identificación (CAT-022)',
    entries: official('CAT-022'),
  },
  {
    name: 'payment-methods',
    field: 'payment_method',
    title: 'formas de pago de la interfaz',
    entries: paymentMethods,
  },
  { name: 'incoterms', field: 'export.incoterm', title: 'INCOTERMS (CAT-031)', entries: official('CAT-031') },
  {
    name: 'precincts',
    field: 'export.fiscal_precinct',
    title: 'recintos fiscales (CAT-027)',
    entries: official('CAT-027'),
  },
  {
    name: 'regime-types',
    field: 'export.regime_type',
    title: 'tipos de régimen (CAT-033)',
    entries: official('CAT-033'),
  },
  { name: 'regimes', field: 'export.regime', title: 'regímenes (CAT-028)', entries: official('CAT-028') },
  {
    name: 'establishment-kinds',
    field: null,
    title: 'tipos de establecimiento (CAT-009)',
    entries: official('CAT-009'),
  },
] as const;
