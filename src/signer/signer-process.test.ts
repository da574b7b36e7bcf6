import { execFileSync } from 'node:child_process';
import { createSecretKey, generateKeyPairSync, pbkdf2, randomBytes, verify } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { childrenOf } from '../../test/support/child-processes.ts';
import { sharedPlace } from '../../test/support/shared-place.ts';
import { until } from '../../test/support/until.ts';
import { certificateBinding, type KeyHolder, type SealedKey } from './key-holder.ts';
import { createKeyring, INSTALLATION, masterIdOf } from './keyring.ts';
import { CONFINED } from './signer-child.ts';
import { SIGNER_TIMES, type SignerTimes, startSignerProcess } from './signer-process.ts';

const folder = sharedPlace();
const [bytes, otherBytes] = [randomBytes(32), randomBytes(32)];
const [master, other] = [createSecretKey(bytes), createSecretKey(otherBytes)];
const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const derive = promisify(pbkdf2);
const SECRET = { owner: INSTALLATION, purpose: 'passes' };
const PAYLOAD = Buffer.from('e30.e30');
const PROGRAM = fileURLToPath(new URL('./signer-program.ts', import.meta.url));

const events: string[] = [];
const holders: KeyHolder[] = [];
afterEach(async () => {
  events.length = 0;
  await Promise.all(holders.splice(0).map((holder) => holder.close()));
});

function keyFile(name: string, text: string, mode = 0o600): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode });
  return path;
}

async function start(
  files: readonly string[] = [keyFile('key', bytes.toString('base64'))],
  options: { readonly sample?: string; readonly times?: Partial<SignerTimes> } = {},
): Promise<KeyHolder> {
  const log = { warn: (event: string, detail: object) => events.push(`${event} ${JSON.stringify(detail)}`) };
  const times = { ...SIGNER_TIMES, ...options.times };
  const holder = await startSignerProcess({ files, sample: options.sample ?? null }, log, times);
  holders.push(holder);
  return holder;
}

function sealedKey(companyId = 'a', keyring = createKeyring(master)): SealedKey {
  const binding = certificateBinding({ companyId, ambiente: '00' });
  return {
    binding,
    certificateId: 'c',
    sealedPrivateKey: keyring.seal(pair.privateKey.export({ type: 'pkcs8', format: 'der' }), binding),
    publicKeySpki: pair.publicKey.export({ type: 'spki', format: 'der' }),
  };
}

const isSigned = (signature: Uint8Array, payload: Uint8Array = PAYLOAD) =>
  verify('sha512', payload, pair.publicKey, signature);

const signers = () => childrenOf(process.pid, 'signer-program.ts');

function onlySigner(): number {
  const [pid, ...more] = signers();
  if (pid === undefined || more.length > 0) throw new Error(`${more.length} signer processes more`);
  return pid;
}

describe('a signer process', () => {
  it('seals, opens and signs many at once with a key that this process has not read', async () => {
    const keys = await start();
    expect(keys.masters).toEqual([masterIdOf(master)]);
    const sealed = await keys.seal(Buffer.from('ñ'), SECRET);
    expect(String(createKeyring(master).open(sealed, SECRET))).toBe('ñ');
    expect(String(await keys.open(sealed, SECRET))).toBe('ñ');
    expect(await keys.trouble(sealedKey())).toBeNull();
    const payloads = Array.from({ length: 200 }, (_, index) =>
      Buffer.from(`${index}`.repeat(1 + index * 40)),
    );
    const signed = await Promise.all(payloads.map((payload) => keys.sign(sealedKey(), payload)));
    expect(signed.map((signature, index) => isSigned(signature, payloads[index]))).not.toContain(false);
  });

  it('gives no private key out, and opens what it was sealed for alone', async () => {
    const keys = await start();
    const { sealedPrivateKey, binding } = sealedKey();
    await expect(keys.open(sealedPrivateKey, binding)).rejects.toThrow('not given out');
    await expect(keys.open(sealedPrivateKey, SECRET)).rejects.toMatchObject({ failure: 'not_authentic' });
    await expect(keys.open('x', SECRET)).rejects.toMatchObject({ failure: 'malformed' });
    const foreign = { ...sealedKey(), binding: certificateBinding({ companyId: 'b', ambiente: '00' }) };
    expect(await keys.trouble(foreign)).toMatch('not_authentic');
    await expect(keys.sign(foreign, PAYLOAD)).rejects.toThrow('not_authentic');
  });

  it('holds two master keys while one takes the place of the other', async () => {
    const files = [keyFile('key', bytes.toString('base64')), keyFile('next', otherBytes.toString('base64'))];
    const sample = createKeyring(other).seal(Buffer.from('x'), SECRET);
    const keys = await start(files, { sample });
    expect(keys.masters).toEqual([other, master].map(masterIdOf));
    expect((await keys.seal(PAYLOAD, SECRET)).split('.')[1]).toBe(masterIdOf(other));
    for (const keyring of [createKeyring(master), createKeyring(other)])
      expect(isSigned(await keys.sign({ ...sealedKey('a', keyring) }, PAYLOAD))).toBe(true);
  });

  it.each([
    ['there is none', () => join(folder, 'none'), 'does not exist'],
    ['it holds something else', () => keyFile('bad', 'x'), 'does not hold exactly 32 bytes'],
    ['others may read it', () => keyFile('open', bytes.toString('base64'), 0o644), 'run chmod 600'],
  ])('is not started with a master key file where %s', async (_, path, sentence) => {
    await expect(start([path()])).rejects.toThrow(sentence);
    await expect(start([keyFile('key', bytes.toString('base64')), path()])).rejects.toThrow(sentence);
    await expect.poll(signers).toEqual([]);
  });

  it('ends when it is closed, and when its pipe does', async () => {
    const keys = await start();
    process.kill(onlySigner(), 'SIGTERM');
    expect(isSigned(await keys.sign(sealedKey(), PAYLOAD))).toBe(true);
    await keys.close();
    expect(signers()).toEqual([]);
    await expect(keys.sign(sealedKey(), PAYLOAD)).rejects.toThrow();
  });
});

