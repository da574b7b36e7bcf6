import { type ChildProcess, type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processesNaming } from './support/child-processes.ts';
import { isAlive } from './support/temporary-place.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The program that the launcher starts: says who it is, then waits for a signal when asked to. */
const MAIN = `
const values: readonly string[] = process.argv.slice(2);
const say = (text: string): boolean => process.stdout.write(text + '\\n');
if (values[0] === 'exit') process.exit(Number(values[1]));
else if (values[0] === 'echo') process.stdin.on('data', (data: Buffer) => process.stdout.write(data));
else if (values[0] === 'die') process.kill(process.pid, 'SIGKILL');
else if (values[0] === 'wait') {
  let signals = 0;
  const end = (name: string): void => {
    signals += 1;
    say('got ' + name);
    setTimeout(() => process.exit(40 + signals), 200);
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => end(name));
  setInterval(() => undefined, 1000);
  say('ready ' + process.pid);
} else say(JSON.stringify({ version: process.version, values }));
`;

function majorOf(node: string): number {
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return Number.parseInt((stdout ?? '').replace('v', ''), 10);
}

/** A Node that is too old for Sello, such as a distribution's, when this machine has one. */
function findOlderNode(): string | null {
  const places = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  const nodes = places.map((place) => join(place, 'node')).filter((node) => existsSync(node));
  return nodes.find((node) => majorOf(node) >= 20 && majorOf(node) < 24) ?? null;
}

const olderNode = findOlderNode();
let place = '';

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'sello-launcher-'));
  for (const folder of ['bin', 'src', 'bare/bin', 'bare/src'])
    mkdirSync(join(place, folder), { recursive: true });
  for (const folder of ['.', 'bare']) {
    copyFileSync(join(ROOT, 'bin/sello'), join(place, folder, 'bin/sello'));
    writeFileSync(join(place, folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(place, folder, 'src/main.ts'), MAIN);
  }
  // Only the first place has an installation; "bare" finds no package above it either.
  symlinkSync(join(ROOT, 'node_modules'), join(place, 'bin/node_modules'));
});

afterAll(() => rmSync(place, { recursive: true, force: true }));

function run(
  node: string,
  ...values: readonly string[]
): { readonly status: number | null; readonly stdout: string } {
  return spawnSync(node, [join(place, 'bin/sello'), ...values], { encoding: 'utf8', input: 'over\n' });
}

interface Waiting {
  readonly launcher: ChildProcess;
  readonly servicePid: number;
  output(): string;
}

/** Starts the launcher at the head of a process group, as a shell does with a command at its terminal. */
function startWaiting(node: string): Promise<Waiting> {
  const args = [join(place, 'bin/sello'), 'wait'];
  return untilReady(spawn(node, args, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] }));
}

/** Starts it as npm does, in a shell that waits for it. */
function startFromNpm(node: string): Promise<Waiting> {
  const env = { ...process.env, npm_lifecycle_event: 'start' };
  const command = `'${node}' '${join(place, 'bin/sello')}' wait; true`;
  return untilReady(spawn('sh', ['-c', command], { env, stdio: ['ignore', 'pipe', 'inherit'] }));
}

async function untilReady(launcher: ChildProcessByStdio<null, Readable, null>): Promise<Waiting> {
  let text = '';
  launcher.stdout.setEncoding('utf8').on('data', (data: string) => {
    text += data;
  });
  while (!text.includes('ready')) await sleep(10);
  return { launcher, servicePid: Number(/ready (\d+)/.exec(text)?.[1]), output: () => text };
}

async function exitCode(launcher: ChildProcess): Promise<number | null> {
  if (launcher.exitCode === null && launcher.signalCode === null) await once(launcher, 'exit');
  return launcher.exitCode;
}

describe('bin/sello on a Node that is new enough', () => {
  it('runs the program in the same process with its arguments', () => {
    const { stdout } = run(process.execPath, 'company', 'list', '--json');
    expect(JSON.parse(stdout)).toEqual({ version: process.version, values: ['company', 'list', '--json'] });
  });

  it("ends with the program's exit code", () => {
    expect(run(process.execPath, 'exit', '7').status).toBe(7);
  });

  it.skipIf(process.platform === 'win32')('ends with the shell that npm ran it in', async () => {
    await expectEndWithShell(process.execPath);
  });
});

describe.skipIf(process.platform !== 'linux')(
  'npm that ends while it starts the program (needs Linux)',
  () => {
    const command = `'${process.execPath}' '%' wait; true`;

    it.each([
      ['takes its shell with it', command],
      ['leaves its shell', `sh -c "${command}"; true`],
    ])('%s, and no other process, at whatever moment', async (_, line) => {
      const env = { ...process.env, npm_lifecycle_event: 'start' };
      const script = line.replace('%', join(place, 'bin/sello'));
      for (const afterMs of [0, 20, 40, 80, 160, 320]) {
        const npm = spawn('sh', ['-c', script], { env, detached: true, stdio: 'ignore' });
        setTimeout(() => npm.kill('SIGKILL'), afterMs);
      }
      await sleep(320);
      await expect.poll(() => processesNaming(place), { timeout: 15_000 }).toEqual([]);
    });
  },
);

