import { describe, expect, it } from 'vitest';
import { isRole, may, PERMISSIONS, ROLE_TITLES, ROLES, type Standing } from './roles.ts';

describe('a role', () => {
  it.each<[Standing, readonly string[]]>([
    ['cashier', ['issue', 'see_own']],
    ['accountant', ['see_own', 'see_all', 'export', 'invalidate', 'note']],
    ['owner', PERMISSIONS.filter((permission) => permission !== 'operate')],
    ['operator', PERMISSIONS],
  ])('of %s may do this', (standing, permissions) => {
    expect(PERMISSIONS.filter((permission) => may(standing, permission))).toEqual(permissions);
  });

  it('is known by its name, that of an operator apart, which no membership gives', () => {
    expect(ROLES.every(isRole)).toBe(true);
    for (const text of ['operator', '', 'Owner', 'constructor']) expect(isRole(text)).toBe(false);
  });

  it('has a title for people', () => {
    expect(Object.values(ROLE_TITLES)).toEqual(['Cajero', 'Contador', 'Propietario', 'Operador']);
  });
});
