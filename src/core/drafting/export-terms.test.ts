import { describe, expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { exampleExportTerms, exampleLine } from '../../../test/support/example-order.ts';
import { sentences } from '../../../test/support/example-parties.ts';
import type { ExportDefaults } from '../company/company.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import { readExportTerms } from './exportacion-draft.ts';
import type { ExportOrder } from './order.ts';

const NO_DEFAULTS = exampleCompany().exportDefaults;
const BY_SEA = { incoterm: '09', fiscalPrecinct: '02', regimeType: 'EX-1', regime: '1000.000' };
const NOTHING = {
  recintoFiscal: null,
  tipoRegimen: null,
  regimen: null,
  codIncoterms: null,
  descIncoterms: null,
};

function read({
  terms = {},
  defaults = {},
  itemTypes = [1],
  generation = 'v2',
}: {
  readonly terms?: Partial<ExportOrder> | null;
  readonly defaults?: Partial<ExportDefaults>;
  readonly itemTypes?: readonly number[];
  readonly generation?: SchemaGeneration;
}) {
  const { value, problems } = readExportTerms({
    terms: terms === null ? null : exampleExportTerms(terms),
    defaults: { ...NO_DEFAULTS, ...defaults },
    lines: itemTypes.map((itemType) => exampleLine({ itemType })),
    generation,
  });
  return { terms: value, problems: sentences(problems) };
}

describe('an export of goods', () => {
  it('leaves the country by the order’s terms', () => {
    expect(read({ terms: BY_SEA })).toEqual({
      terms: {
        tipoItemExpor: 1,
        recintoFiscal: '02',
        tipoRegimen: 'EX-1',
        regimen: '1000.000',
        codIncoterms: '09',
        descIncoterms: 'FOB-Libre a bordo',
      },
      problems: [],
    });
  });

  it.each([[null], [{}]])('leaves it by the company’s, given %j', (terms) => {
    expect(read({ terms, defaults: BY_SEA }).terms).toEqual(read({ terms: BY_SEA }).terms);
  });

  it('takes from the company what the order does not say', () => {
    const { terms } = read({ terms: { incoterm: '01' }, defaults: BY_SEA });
    expect(terms).toMatchObject({ codIncoterms: '01', recintoFiscal: '02' });
  });

  it('is refused without terms, each by its name', () => {
    expect(read({ terms: null }).problems).toEqual(
      ['incoterm', 'fiscal_precinct', 'regime_type', 'regime'].map(
        (field) => `export.${field}: Es obligatorio en una exportación de bienes.`,
      ),
    );
  });

  it.each([
    ['incoterm', { incoterm: '99' }, '«99»; vea /catalogs/incoterms'],
    ['fiscal_precinct', { fiscalPrecinct: '98' }, '«98»; vea /catalogs/precincts'],
    ['regime_type', { regimeType: 'EX-9' }, '«EX-9»; vea /catalogs/regime-types'],
    ['regime', { regime: '9999.999' }, '«9999.999»; vea /catalogs/regimes'],
  ])('is refused with a %s that does not exist', (field, changes, code) => {
    expect(read({ terms: { ...BY_SEA, ...changes } }).problems).toEqual([
      `export.${field}: No existe el código ${code}.`,
    ]);
  });

  it('may have a line that is a service', () => {
    const given = { terms: null, itemTypes: [2, 1], defaults: { ...BY_SEA, itemType: 1 } };
    expect(read(given).terms).toMatchObject({ tipoItemExpor: 1, codIncoterms: '09' });
  });
});

describe('an export of services', () => {
  it.each([
    ['the order says so', { terms: { itemType: 2 }, defaults: BY_SEA }],
    ['the company exports them', { defaults: { ...BY_SEA, itemType: 2 } }],
    ['every line is one', { itemTypes: [2, 2] }],
    [
      'every line is one, whatever the company exports',
      { terms: null, itemTypes: [2], defaults: { ...BY_SEA, itemType: 1 } },
    ],
  ])('has no terms, even of the company, where %s', (_, given) => {
    expect(read(given)).toEqual({ terms: { tipoItemExpor: 2, ...NOTHING }, problems: [] });
  });

  it('is refused with terms of goods, each by its name', () => {
    expect(read({ terms: { itemType: 2, ...BY_SEA } }).problems).toEqual(
      ['incoterm', 'fiscal_precinct', 'regime_type', 'regime'].map(
        (field) => `export.${field}: No se envía en una exportación de servicios.`,
      ),
    );
  });
});

describe('an export of both', () => {
  it('needs the terms of goods in v1', () => {
    expect(read({ terms: { itemType: 3, ...BY_SEA }, generation: 'v1' })).toMatchObject({
      terms: { tipoItemExpor: 3, codIncoterms: '09' },
      problems: [],
    });
    expect(read({ terms: { itemType: 3 }, generation: 'v1' }).problems).toHaveLength(4);
  });

  it('does not exist in v2, where a company that exports both exports goods', () => {
    expect(read({ terms: { itemType: 3, ...BY_SEA } }).problems).toEqual([
      'export.item_type: Debe ser 1 o 2 en una exportación.',
    ]);
    expect(read({ defaults: { itemType: 3, ...BY_SEA } })).toMatchObject({
      terms: { tipoItemExpor: 1 },
      problems: [],
    });
    expect(read({ defaults: { itemType: 3, ...BY_SEA }, generation: 'v1' }).terms).toMatchObject({
      tipoItemExpor: 3,
    });
  });
});
