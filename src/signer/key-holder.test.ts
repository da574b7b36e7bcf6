import { createSecretKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { certificateBinding, createLimiter, holdKeys } from './key-holder.ts';
import { createKeyring, INSTALLATION, masterIdOf } from './keyring.ts';

const [master, other] = [createSecretKey(randomBytes(32)), createSecretKey(randomBytes(32))];
const LINKS = { owner: INSTALLATION, purpose: 'file-links' };
const SECRET = Buffer.from('secret');
const under = (key: typeof master) => createKeyring(key).seal(SECRET, LINKS);

describe('holdKeys', () => {
  it('opens with both master keys, and seals with the one that the installation is under', async () => {
    for (const [sample, first, second] of [
      [null, master, other],
      [under(master), master, other],
      [under(other), other, master],
    ] as const) {
      const keys = holdKeys({ master, other, sample });
      expect(keys.masters).toEqual([first, second].map(masterIdOf));
      const sealed = await keys.seal(SECRET, LINKS);
      expect(sealed.split('.')[1]).toBe(masterIdOf(first));
      for (const text of [sealed, under(master), under(other)])
        expect(String(await keys.open(text, LINKS))).toBe('secret');
    }
  });

  it('has one name where there is one master key', () => {
    expect(holdKeys({ master, other: null, sample: under(master) }).masters).toEqual([masterIdOf(master)]);
  });

  it('refuses a sample that only says under which master key it is', () => {
    const forged = under(other)
      .split('.')
      .with(2, under(master).split('.')[2] ?? '')
      .join('.');
    expect(() => holdKeys({ master, other, sample: forged })).toThrow('not_authentic');
  });

  it('signs with a private key, and gives none out', async () => {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const keys = holdKeys({ master, other: null, sample: null });
    const binding = certificateBinding({ companyId: 'a', ambiente: '01' });
    const sealedPrivateKey = await keys.seal(
      pair.privateKey.export({ type: 'pkcs8', format: 'der' }),
      binding,
    );
    const publicKeySpki = pair.publicKey.export({ type: 'spki', format: 'der' });
    const key = { binding, certificateId: 'c', sealedPrivateKey, publicKeySpki };
    expect(await keys.trouble(key)).toBeNull();
    expect(verify('sha512', SECRET, pair.publicKey, await keys.sign(key, SECRET))).toBe(true);
    expect(() => keys.open(sealedPrivateKey, binding)).toThrow('not given out');
    const elsewhere = { ...key, binding: certificateBinding({ companyId: 'b', ambiente: '01' }) };
    expect(await keys.trouble(elsewhere)).toMatch('not_authentic');
    await expect(keys.sign(elsewhere, SECRET)).rejects.toThrow('not_authentic');
  });
});

describe('the limit of signatures under way', () => {
  interface Gate {
    readonly opened: Promise<void>;
    open(): void;
  }

  function gate(): Gate {
    const { promise, resolve } = Promise.withResolvers<void>();
    return { opened: promise, open: () => resolve() };
  }

  /** Lets everything that can go on go on. */
  async function settle(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
  }

  describe('createLimiter', () => {
    it('never runs more tasks at a time than its limit, and all of them in the end', async () => {
      const limiter = createLimiter(3);
      let running = 0;
      let most = 0;
      const task = async (): Promise<number> => {
        running += 1;
        most = Math.max(most, running);
        await settle();
        running -= 1;
        return 1;
      };
      const results = await Promise.all(Array.from({ length: 50 }, () => limiter(task)));
      expect(results).toHaveLength(50);
      expect(most).toBe(3);
      expect(running).toBe(0);
    });

    it('keeps to its limit when tasks arrive while others wait and leave', async () => {
      const limiter = createLimiter(2);
      let running = 0;
      let most = 0;
      const task = async (): Promise<void> => {
        running += 1;
        most = Math.max(most, running);
        await settle();
        running -= 1;
      };
      const client = async (): Promise<void> => {
        for (let round = 0; round < 10; round += 1) await limiter(task);
      };
      await Promise.all(Array.from({ length: 7 }, client));
      expect(most).toBe(2);
    });
  });

  describe('waiting tasks', () => {
    it('starts waiting tasks in the order in which they came', async () => {
      const limiter = createLimiter(1);
      const first = gate();
      const order: number[] = [];
      const tasks = [limiter(() => first.opened)];
      for (const number of [1, 2, 3]) tasks.push(limiter(async () => void order.push(number)));
      await settle();
      expect(order).toEqual([]);
      first.open();
      await Promise.all(tasks);
      expect(order).toEqual([1, 2, 3]);
    });

    it('gives the place of a failed task to the next one', async () => {
      const limiter = createLimiter(1);
      const failing = limiter(() => Promise.reject(new Error('no')));
      const next = limiter(() => Promise.resolve('yes'));
      await expect(failing).rejects.toThrow('no');
      await expect(next).resolves.toBe('yes');
      await expect(limiter(() => Promise.resolve('again'))).resolves.toBe('again');
    });

    it.each([0, -1, 1.5, Number.NaN])('refuses %s as a limit', (limit) => {
      expect(() => createLimiter(limit)).toThrow(RangeError);
    });
  });
});
