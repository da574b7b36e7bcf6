import { describe, expect, it } from 'vitest';
import { USUAL_PASSWORDS } from './data/usual-passwords.ts';
import { normalizedPassword, passwordFault } from './password.ts';

const ANA = { email: 'ana.flores@example.com', name: 'Ana María Flores' };
const codeOf = (password: string) => passwordFault(password, ANA)?.code ?? null;

describe('a password', () => {
  it.each([
    'un lorito bajo la lluvia',
    'tamal+pacaya 77',
    '8423957610',
    'Xk7#pq0Lm2',
    'ñandúes de paseo',
    '密码很长很长很长很长',
    `${'a'.repeat(250)}bcdefg`,
  ])('may be %j', (password) => {
    expect(passwordFault(password, ANA)).toBeNull();
  });

  it('has at least 10 characters and at most 256, counted as people see them', () => {
    expect(codeOf('corto 123')).toBe('too_short');
    expect(codeOf('')).toBe('too_short');
    // Nine letters, of which four carry an accent of their own.
    expect(codeOf('a\u0301e\u0301i\u0301o\u0301bcdfg')).toBe('too_short');
    expect(codeOf(`${'ab cd'.repeat(51)}xy`)).toBe('too_long');
    expect(codeOf('x'.repeat(1_000_000))).toBe('too_long');
  });

  it.each([
    'contraseña',
    'Contraseña1',
    'CONTRASEÑA 2026!',
    'elsalvador',
    'El Salvador 2026',
    'qwertyuiop',
    '1234567890',
    '0000000000',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'P@ssw0rd2026',
    'passwordpassword',
    'password password',
    'teamoteamo',
    'diosesamor',
    'maria1234567',
    '¡¡facturaelectronica!!',
    'Jes\u00fascristo7',
  ])('is not %j, which everybody tries', (password) => {
    expect(passwordFault(password, ANA)?.message).toMatch(/más usadas/);
  });

  it.each([
    'ana.flores@example.com',
    'ANA.FLORES@EXAMPLE.COM',
    'ana.flores2026',
    'Ana María Flores',
    'anamariaflores99',
  ])('is not %j, which is known of its owner', (password) => {
    expect(passwordFault(password, ANA)?.message).toMatch(/su correo ni su nombre/);
  });

  it('is the same however its letters are composed', () => {
    expect(normalizedPassword('contrasen\u0303a larga')).toBe(normalizedPassword('contrase\u00f1a larga'));
  });
});

describe('the list of the commonest passwords', () => {
  it('holds some hundred, each without case, accents and blanks', () => {
    expect(USUAL_PASSWORDS.size).toBeGreaterThan(600);
    for (const word of USUAL_PASSWORDS) expect(word).toMatch(/^[a-z0-9]+$/);
  });
});
