import { describe, expect, it } from 'vitest';
import { catalogEntry, officialCatalogs } from './official-catalogs.ts';

/** Rows of CAT-001, CAT-002, ... CAT-033 in the Ministry's workbook of July 2026. */
const counts = [
  2, 13, 2, 2, 5, 3, 2, 263, 4, 6, 4, 15, 45, 40, 49, 3, 12, 3, 774, 249, 4, 5, 2, 3, 5, 3, 48, 90, 2, 6, 11,
  2, 4,
];

describe('officialCatalogs', () => {
  it('are the 33 of the Ministry with all their rows', () => {
    expect(officialCatalogs.map((catalog) => catalog.count)).toEqual(counts);
    expect(officialCatalogs.map((catalog) => catalog.entries.length)).toEqual(counts);
    expect(officialCatalogs[0]?.id).toBe('CAT-001');
    expect(officialCatalogs.at(-1)?.id).toBe('CAT-033');
  });

  it('each name their source', () => {
    for (const catalog of officialCatalogs) {
      expect(catalog.source).toEqual({
        title: 'Catálogos - Facturación Electrónica - V 1.1',
        publisher: 'Ministerio de Hacienda, DGII (El Salvador)',
        published: '2026-07',
      });
    }
  });

  it('say where the document carries a number', () => {
    const numeric = officialCatalogs
      .filter((catalog) => catalog.numeric)
      .map((catalog) => catalog.id.slice(4));
    expect(numeric).toEqual([
      '003',
      '004',
      '005',
      '007',
      '010',
      '011',
      '014',
      '016',
      '021',
      '024',
      '026',
      '029',
      '030',
      '032',
    ]);
  });

  it('repeat no code but in CAT-008, CAT-013 and CAT-015', () => {
    const repeating = officialCatalogs.filter(
      ({ entries }) => new Set(entries.map((entry) => entry.code)).size < entries.length,
    );
    expect(repeating.map((catalog) => catalog.id)).toEqual(['CAT-008', 'CAT-013', 'CAT-015']);
  });
});

describe('catalogEntry', () => {
  it.each([
    ['CAT-001', '00', 'Modo prueba'],
    ['CAT-002', '03', 'Comprobante de crédito fiscal'],
    ['CAT-009', '02', 'Casa Matriz'],
    ['CAT-012', '06', 'San Salvador'],
    ['CAT-012', '00', 'Otro (Para extranjeros)'],
    ['CAT-014', '99', 'Otra'],
    ['CAT-017', '01', 'Billetes y monedas'],
    ['CAT-019', '10005', 'Otros'],
    ['CAT-020', 'SV', 'El Salvador'],
    ['CAT-022', '36', 'NIT'],
    ['CAT-028', '1000.000', 'Exportación Definitiva, Régimen Común'],
    ['CAT-033', 'EX-1', 'Exportación Definitiva'],
  ] as const)('of %s %s is %s', (catalog, code, description) => {
    expect(catalogEntry(catalog, code)).toMatchObject({ code, description });
  });

  it('keeps the section of a tributo, the first where it stands twice', () => {
    expect(catalogEntry('CAT-015', '20')).toEqual({
      code: '20',
      description: 'Impuesto al Valor Agregado 13%',
      section: 1,
    });
    expect(catalogEntry('CAT-015', 'C3')?.section).toBe(1);
    expect(catalogEntry('CAT-015', 'D4')?.section).toBe(1);
    expect(catalogEntry('CAT-015', 'C5')?.section).toBe(3);
  });

  it('is null for unknown codes', () => {
    expect(catalogEntry('CAT-001', '1')).toBeNull();
    expect(catalogEntry('CAT-022', '')).toBeNull();
    expect(catalogEntry('CAT-028', 'EX-1.1000.000')).toBeNull();
  });
});
