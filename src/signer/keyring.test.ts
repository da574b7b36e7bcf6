import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeyring, INSTALLATION, masterIdOf, rewrap, SealError } from './keyring.ts';

const master = createSecretKey(randomBytes(32));
const otherMaster = createSecretKey(randomBytes(32));
const keyring = createKeyring(master);
const binding = { owner: 'company-1', purpose: 'certificate/00' };
const secret = Buffer.from('un secreto con ñ', 'utf8');

function failureOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof SealError) return error.failure;
    throw error;
  }
  return 'none';
}

describe('createKeyring', () => {
  it('opens what it sealed', () => {
    const sealed = keyring.seal(secret, binding);
    expect(sealed).toMatch(/^sello1\.[\w-]{12}\.[\w-]{80}\.[\w-]+$/);
    expect(keyring.open(sealed, binding)).toEqual(secret);
    expect(createKeyring(master).open(sealed, { ...binding })).toEqual(secret);
  });

  it.each([0, 1, 1_200, 100_000])('seals %i bytes', (length) => {
    const bytes = randomBytes(length);
    const owned = { owner: INSTALLATION, purpose: 'pepper' };
    expect(keyring.open(keyring.seal(bytes, owned), owned).equals(bytes)).toBe(true);
  });

  it('seals the same secret differently each time and shows nothing of it', () => {
    const all = Array.from({ length: 100 }, () => keyring.seal(secret, binding));
    expect(new Set(all.flatMap((sealed) => sealed.split('.').slice(2))).size).toBe(200);
    expect(all.join('')).not.toContain(secret.toString('base64url'));
  });

  it.each([
    ['another company', { ...binding, owner: 'company-2' }],
    ['another purpose', { ...binding, purpose: 'certificate/01' }],
    ['a moved border', { owner: 'company-1c', purpose: 'ertificate/00' }],
    ['swapped fields', { owner: binding.purpose, purpose: binding.owner }],
  ])('does not open for %s', (_, other) => {
    expect(failureOf(() => keyring.open(keyring.seal(secret, binding), other))).toBe('not_authentic');
  });

  it('does not open under another master key, and says that it is another', () => {
    const sealed = keyring.seal(secret, binding);
    expect(failureOf(() => createKeyring(otherMaster).open(sealed, binding))).toBe('other_master_key');
  });

  it('does not open with the data key of another value', () => {
    const [first = [], second = []] = [1, 2].map(() => keyring.seal(secret, binding).split('.'));
    const mixed = [first[0], first[1], second[2], first[3]].join('.');
    expect(failureOf(() => keyring.open(mixed, binding))).toBe('not_authentic');
  });

  it('refuses a master key of another size', () => {
    expect(() => createKeyring(createSecretKey(randomBytes(16)))).toThrow(RangeError);
  });
});

describe('a sealed value that was tampered with', () => {
  const sealed = keyring.seal(secret, binding);

  it('does not open with any one character changed to another', () => {
    const opened = Array.from(sealed).flatMap((character, index) =>
      Array.from('ABab01-_.=\n')
        .filter((other) => other !== character)
        .map((other) => `${sealed.slice(0, index)}${other}${sealed.slice(index + 1)}`)
        .filter((tampered) => failureOf(() => keyring.open(tampered, binding)) === 'none'),
    );
    expect(opened).toEqual([]);
  });

  it('does not open with any one bit of its bytes flipped', () => {
    const parts = sealed.split('.');
    const failures = [2, 3].flatMap((part) => {
      const bytes = Buffer.from(parts[part] ?? '', 'base64url');
      return Array.from({ length: bytes.length * 8 }, (_, bit) => {
        const flipped = Buffer.from(bytes);
        flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        return failureOf(() =>
          keyring.open(parts.with(part, flipped.toString('base64url')).join('.'), binding),
        );
      });
    });
    expect(failures.length).toBe((60 + 28 + secret.length) * 8);
    expect(new Set(failures)).toEqual(new Set(['not_authentic']));
  });

  it('does not open when cut short or extended', () => {
    const cuts = Array.from({ length: sealed.length }, (_, length) => sealed.slice(0, length));
    const extended = [`${sealed}A`, `${sealed}AAAA`, `${sealed}.`, `${sealed}.AAAA`];
    const failures = [...cuts, ...extended].map((text) => failureOf(() => keyring.open(text, binding)));
    expect(failures).not.toContain('none');
  });

  it.each(['', 'sello1', 'sello1...', sealed.replace('sello1', 'sello2'), '\0'])(
    'is malformed: %j',
    (text) => {
      expect(failureOf(() => keyring.open(text, binding))).toBe('malformed');
    },
  );

  it('is refused with an error that shows nothing of it', () => {
    try {
      keyring.open(sealed, { ...binding, owner: 'x' });
    } catch (error) {
      expect(String(error)).toBe('SealError: sealed value cannot be opened: not_authentic');
      return;
    }
    expect.unreachable();
  });
});

describe('rewrap', () => {
  it('moves a value to another master key without changing what is sealed', () => {
    const sealed = keyring.seal(secret, binding);
    const moved = rewrap(sealed, master, otherMaster);
    expect(createKeyring(otherMaster).open(moved, binding)).toEqual(secret);
    expect(failureOf(() => keyring.open(moved, binding))).toBe('other_master_key');
    expect(failureOf(() => createKeyring(otherMaster).open(moved, { ...binding, owner: 'x' }))).toBe(
      'not_authentic',
    );
    expect(moved.split('.')[3]).toBe(sealed.split('.')[3]);
    expect(moved.split('.')[1]).toBe(masterIdOf(otherMaster));
  });

  it('leaves a value as it is that is under the new master key, and looks at it', () => {
    const sealed = createKeyring(otherMaster).seal(secret, binding);
    expect(rewrap(sealed, master, otherMaster)).toBe(sealed);
    const [, , wrapped = ''] = sealed.split('.');
    const broken = sealed.replace(
      wrapped,
      wrapped.startsWith('A') ? `B${wrapped.slice(1)}` : `A${wrapped.slice(1)}`,
    );
    expect(failureOf(() => rewrap(broken, master, otherMaster))).toBe('not_authentic');
  });

  it('refuses a value of another master key', () => {
    const sealed = keyring.seal(secret, binding);
    const third = createSecretKey(randomBytes(32));
    expect(failureOf(() => rewrap(sealed, otherMaster, third))).toBe('other_master_key');
  });
});
