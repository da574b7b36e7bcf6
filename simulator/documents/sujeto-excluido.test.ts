import { describe, expect, it } from 'vitest';
import { withValue, withValues } from '../../test/support/simulator/edit.ts';
import {
  validSujetoExcluidoV1,
  validSujetoExcluidoV2,
} from '../../test/support/simulator/exports-and-purchases.ts';
import { said } from '../../test/support/simulator/said.ts';
import { sujetoExcluidoV1 } from './sujeto-excluido-v1.ts';
import { sujetoExcluidoV2 } from './sujeto-excluido-v2.ts';

const GENERATIONS = [
  { kind: sujetoExcluidoV1, valid: validSujetoExcluidoV1() },
  { kind: sujetoExcluidoV2, valid: validSujetoExcluidoV2() },
];

describe.each(GENERATIONS)('income tax, version $kind.version', ({ kind, valid }) => {
  const withheld = (amount: number, paid: number) =>
    said(kind, withValues(valid, { 'resumen.reteRenta': amount, 'resumen.totalPagar': paid }));

  it('is up to 10 % of the purchase', () => {
    expect(withheld(0, 119.5)).toBe('right');
    expect(withheld(11.95, 107.55)).toBe('right');
    expect(withheld(11.96, 107.54)).toBe('right');
    expect(withheld(11.97, 107.53)).toBe('16/020 [resumen.reteRenta] CALCULO INCORRECTO');
  });

  it('is taken from what is paid', () => {
    expect(withheld(10, 119.5)).toBe('16/020 [resumen.totalPagar] CALCULO INCORRECTO');
    expect(withheld(0, 109.5)).toBe('16/020 [resumen.totalPagar] CALCULO INCORRECTO');
  });
});

describe.each(GENERATIONS)('discounts, version $kind.version', ({ kind, valid }) => {
  it('of the whole purchase are taken from the subtotal', () => {
    const discounted = { 'resumen.descu': 9.5, 'resumen.totalDescu': 10, 'resumen.subTotal': 110 };
    expect(said(kind, withValues(valid, { ...discounted, 'resumen.totalPagar': 100 }))).toBe('right');
    expect(said(kind, withValue(valid, 'resumen.descu', 9.5))).toBe(
      '16/020 [resumen.totalDescu] CALCULO INCORRECTO',
    );
  });
});

describe('the first generation', () => {
  it('lets the sum of discounts be absent', () => {
    expect(said(sujetoExcluidoV1, withValue(validSujetoExcluidoV1(), 'resumen.totalDescu', null))).toBe(
      'right',
    );
  });

  it('takes retained VAT from what is paid', () => {
    const retained = withValue(validSujetoExcluidoV1(), 'resumen.ivaRete1', 1);
    expect(said(sujetoExcluidoV1, retained)).toContain('resumen.totalPagar');
    expect(said(sujetoExcluidoV1, withValue(retained, 'resumen.totalPagar', 108.5))).toBe('right');
  });

  it('knows the activity of the subject', () => {
    const unknown = withValue(validSujetoExcluidoV1(), 'sujetoExcluido.codActividad', '99999');
    expect(said(sujetoExcluidoV1, unknown)).toBe('13/003 [sujetoExcluido.codActividad] VALOR NO VALIDO');
  });
});

describe('values beyond the schema of 2026', () => {
  it.each([
    ['cuerpoDocumento.0.tipoItem', 4, '15/003 [Cuerpodocumento.item.1]'],
    ['receptor.tipoDocumento', '99', '13/003 [receptor.tipoDocumento]'],
    ['receptor.codActividad', '99999', '13/003 [receptor.codActividad]'],
    ['receptor.direccion.distrito', '01', '13/003 [receptor.direccion.distrito]'],
    ['resumen.condicionOperacion', 4, '16/003 [resumen.condicionOperacion]'],
    ['resumen.condicionOperacion', 2, '16/005 [resumen.pagos.plazo]'],
    ['resumen.pagos.0.plazo', '04', '16/003 [resumen.pagos.plazo]'],
    ['identificacion.tipoContingencia', 1, '11/024 [identificacion.tipoContingencia]'],
  ])('%s = %j', (path, value, expected) => {
    expect(said(sujetoExcluidoV2, withValue(validSujetoExcluidoV2(), path, value))).toContain(expected);
  });

  it('may be of somebody abroad', () => {
    const abroad = { departamento: '00', municipio: '00', distrito: '00', complemento: 'Calle 1' };
    const valid = validSujetoExcluidoV2();
    expect(said(sujetoExcluidoV2, withValue(valid, 'receptor.direccion', abroad))).toBe('right');
    expect(said(sujetoExcluidoV2, withValue(valid, 'emisor.direccion', abroad))).toContain(
      '12/003 [emisor.direccion.departamento]',
    );
  });
});
