import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discardStaleClaim, isServing, parsePostmaster, readPostmaster } from './postmaster-file.ts';

function claimOf(pid: number, status = 'ready'): string {
  return [pid, '/srv/data', 1763000000, 41000, '', '127.0.0.1', '  1234 5', `${status}   `, ''].join('\n');
}

let dataDir = '';
let started: ChildProcess[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sello-claim-'));
});

afterEach(() => {
  for (const child of started) child.kill('SIGKILL');
  started = [];
  rmSync(dataDir, { recursive: true, force: true });
});

async function pidFrom(file: string, args: readonly string[]): Promise<number> {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  const [text] = await once(child.stdout, 'data');
  return Number(String(text).trim());
}

/** A process whose command line names the directory, as the server's does. */
async function startServing(): Promise<number> {
  const script = 'console.log(process.pid); setInterval(() => undefined, 1000)';
  return pidFrom(process.execPath, ['-e', script, '--', '-D', dataDir]);
}

describe('postmaster.pid', () => {
  it('names the process, the port and whether the server is ready', () => {
    expect(parsePostmaster(claimOf(77))).toEqual({ pid: 77, port: 41000, ready: true });
    expect(parsePostmaster(claimOf(77, 'starting'))).toEqual({ pid: 77, port: 41000, ready: false });
  });

  it.each([
    '',
    '77\n',
    '77\n/srv/data\n1763000000\n',
    'x\n/srv/data\n1\n41000\n',
    '-7\n/srv/data\n1\n41000\n',
  ])('is not complete as %j', (text) => {
    expect(parsePostmaster(text)).toBeNull();
  });

  it('is absent where no server ever ran', () => {
    expect(readPostmaster(dataDir)).toBeNull();
  });
});

describe.skipIf(process.platform !== 'linux')('the process that claims the directory (needs Linux)', () => {
  it('is the server when its command line names the directory', async () => {
    const pid = await startServing();
    expect(isServing(pid, dataDir)).toBe(true);
    expect(isServing(pid, `${dataDir}/other`)).toBe(false);
  });

  it('is not the server when it is a zombie', async () => {
    // The child dies after the exec: a shell would still take it off the list, `sleep` never does.
    const pid = await pidFrom('/bin/sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60']);
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toMatch(/\) Z /);
    await expect.poll(() => isServing(pid, dataDir)).toBe(false);
    expect(() => process.kill(pid, 0)).not.toThrow();
  });

  it('loses its claim when the process number belongs to somebody else', async () => {
    const pid = await pidFrom('/bin/sh', ['-c', 'echo $$; exec sleep 60']);
    writeFileSync(join(dataDir, 'postmaster.pid'), claimOf(pid));
    discardStaleClaim(dataDir);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('keeps its claim while it runs', async () => {
    const pid = await startServing();
    writeFileSync(join(dataDir, 'postmaster.pid'), claimOf(pid));
    discardStaleClaim(dataDir);
    expect(existsSync(join(dataDir, 'postmaster.pid'))).toBe(true);
  });

  it('loses a claim without a number, once no server can be about to write it', () => {
    const claim = join(dataDir, 'postmaster.pid');
    writeFileSync(claim, '');
    discardStaleClaim(dataDir);
    expect(existsSync(claim)).toBe(true);
    utimesSync(claim, 0, 0);
    discardStaleClaim(dataDir);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('is left to PostgreSQL to judge when no such process exists', async () => {
    const child = spawn('/bin/true');
    await once(child, 'exit');
    writeFileSync(join(dataDir, 'postmaster.pid'), claimOf(child.pid ?? 0));
    discardStaleClaim(dataDir);
    expect(existsSync(join(dataDir, 'postmaster.pid'))).toBe(true);
  });
});