describe('a signer process that is killed', () => {
  it('is started anew, and what was asked of it is answered all the same', async () => {
    const keys = await start();
    const before = onlySigner();
    const asked = Array.from({ length: 300 }, () => keys.sign(sealedKey(), PAYLOAD));
    await asked[0];
    process.kill(before, 'SIGKILL');
    const signed = await Promise.all(asked);
    expect(signed.map((signature) => isSigned(signature))).not.toContain(false);
    expect(onlySigner()).not.toBe(before);
    expect(events.map((event) => event.split(' ')[0])).toEqual([
      'signer_process_ended',
      'signer_process_started',
    ]);
    expect(events[0]).toMatch('SIGKILL');
  });

  it('is not known to sign until it does again: then it is ready, and before it is not', async () => {
    const path = keyFile('key', bytes.toString('base64'));
    const keys = await start([path], {
      times: { patienceMs: 300, firstPauseMs: 20, longestPauseMs: 100, mostAwayMs: 50 },
    });
    expect([await keys.trouble(sealedKey()), keys.isAway()]).toEqual([null, false]);
    renameSync(path, `${path}.away`);
    process.kill(onlySigner(), 'SIGKILL');
    await expect.poll(() => events.length).toBeGreaterThan(1);
    expect(await keys.trouble(sealedKey())).toBe('there is no signer process');
    await expect(keys.sign(sealedKey(), PAYLOAD)).rejects.toThrow('there is no signer process');
    expect(events.at(-1)).toMatch(/signer_process_not_started .*does not exist/);
    expect([keys.isAway(), await keys.lost]).toEqual([true, expect.stringContaining('does not exist')]);
    renameSync(`${path}.away`, path);
    await expect.poll(() => keys.trouble(sealedKey()), { timeout: 10_000 }).toBeNull();
    expect(isSigned(await keys.sign(sealedKey(), PAYLOAD))).toBe(true);
    expect(keys.isAway()).toBe(false);
  });
});

describe('a signer process that is killed while it starts', () => {
  const program = process.execPath;
  afterEach(() => {
    process.execPath = program;
  });

  it.each([
    ['ends at once', '/bin/true'],
    ['is not there', '/nowhere/node'],
  ])(
    'is noticed where its program %s, however busy the threads are that close its key files',
    async (_, path) => {
      process.execPath = path;
      const busy = Array.from({ length: 8 }, () => derive('x', 'y', 50_000, 32, 'sha512'));
      await expect(start()).rejects.toThrow('the signer process');
      await Promise.all(busy);
    },
  );

  it('comes back, killed at whatever moment of its start', async () => {
    const keys = await start(undefined, { times: { firstPauseMs: 1, longestPauseMs: 1 } });
    const known = new Set(signers());
    for (let kills = 0; kills < 6; kills += 1) {
      for (const pid of signers()) process.kill(pid, 'SIGKILL');
      await until(() => signers().some((pid) => !known.has(pid)), 'the next one');
      for (const pid of signers()) known.add(pid);
      await sleep(kills * 15);
    }
    expect(isSigned(await keys.sign(sealedKey(), PAYLOAD))).toBe(true);
  });
});

