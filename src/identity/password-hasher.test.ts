import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPasswordHasher, SCRYPT_COST } from './password-hasher.ts';

const QUICK = { cost: 2 ** 10, block: 8, lanes: 1 };
const SECRET = createSecretKey(randomBytes(32));
const hasher = createPasswordHasher(SECRET, QUICK);
const PASSWORD = 'un lorito bajo la lluvia';

async function hashed(password = PASSWORD, by = hasher): Promise<string> {
  const hash = await by.hash(password);
  if (hash === null) throw new Error('too many at once');
  return hash;
}

describe('the hash of a password', () => {
  it('is its own and no other’s, however the letters are composed', async () => {
    const hash = await hashed('contrase\u00f1a de Ana');
    expect(await hasher.check('contrasen\u0303a de Ana', hash)).toBe('right');
    for (const other of ['', 'contraseña de ana', 'contraseña de Ana ', hash])
      expect(await hasher.check(other, hash)).toBe('wrong');
  });

  it('differs each time and says by which parameters it was made', async () => {
    const [first, second] = [await hashed(), await hashed()];
    expect(first).not.toBe(second);
    expect(first).toMatch(/^scrypt\$1024\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  });

  it('is of no use without the secret of the installation', async () => {
    const other = createPasswordHasher(createSecretKey(randomBytes(32)), QUICK);
    expect(await other.check(PASSWORD, await hashed())).toBe('wrong');
  });

  it('opens under newer parameters and asks to be made again', async () => {
    const dearer = createPasswordHasher(SECRET, { ...QUICK, cost: 2 ** 11 });
    expect(await dearer.check(PASSWORD, await hashed())).toBe('right_but_old');
    expect(await dearer.check('otra contraseña', await hashed())).toBe('wrong');
  });

  it.each([null, '', 'scrypt$1024$8$1$x$y', 'x'])('%j is nobody’s', async (stored) => {
    expect(await hasher.check(PASSWORD, stored)).toBe('wrong');
  });

  it('takes as long for nobody as for a wrong password', async () => {
    const slow = createPasswordHasher(SECRET, { ...QUICK, cost: 2 ** 14 });
    const hash = await hashed(PASSWORD, slow);
    const timeOf = async (stored: string | null) => {
      const since = performance.now();
      await slow.check('otra contraseña', stored);
      return performance.now() - since;
    };
    let [known, unknown] = [Infinity, Infinity];
    // By turns, so that a busy moment of the machine is one of both.
    for (let turn = 0; turn < 7; turn += 1) {
      known = Math.min(known, await timeOf(hash));
      unknown = Math.min(unknown, await timeOf(null));
    }
    expect(unknown).toBeGreaterThan(known / 2);
    expect(unknown).toBeLessThan(known * 2);
  });

  it('is refused at once where too many wait', async () => {
    const asked = Array.from({ length: 60 }, () => hasher.check(PASSWORD, null));
    expect(hasher.isBusy()).toBe(true);
    const answers = await Promise.all(asked);
    expect(hasher.isBusy()).toBe(false);
    expect(answers.filter((answer) => answer === 'busy').length).toBeGreaterThan(30);
    expect(answers.filter((answer) => answer === 'wrong').length).toBeGreaterThanOrEqual(20);
    expect(await hasher.check(PASSWORD, await hashed())).toBe('right');
  });

  it('costs 128 MB as the program makes it', async () => {
    expect(128 * SCRYPT_COST.cost * SCRYPT_COST.block).toBe(2 ** 27);
    const real = createPasswordHasher(SECRET);
    expect(await real.check(PASSWORD, await hashed(PASSWORD, real))).toBe('right');
  });
});
