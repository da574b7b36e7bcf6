import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { askAlone, type Child, ChildEnded, startProcess, startThread } from './child.ts';

const IPC = { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] } as const;
const LONG_MS = 30_000;

/** Answers each message with itself, and ends or is silent where it says so. */
const ECHO = `on('message', (said) => said.end ? process.exit(7) : said.mute ? 0 :
  setTimeout(() => send({ heard: said }), said.afterMs ?? 0));`;
const echoProcess = () =>
  startProcess('the echo', ['--eval', `const send = (m) => process.send(m); process.${ECHO}`], {
    stdio: [...IPC.stdio],
  });
const echoThread = () =>
  startThread(
    'the echo',
    new URL(
      `data:text/javascript,import { parentPort } from 'node:worker_threads';
       const send = (m) => parentPort.postMessage(m); parentPort.${encodeURIComponent(ECHO)}`,
    ),
    {},
  );

describe.each<[string, () => Child]>([
  ['process', echoProcess],
  ['thread', echoThread],
])('a %s', (_, start) => {
  it('answers, and is gone when it is killed', async () => {
    const child = start();
    expect(await askAlone(child, { said: 1 }, LONG_MS)).toEqual({ heard: { said: 1 } });
    expect(child.hasEnded()).toBe(false);
    await child.kill();
    expect(child.hasEnded()).toBe(true);
    await expect(askAlone(child, { said: 2 }, LONG_MS)).rejects.toThrow(ChildEnded);
  });

  it('is noticed when it is killed in the tick of its start', async () => {
    const child = start();
    const asking = askAlone(child, { said: 1 }, LONG_MS);
    void child.kill();
    await expect(asking).rejects.toThrow('the echo ended');
  });

  it('is not given up by a thread that is busy itself', async () => {
    const child = start();
    await askAlone(child, { said: 1 }, LONG_MS);
    const asking = askAlone(child, { afterMs: 20 }, 100);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    expect(await asking).toEqual({ heard: { afterMs: 20 } });
    await child.kill();
  });

  it('says how it ended, to whoever asks then and later', async () => {
    const child = start();
    await expect(askAlone(child, { end: true }, LONG_MS)).rejects.toThrow('the echo ended: 7');
    const heard: string[] = [];
    child.onEnd((reason) => heard.push(reason))();
    expect([await child.ended, ...heard]).toEqual(['the echo ended: 7', 'the echo ended: 7']);
  });

  it('fails who waits too long, and keeps nobody who does not wait any more', async () => {
    const child = start();
    await askAlone(child, { said: 1 }, LONG_MS);
    await expect(askAlone(child, { mute: true }, 0)).rejects.toThrow('no answer within 0 ms');
    await child.kill();
  });
});

describe('a start that fails', () => {
  it('is an end', async () => {
    const program = process.execPath;
    process.execPath = '/nowhere/node';
    const child = startProcess('the child', [], { stdio: 'pipe' });
    process.execPath = program;
    expect(await child.ended).toBe('the child cannot be started: spawn /nowhere/node ENOENT');
    await child.kill();
    expect(() => startProcess('the child', ['\0'], {})).toThrow(ChildEnded);
    expect(() => startThread('the thread', new URL('http://localhost/'), {})).toThrow(ChildEnded);
  });

  it('of a thread is an end', async () => {
    const child = startThread('the thread', new URL('file:///nowhere/thread.js'), {});
    expect(await child.ended).toMatch('the thread broke: Cannot find module');
  });
});

it('a process that nothing can be said to any more is ended', async () => {
  const child = startProcess(
    'the deaf one',
    ['--eval', 'process.disconnect(); setInterval(() => 0, 1_000)'],
    {
      stdio: [...IPC.stdio],
    },
  );
  await once(child.process, 'disconnect');
  await expect(askAlone(child, { said: 1 }, LONG_MS)).rejects.toThrow('the deaf one ended: SIGKILL');
});
