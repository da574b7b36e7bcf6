import { describe, expect, it } from 'vitest';
import { addressText, nameOf } from './names.ts';

describe('nameOf', () => {
  it.each([
    ['CAT-017', '99', 'Otros'],
    ['CAT-005', '5', 'Otro'],
    ['CAT-021', '3', 'Médico'],
    ['CAT-021', '4', 'Transporte'],
  ] as const)('says of %s %s what it is, and nothing that the issuer is told', (catalog, code, name) => {
    expect(nameOf(catalog, code)).toBe(name);
  });

  it('keeps what belongs to the name', () => {
    expect(nameOf('CAT-015', 'C3')).toBe('Impuesto al Valor Agregado (exportaciones) 0%');
    expect(nameOf('CAT-017', 'xx')).toBe('xx');
    expect(nameOf('CAT-017', null)).toBe(null);
  });
});

describe('addressText', () => {
  const place = { departamento: '06', municipio: '23', distrito: '14' };
  const text = (complemento: string | null) => addressText({ ...place, complemento }, '2026-11-20');

  it('says a street line that only names the district once', () => {
    for (const complemento of ['San Salvador', ' SAN SALVADOR ', null])
      expect(text(complemento)).toBe('San Salvador, San Salvador Centro, San Salvador');
  });

  it('keeps any other street line', () => {
    expect(text('Calle 1')).toBe('Calle 1, San Salvador, San Salvador Centro, San Salvador');
    expect(addressText({ ...place, distrito: null, complemento: 'Calle 1' }, '2026-11-20')).toBe(
      'Calle 1, San Salvador Centro, San Salvador',
    );
    expect(addressText(null, '2026-11-20')).toBe(null);
  });

  it('has nothing but the street line abroad', () => {
    const abroad = { departamento: '00', municipio: '00', distrito: '00' };
    expect(addressText({ ...abroad, complemento: 'Zona 10' }, '2026-11-20')).toBe('Zona 10');
  });
});