describe('a signer process in trouble', () => {
  it('has no pause before the next one, however often it is killed', async () => {
    const keys = await start(undefined, { times: { firstPauseMs: 600_000, longestPauseMs: 600_000 } });
    for (let kills = 0; kills < 3; kills += 1) {
      process.kill(onlySigner(), 'SIGKILL');
      expect(isSigned(await keys.sign(sealedKey(), PAYLOAD))).toBe(true);
    }
  });

  it('is not taken for one that hangs by a process that is busy itself', async () => {
    const keys = await start(undefined, { times: { lookMs: 50, silentLooks: 2 } });
    const asked = keys.sign(sealedKey(), PAYLOAD);
    for (let blocked = 0; blocked < 4; blocked += 1) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(isSigned(await asked)).toBe(true);
    expect(events).toEqual([]);
  });

  it('that hangs is ended, and another one answers', async () => {
    const keys = await start(undefined, { times: { lookMs: 100, silentLooks: 3 } });
    process.kill(onlySigner(), 'SIGSTOP');
    expect(isSigned(await keys.sign(sealedKey(), PAYLOAD))).toBe(true);
    expect(events[0]).toMatch(/signer_process_ended .*SIGKILL/);
  });

  it('is asked nothing that two others did not survive', async () => {
    const keys = await start();
    const asked = Array.from({ length: 1_000 }, () => keys.sign(sealedKey(), PAYLOAD));
    const settled = Promise.allSettled(asked);
    process.kill(onlySigner(), 'SIGKILL');
    await expect.poll(() => events.at(-1)).toMatch('signer_process_started');
    process.kill(onlySigner(), 'SIGKILL');
    const reasons = (await settled).flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect(reasons.length).toBeGreaterThan(0);
    expect(new Set(reasons)).toEqual(new Set(['ChildEnded: the signer process ended: SIGKILL']));
    expect(isSigned(await keys.sign(sealedKey(), PAYLOAD))).toBe(true);
  });

  it('is given no more than fits', async () => {
    const keys = await start();
    const large = Buffer.alloc(40 * 1024 * 1024);
    const asked = await Promise.allSettled([1, 2].map(() => keys.sign(sealedKey(), large)));
    expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    const many = await Promise.allSettled(Array.from({ length: 5_001 }, () => keys.open('x', SECRET)));
    expect(
      many.filter((one) => one.status === 'rejected' && /too much/.test(String(one.reason))),
    ).toHaveLength(1);
  });
});

describe('the walls of a signer process', () => {
  it('hold two pipes, no file and no socket besides', async () => {
    await start();
    const pid = onlySigner();
    const open = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
    expect(open.filter((target) => target.startsWith('socket:'))).toHaveLength(3);
    expect(open.filter((target) => target.startsWith('/') && target !== '/dev/null')).toEqual([]);
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).toBe('');
  });

  it('keep it from writing, from reading what is not its program, and from starting anything', async () => {
    const tries = {
      write: `fs.writeFileSync(${JSON.stringify(join(folder, 'written'))}, '')`,
      'write beside its program': `fs.writeFileSync(${JSON.stringify(`${PROGRAM}.new`)}, '')`,
      'read a key': `fs.readFileSync(${JSON.stringify(keyFile('key', bytes.toString('base64')))})`,
      'read settings': "fs.readFileSync('/proc/self/environ')",
      'start a process': "childProcess.spawnSync('true')",
      'start a thread': "new workers.Worker('', { eval: true })",
      'be looked into': 'inspector.open(0)',
    };
    const script = `
      import childProcess from 'node:child_process'; import fs from 'node:fs'; import inspector from 'node:inspector';
      import workers from 'node:worker_threads';
      const codeOf = (act) => { try { act(); return 'done'; } catch (error) { return error.code; } };
      const told = {${Object.entries(tries).map(([name, act]) => `'${name}': codeOf(() => ${act})`)}};
      console.log(JSON.stringify({ ...told, 'read its program': codeOf(() => fs.readFileSync(${JSON.stringify(PROGRAM)})) }));`;
    const args = ['--input-type=module', '--eval', script];
    const told = (options: readonly string[]) =>
      JSON.parse(execFileSync(process.execPath, [...options, ...args], { encoding: 'utf8' }));
    const denied = Object.fromEntries(Object.keys(tries).map((name) => [name, 'ERR_ACCESS_DENIED']));
    expect(told(CONFINED)).toEqual({ ...denied, 'read its program': 'done' });
  });
});
