import { describe, expect, it } from 'vitest';
import { foundBy, placesFoundBy } from '../../../../test/structure/found-by.ts';
import { identificacionExportacionV1, identificacionV1, identificacionV2 } from './identificacion.ts';
import { nothing } from './shape.ts';

const v1 = identificacionV1({ tipoDte: '01', version: 1, motivo: { min: 5, max: 150 } });
const v2 = identificacionV2({ tipoDte: '03', version: 4 });
const exportV1 = identificacionExportacionV1({ tipoDte: '11', version: 1, motivo: { min: 1, max: 500 } });

const NORMAL = {
  version: 1,
  ambiente: '00',
  tipoDte: '01',
  numeroControl: 'DTE-01-AB12CD34-000000000000001',
  codigoGeneracion: 'A1B2C3D4-0000-4000-8000-00000000000F',
  tipoModelo: 1,
  tipoOperacion: 1,
  tipoContingencia: null,
  motivoContin: null,
  fecEmi: '2026-11-20',
  horEmi: '10:15:30',
  tipoMoneda: 'USD',
};
const CONTINGENCY = { ...NORMAL, tipoModelo: 2, tipoOperacion: 2, tipoContingencia: 1 };
const NORMAL_V2 = {
  ...NORMAL,
  version: 4,
  tipoDte: '03',
  numeroControl: 'DTE-03-M001P001-000000000000001',
};

describe('the identification of v1', () => {
  it.each([
    NORMAL,
    CONTINGENCY,
    { ...CONTINGENCY, tipoContingencia: 5, motivoContin: 'Inundación' },
    { ...CONTINGENCY, motivoContin: 'Inundación' },
    { ...NORMAL, horEmi: '23:59:5' },
  ])('may be %j', (block) => {
    expect(foundBy(v1, block)).toEqual([]);
  });

  it.each([
    [{ ...NORMAL, tipoModelo: 2 }, 'tipoModelo'],
    [{ ...NORMAL, tipoContingencia: 1 }, 'tipoContingencia'],
    [{ ...NORMAL, motivoContin: 'Inundación' }, 'motivoContin'],
    [{ ...CONTINGENCY, tipoModelo: 1 }, 'tipoModelo'],
    [{ ...CONTINGENCY, tipoContingencia: null }, 'tipoContingencia'],
    [{ ...CONTINGENCY, tipoContingencia: 6 }, 'tipoContingencia'],
    [{ ...CONTINGENCY, tipoContingencia: 5 }, 'motivoContin'],
    [{ ...CONTINGENCY, motivoContin: 'abcd' }, 'motivoContin'],
    [{ ...CONTINGENCY, motivoContin: 'x'.repeat(151) }, 'motivoContin'],
    [{ ...NORMAL, version: 2 }, 'version'],
    [{ ...NORMAL, ambiente: '02' }, 'ambiente'],
    [{ ...NORMAL, tipoDte: '03' }, 'tipoDte'],
    [{ ...NORMAL, numeroControl: 'DTE-03-AB12CD34-000000000000001' }, 'numeroControl'],
    [{ ...NORMAL, numeroControl: 'DTE-01-ab12CD34-000000000000001' }, 'numeroControl'],
    [{ ...NORMAL, numeroControl: 'DTE-01-AB12CD34-0000000000000012' }, 'numeroControl'],
    [{ ...NORMAL, codigoGeneracion: NORMAL.codigoGeneracion.toLowerCase() }, 'codigoGeneracion'],
    [{ ...NORMAL, fecEmi: '2026-11-31' }, 'fecEmi'],
    [{ ...NORMAL, horEmi: '24:00:00' }, 'horEmi'],
    [{ ...NORMAL, horEmi: '10:15:30\n' }, 'horEmi'],
    [{ ...NORMAL, tipoMoneda: 'EUR' }, 'tipoMoneda'],
  ])('may not be %j', (block, field) => {
    expect(placesFoundBy(v1, block)).toEqual([`#/${field}`]);
  });
});

describe('the identification of fe-fex-v1', () => {
  const { motivoContin, ...rest } = NORMAL;
  const spelt = {
    ...rest,
    motivoContigencia: motivoContin,
    tipoDte: '11',
    numeroControl: 'DTE-11-AB12CD34-000000000000001',
  };

  it('has a key of its own, which no condition reaches', () => {
    expect(foundBy(exportV1, spelt)).toEqual([]);
    expect(foundBy(exportV1, { ...spelt, motivoContigencia: 'x' })).toEqual([]);
    const deferred = { ...spelt, tipoModelo: 2, tipoOperacion: 2 };
    expect(foundBy(exportV1, deferred)).toEqual([]);
    expect(foundBy(exportV1, { ...deferred, tipoContingencia: 5 })).toEqual([]);
  });

  it('keeps the other conditions', () => {
    expect(placesFoundBy(exportV1, { ...spelt, tipoContingencia: 1 })).toEqual(['#/tipoContingencia']);
    expect(placesFoundBy(exportV1, { ...spelt, tipoOperacion: 2 })).toEqual(['#/tipoModelo']);
    expect(placesFoundBy(exportV1, { ...spelt, motivoContin: null })).toEqual(['#/motivoContin']);
  });
});

describe('the identification of v2', () => {
  it.each(['M', 'B', 'S', 'P'])('has a segment with %s', (letter) => {
    expect(foundBy(v2, { ...NORMAL_V2, numeroControl: `DTE-03-${letter}001P999-000000000000001` })).toEqual(
      [],
    );
  });

  it.each(['A001P001', 'M001X001', 'M01P0001', 'AB12CD34'])('has no segment %s', (segment) => {
    const numeroControl = `DTE-03-${segment}-000000000000001`;
    expect(placesFoundBy(v2, { ...NORMAL_V2, numeroControl })).toEqual(['#/numeroControl']);
  });

  it('has no conditions', () => {
    expect(foundBy(v2, { ...NORMAL_V2, tipoModelo: 2, motivoContin: 'x'.repeat(500) })).toEqual([]);
    expect(placesFoundBy(v2, { ...NORMAL_V2, motivoContin: '' })).toEqual(['#/motivoContin']);
    expect(placesFoundBy(v2, { ...NORMAL_V2, motivoContin: 'x'.repeat(501) })).toEqual(['#/motivoContin']);
  });

  it('may have a field more', () => {
    const withFusion = identificacionV2({ tipoDte: '03', version: 4 }, { fusion: nothing });
    expect(foundBy(withFusion, { ...NORMAL_V2, fusion: null })).toEqual([]);
    expect(placesFoundBy(withFusion, NORMAL_V2)).toEqual(['#/fusion']);
  });
});
