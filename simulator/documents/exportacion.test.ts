import { describe, expect, it } from 'vitest';
import { withValue, withValues } from '../../test/support/simulator/edit.ts';
import {
  fullExportacionV3,
  validExportacionV1,
  validExportacionV3,
} from '../../test/support/simulator/exports-and-purchases.ts';
import type { Draft } from '../../test/support/simulator/facturas.ts';
import { said } from '../../test/support/simulator/said.ts';
import { isRecord, readExactJson } from '../exact/json.ts';
import { exportacionV1 } from './exportacion-v1.ts';
import { exportacionV3 } from './exportacion-v3.ts';

const GENERATIONS = [
  { kind: exportacionV1, valid: validExportacionV1(), discount: 'descuento' },
  { kind: exportacionV3, valid: validExportacionV3(), discount: 'descuGravada' },
];

describe.each(GENERATIONS)('the total of an export, version $kind.version', ({ kind, valid, discount }) => {
  const wrong = '16/020 [resumen.montoTotalOperacion] CALCULO INCORRECTO';

  it('includes insurance and freight, and leaves the global discount out', () => {
    const discounted = { [`resumen.${discount}`]: 50, 'resumen.totalDescu': 50.25 };
    const rest = { 'resumen.montoTotalOperacion': 130.5, 'resumen.totalPagar': 132 };
    expect(said(kind, withValues(valid, { ...discounted, ...rest }))).toBe('right');
    expect(said(kind, withValues(valid, discounted))).toBe(wrong);
    expect(said(kind, withValue(valid, 'resumen.seguro', 0))).toBe(wrong);
    expect(said(kind, withValue(valid, 'resumen.flete', 0))).toBe(wrong);
  });

  it('counts no freight as none', () => {
    const rest = { 'resumen.montoTotalOperacion': 160, 'resumen.totalPagar': 161.5 };
    expect(said(kind, withValues(valid, { ...rest, 'resumen.flete': null }))).toBe('right');
  });
});

describe.each(GENERATIONS)('how goods leave, version $kind.version', ({ kind, valid }) => {
  it.each([
    ['emisor.recintoFiscal', '12'],
    ['emisor.regimen', '16'],
    ['resumen.codIncoterms', '16'],
    ['resumen.descIncoterms', '16'],
  ])('%s is said', (path) => {
    const clasificaMsg = path.startsWith('emisor') ? '12' : '16';
    expect(said(kind, withValue(valid, path, null))).toBe(
      `${clasificaMsg}/005 [${path}] DEBE PROPORCIONAR UN VALOR`,
    );
  });

  it.each([
    ['emisor.recintoFiscal', 'ZZ'],
    ['emisor.regimen', '9999.999'],
    ['resumen.codIncoterms', '99'],
  ])('%s is a code of its catalog', (path, value) => {
    expect(said(kind, withValue(valid, path, value))).toContain(`/003 [${path}] VALOR NO VALIDO`);
  });
});

it('knows a regime of the first generation with and without its type', () => {
  const regimen = (value: string) =>
    said(exportacionV1, withValue(validExportacionV1(), 'emisor.regimen', value));
  expect(regimen('1000.000')).toBe('right');
  expect(regimen('EX-1.1000.000')).toBe('right');
  expect(regimen('EX-9.1000.000')).toContain('12/003 [emisor.regimen]');
  expect(regimen('EX-1')).toContain('12/003 [emisor.regimen]');
});

describe('services, version 3', () => {
  const none = { 'emisor.recintoFiscal': null, 'emisor.tipoRegimen': null, 'emisor.regimen': null };
  const terms = { 'resumen.codIncoterms': null, 'resumen.descIncoterms': null };
  const services = withValues(validExportacionV3(), { ...none, ...terms, 'emisor.tipoItemExpor': 2 });

  it('leave without terms', () => {
    expect(said(exportacionV3, services)).toBe('right');
  });

  it.each([
    ['emisor.recintoFiscal', '03', '12'],
    ['emisor.tipoRegimen', 'EX-1', '12'],
    ['emisor.regimen', '1000.000', '12'],
    ['resumen.codIncoterms', '09', '16'],
    ['resumen.descIncoterms', 'FOB', '16'],
  ])('%s does not apply', (path, value, clasificaMsg) => {
    expect(said(exportacionV3, withValue(services, path, value))).toBe(
      `${clasificaMsg}/024 [${path}] VALOR EN CAMPO NO APLICA`,
    );
  });
});

