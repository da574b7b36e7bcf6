import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSealedTexts } from './sealed-text.ts';

const SECRET = createSecretKey(randomBytes(32));
const texts = createSealedTexts(SECRET, 'a purpose');

it('opens what was sealed for the same, at every node', () => {
  const sealed = texts.seal('Ñandú 0614', 'a');
  expect(sealed).toMatch(/^[\w-]+$/);
  expect(createSealedTexts(SECRET, 'a purpose').open(sealed, 'a')).toBe('Ñandú 0614');
  expect(texts.open(texts.seal('', 'a'), 'a')).toBe('');
});

it('differs each time, and tells whoever has it nothing', () => {
  expect(texts.seal('Ana', 'a')).not.toBe(texts.seal('Ana', 'a'));
  expect(Buffer.from(texts.seal('Ana', 'a'), 'base64url').toString('latin1')).not.toContain('Ana');
});

it('opens for nothing else', () => {
  const sealed = texts.seal('Ana', 'a');
  expect(texts.open(sealed, 'b')).toBeNull();
  expect(createSealedTexts(SECRET, 'another').open(sealed, 'a')).toBeNull();
  expect(createSealedTexts(createSecretKey(randomBytes(32)), 'a purpose').open(sealed, 'a')).toBeNull();
  for (const text of ['', 'x', 'ñ', sealed.slice(1), `${sealed}AA`]) expect(texts.open(text, 'a')).toBeNull();
});
