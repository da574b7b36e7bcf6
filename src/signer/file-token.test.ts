import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { idOf } from '../../test/support/identifiers.ts';
import { type FileTarget, fileToken, fileTokenMatches } from './file-token.ts';

const secretOf = (bytes: number) => createSecretKey(randomBytes(bytes));
const secret = secretOf(32);
const target: FileTarget = {
  companyId: '7c4c1e0a-5b5e-4a37-9f0e-0d6f0a3f0001',
  documentId: idOf('7c4c1e0a-5b5e-4a37-9f0e-0d6f0a3f0002'),
  type: 'invoice',
};
const token = fileToken(secret, target, 0);

describe('fileToken', () => {
  it('is 192 bits of URL-safe text, the same each time', () => {
    expect(token).toMatch(/^[A-Za-z0-9_-]{32}$/);
    expect(fileToken(secret, { ...target }, 0)).toBe(token);
    expect(fileTokenMatches({ mac: token, epoch: 0 }, secret, target)).toBe(true);
  });

  it.each([
    ['document', { ...target, documentId: idOf(target.companyId) }],
    ['company', { ...target, companyId: target.documentId }],
    ['type ticket', { ...target, type: 'ticket' }],
    ['type json', { ...target, type: 'json' }],
    ['order', { ...target, companyId: target.documentId, documentId: idOf(target.companyId) }],
  ] as const)('does not open another %s', (_, other) => {
    expect(fileTokenMatches({ mac: token, epoch: 0 }, secret, other)).toBe(false);
  });

  it('opens in its own epoch alone', () => {
    const epochs = [0, 1, 2];
    const opened = epochs.map((made) =>
      epochs.map((epoch) =>
        fileTokenMatches({ mac: fileToken(secret, target, made), epoch }, secret, target),
      ),
    );
    expect(opened).toEqual([
      [true, false, false],
      [false, true, false],
      [false, false, true],
    ]);
  });

  it('does not open under another secret', () => {
    expect(fileTokenMatches({ mac: token, epoch: 0 }, secretOf(32), target)).toBe(false);
  });

  it('refuses a token with any character changed to any other', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/';
    const accepted = Array.from(token).flatMap((character, index) =>
      Array.from(alphabet)
        .filter((other) => other !== character)
        .map((other) => `${token.slice(0, index)}${other}${token.slice(index + 1)}`)
        .filter((tampered) => fileTokenMatches({ mac: tampered, epoch: 0 }, secret, target)),
    );
    expect(accepted).toEqual([]);
  });

  it.each(['', token.slice(1), `${token}A`, `${token}=`, 'ñ'.repeat(16), token.toLowerCase()])(
    'refuses %j',
    (other) => {
      expect(fileTokenMatches({ mac: other, epoch: 0 }, secret, target)).toBe(false);
    },
  );

  it('refuses a short link secret', () => {
    expect(() => fileToken(secretOf(31), target, 0)).toThrow(RangeError);
  });
});