describe.skipIf(process.platform === 'win32')('what is compiled', () => {
  const folders = mkdtempSync(join(tmpdir(), 'sello-compiled-'));
  afterAll(() => rmSync(folders, { recursive: true, force: true }));

  /** Runs a command over the data folder of this name; what the program says, and how much of it is kept. */
  const running = (name: string, command: string) => {
    const dataDir = join(folders, name);
    const env = { ...process.env, SELLO_DATA_DIR: dataDir, NODE_COMPILE_CACHE: undefined };
    const { stdout } = spawnSync(process.execPath, [join(place, 'bin/sello'), command], {
      encoding: 'utf8',
      env,
    });
    const folder = join(dataDir, 'compile-cache');
    const kept = existsSync(folder) ? readdirSync(folder, { recursive: true }).length : null;
    return { stdout, kept, mode: kept === null ? null : statSync(folder).mode & 0o777 };
  };

  it('is kept beside the data from the first start on, for the user alone', () => {
    expect(running('new', 'list')).toMatchObject({ kept: null });
    const started = running('new', 'serve');
    expect(started).toMatchObject({ mode: 0o700 });
    expect(started.kept).toBeGreaterThan(0);
    expect(running('new', 'list').stdout).toContain('"list"');
  });

  it('is not kept, and not used, where others may write', () => {
    const open = join(folders, 'open', 'compile-cache');
    mkdirSync(open, { recursive: true });
    chmodSync(open, 0o770);
    expect(running('open', 'serve')).toMatchObject({ kept: 0, mode: 0o770 });
  });

  it('is left where the folder cannot be looked at', () => {
    expect(running('x'.repeat(300), 'list').stdout).toContain('"list"');
    expect(running('x'.repeat(300), 'serve').stdout).toContain('"serve"');
  });

  it('is never what a changed file was', () => {
    const main = join(place, 'src/main.ts');
    running('changed', 'serve');
    writeFileSync(main, MAIN.replace('version: process.version', "version: 'another'"));
    try {
      expect(running('changed', 'serve').stdout).toContain('"another"');
    } finally {
      writeFileSync(main, MAIN);
    }
    expect(running('changed', 'serve').stdout).toContain(process.version);
  });
});

async function expectEndWithShell(node: string): Promise<void> {
  const { launcher, servicePid, output } = await startFromNpm(node);
  launcher.kill('SIGTERM');
  try {
    await expect.poll(output, { timeout: 5000 }).toContain('got SIGTERM');
    await expect.poll(() => isAlive(servicePid), { timeout: 5000 }).toBe(false);
  } finally {
    if (isAlive(servicePid)) process.kill(servicePid, 'SIGKILL');
  }
  expect(output().match(/got SIGTERM/g)).toHaveLength(1);
}

describe.skipIf(olderNode === null)('bin/sello on an older Node', () => {
  const older = olderNode ?? '';

  it('runs the program on the pinned Node with its arguments as they are', () => {
    const { stdout } = run(older, 'a b', '--flag=$HOME', '');
    expect(JSON.parse(stdout)).toEqual({ version: process.version, values: ['a b', '--flag=$HOME', ''] });
  });

  it('passes standard input and output through', () => {
    expect(run(older, 'echo').stdout).toBe('over\n');
  });

  it("ends with the program's exit code, and with the shell's for a signal", () => {
    expect(run(older, 'exit', '7').status).toBe(7);
    expect(run(older, 'die').status).toBe(128 + 9);
  });

  it('says in one sentence what is missing when there is no pinned Node', () => {
    const bare = spawnSync(older, [join(place, 'bare/bin/sello'), 'start'], { encoding: 'utf8' });
    expect(bare.status).toBe(1);
    expect(bare.stdout).toBe('');
    expect(bare.stderr).toMatch(/^Sello needs Node 24 or newer and this is v\d+\.\d+\.\d+: .*\.\n$/);
  });

  it('passes one Ctrl-C on once, although npm sends it again', async () => {
    const { launcher, output } = await startWaiting(older);
    process.kill(-(launcher.pid ?? 0), 'SIGINT');
    launcher.kill('SIGINT');
    expect(await exitCode(launcher)).toBe(41);
    expect(output().match(/got SIGINT/g)).toHaveLength(1);
  });

  it.each(['SIGTERM', 'SIGHUP'] as const)('passes %s on and waits for the end', async (signal) => {
    const { launcher, servicePid, output } = await startWaiting(older);
    launcher.kill(signal);
    expect(await exitCode(launcher)).toBe(41);
    expect(output()).toContain(`got ${signal}`);
    expect(isAlive(servicePid)).toBe(false);
  });

  it('leaves no service behind when it is killed', async () => {
    const { launcher, servicePid, output } = await startWaiting(older);
    launcher.kill('SIGKILL');
    await exitCode(launcher);
    await expect.poll(output, { timeout: 5000 }).toContain('got SIGTERM');
    expect(servicePid).not.toBe(launcher.pid);
  });

  it('ends with the shell that npm ran it in', () => expectEndWithShell(older));
});