describe('values beyond the schema of 2026', () => {
  it.each([
    ['emisor.tipoItemExpor', 3, '12/003 [emisor.tipoItemExpor]'],
    ['emisor.tipoRegimen', null, '12/005 [emisor.tipoRegimen]'],
    ['emisor.tipoRegimen', 'EX-9', '12/003 [emisor.tipoRegimen]'],
    ['emisor.direccion.distrito', '01', '12/003 [emisor.direccion.distrito]'],
    ['receptor.codPais', '9450', '13/003 [receptor.codPais]'],
    ['receptor.tipoPersona', 3, '13/003 [receptor.tipoPersona]'],
    ['receptor.tipoDocumento', '99', '13/003 [receptor.tipoDocumento]'],
    ['cuerpoDocumento.0.tipoItem', 3, '15/003 [Cuerpodocumento.item.1]'],
    ['cuerpoDocumento.1.tipoItem', 4, '15/003 [Cuerpodocumento.item.2]'],
    ['cuerpoDocumento.0.codTributo', 'A8', '15/024 [Cuerpodocumento.item.1]'],
    ['cuerpoDocumento.0.tributos', null, '15/005 [Cuerpodocumento.item.1]'],
    ['cuerpoDocumento.0.tributos', ['20'], '15/003 [Cuerpodocumento.item.1]'],
    ['cuerpoDocumento.0.tributos', ['C3', '59'], '15/003 [Cuerpodocumento.item.1]'],
    ['resumen.tributos', null, '16/005 [resumen.tributos]'],
    ['resumen.tributos.0.valor', 0.01, '16/020 [resumen.tributos.valor]'],
    ['resumen.tributos.0.codigo', '20', '16/003 [resumen.tributos.codigo]'],
    ['resumen.condicionOperacion', 2, '16/005 [resumen.pagos.plazo]'],
    ['identificacion.motivoContin', 'x', '11/024 [identificacion.motivoContin]'],
  ])('%s = %j', (path, value, expected) => {
    expect(said(exportacionV3, withValue(validExportacionV3(), path, value))).toContain(expected);
  });

  it('knows other documents', () => {
    const unknown = withValue(fullExportacionV3(), 'otrosDocumentos.0.codDocAsociado', 9);
    expect(said(exportacionV3, unknown)).toContain('14/003 [otrosDocumentos.codDocAsociado]');
  });

  it('sells or buys for a third party, not both', () => {
    const third = { numDocumento: '1', nombre: 'Mandante Ficticio' };
    const faults = (draft: Draft) => {
      const document = readExactJson(JSON.stringify(draft));
      return isRecord(document)
        ? exportacionV3.conditions(document).map(({ path }) => path)
        : ['not a document'];
    };
    expect(faults(withValue(validExportacionV3(), 'compraTercero', third))).toEqual([]);
    expect(faults(withValue(fullExportacionV3(), 'compraTercero', third))).toEqual(['#/compraTercero']);
  });
});

describe('contingency, version 1', () => {
  const contingency = { 'identificacion.tipoModelo': 2, 'identificacion.tipoOperacion': 2 };

  it('has a type and its reason, whose field the schema misspells', () => {
    const untyped = withValues(validExportacionV1(), contingency);
    expect(said(exportacionV1, untyped)).toContain('11/005 [identificacion.tipoContingencia]');
    const other = withValue(untyped, 'identificacion.tipoContingencia', 5);
    expect(said(exportacionV1, other)).toContain('11/005 [identificacion.motivoContigencia]');
    expect(said(exportacionV1, withValue(other, 'identificacion.motivoContigencia', 'Corte'))).toBe('right');
  });
});
