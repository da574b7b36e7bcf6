import { createHash, generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { createArchiveGuard } from './archive-guard.ts';
import { signJws } from './jws.ts';
import { signerWith } from './key-holder.ts';

const [own, other] = [1, 2].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }));

async function signed(pair: typeof own): Promise<string> {
  if (pair === undefined) throw new Error('there is no key');
  return signJws(signerWith(pair.privateKey), pair.publicKey, '{"a":1}');
}
const keysOf = (...pairs: readonly (typeof own)[]) =>
  pairs.flatMap((pair) => pair?.publicKey.export({ format: 'der', type: 'spki' }) ?? []);
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** A guard of a company that has imported its second certificate a moment ago. */
const guard = createArchiveGuard({
  publicKeys: { kept: async () => keysOf(own), fresh: async () => keysOf(other, own) },
  withheld: () => undefined,
});

it('knows bytes by their hash and by any key of the company, however new', async () => {
  for (const pair of [own, other]) {
    const jws = await signed(pair);
    expect(await guard.payload('c', { jws, sha256: hashOf(jws) })).toBe('{"a":1}');
    expect(await guard.payload('c', { jws, sha256: null })).toBe('{"a":1}');
  }
});

it('gives nothing of bytes of another hash, of other bytes, or of another signer', async () => {
  const jws = await signed(own);
  const [header, payload, signature] = jws.split('.');
  const forged = [header, Buffer.from('{"a":2}').toString('base64url'), signature].join('.');
  expect(await guard.payload('c', { jws, sha256: hashOf('x') })).toBeNull();
  expect(await guard.payload('c', { jws: forged, sha256: hashOf(forged) })).toBeNull();
  expect(await guard.payload('c', { jws: `${header}.${payload}`, sha256: null })).toBeNull();
  const [foreign] = [generateKeyPairSync('rsa', { modulusLength: 2048 })];
  const unknown = await signed(foreign);
  expect(await guard.payload('c', { jws: unknown, sha256: hashOf(unknown) })).toBeNull();
});
