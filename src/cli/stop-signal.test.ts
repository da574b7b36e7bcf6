import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { CommandFailure } from './failure.ts';
import { listenForStop, type StopSignal, untilStopped } from './stop-signal.ts';

let stop: StopSignal;
let endedAtOnce = 0;

afterEach(() => {
  stop.ignore();
  endedAtOnce = 0;
});

function listen(): void {
  stop = listenForStop(() => {
    endedAtOnce += 1;
  });
}

describe('listenForStop', () => {
  it('tells of the first signal, and of none after it has stopped listening', async () => {
    listen();
    expect(stop.signal.aborted).toBe(false);
    process.emit('SIGHUP', 'SIGHUP');
    await stop.stopped;
    expect(stop.signal.aborted).toBe(true);
    stop.ignore();
    expect(process.listenerCount('SIGHUP')).toBe(0);
  });

  it('takes an echo of the same keypress for no second wish, and a later signal for one', async () => {
    listen();
    process.emit('SIGHUP', 'SIGHUP');
    process.emit('SIGHUP', 'SIGHUP');
    expect(endedAtOnce).toBe(0);
    await sleep(550);
    process.emit('SIGHUP', 'SIGHUP');
    expect(endedAtOnce).toBe(1);
  });
});

describe('untilStopped', () => {
  const never = new Promise<never>(() => undefined);

  it('returns at the wish to end, also when the database ends right after it', async () => {
    listen();
    const lasting = untilStopped(stop, { database: never, keys: never });
    const ending = untilStopped(stop, { database: stop.stopped, keys: never });
    process.emit('SIGHUP', 'SIGHUP');
    await expect(Promise.all([lasting, ending])).resolves.toHaveLength(2);
  });

  it('fails in one sentence when the database ends first', async () => {
    listen();
    const waiting = untilStopped(stop, { database: Promise.resolve(), keys: never });
    await expect(waiting).rejects.toThrow(CommandFailure);
    await expect(waiting).rejects.toThrow(/^The embedded PostgreSQL has ended by itself, .*\.$/);
  });

  it('fails with the reason when nothing can be signed any more', async () => {
    listen();
    const waiting = untilStopped(stop, { database: never, keys: Promise.resolve('The file is away.') });
    await expect(waiting).rejects.toThrow(/^No signer process could be started \(The file is away\), .*\.$/);
  });
});
