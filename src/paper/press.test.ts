import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { childrenOf } from '../../test/support/child-processes.ts';
import { goldenSignedFile, signedFileOf } from '../../test/support/signed-file.ts';
import { until } from '../../test/support/until.ts';
import type { PaperOrder, Press } from '../operations/files/ports.ts';
import { createPress, PRESS_LIMITS } from './press.ts';
import { render } from './render.ts';

const LIMITS = { ...PRESS_LIMITS, shortLines: 2 };

/** Each document here counts for this much. */
const ROOM_FOR_ONE = PRESS_LIMITS.leastCharacters;

let press: Press;

afterEach(() => press.close());

function orderOf(signedFile: string): PaperOrder {
  const branding = { logo: null, color: null };
  return { form: { kind: 'letter' }, signedFile, rejection: null, cancellation: { kind: 'none' }, branding };
}

/** The long one, and yet another. */
function varied(text: string): PaperOrder {
  return orderOf(LONG.signedFile.replace(/"descripcion": *"/, `$&${text} `));
}

const SHORT = orderOf(goldenSignedFile('11-exportacion-v2/01-coffee-fob'));
const LONG = orderOf(goldenSignedFile('01-factura-v2/01-bakery-cash-sale'));

/** For a company of its own unless told otherwise; everything has its turn. */
async function printed(order: PaperOrder, companyId = 'c1'): Promise<Uint8Array> {
  const bytes = await press.print(order, companyId);
  if (bytes === null) throw new Error('too many wait');
  return bytes;
}

function same(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.from(one).equals(other);
}

describe('the press', () => {
  it('prints the same in its processes and out of them', async () => {
    press = createPress('1', LIMITS);
    const [short, long, again] = await Promise.all([printed(SHORT), printed(LONG), printed(LONG)]);
    expect(same(short, await render(SHORT))).toBe(true);
    expect(same(long, await render(LONG))).toBe(true);
    expect(same(again, long)).toBe(true);
  });

  it('prints at once what many ask for, and keeps the last of it', async () => {
    press = createPress('1', { ...LIMITS, mostWaiting: ROOM_FOR_ONE, mostKept: 1 });
    const [one, other] = await Promise.all([printed(LONG), printed(LONG, 'c2')]);
    expect(one).toBe(other);
    expect(await printed(LONG)).toBe(one);
    await printed(varied('x'));
    const again = await printed(LONG);
    expect(again).not.toBe(one);
    expect(same(again, one)).toBe(true);
  });

  it('has no place for more of one company than its queue holds, and prints for others all the same', async () => {
    press = createPress('1', { ...LIMITS, mostWaiting: 2 * ROOM_FOR_ONE });
    const printing = [printed(varied('a'))];
    expect(await press.print(varied('b'), 'c1')).toBeNull();
    printing.push(printed(varied('b'), 'c2'));
    // Short ones stand in another queue.
    printing.push(printed(SHORT));
    await Promise.all(printing);
    expect((await printed(varied('b'))).length).toBeGreaterThan(0);
  });

  it('draws nothing in the process that orders, however short it is', async () => {
    press = createPress('1', { ...LIMITS, timeoutMs: 1 });
    await expect(printed(SHORT)).rejects.toThrow('within 1 ms');
  });

  it('takes what has much text for long, whatever its lines', async () => {
    press = createPress('1', {
      ...LIMITS,
      shortLines: 1_000,
      shortCharacters: 100,
      mostWaiting: 2 * ROOM_FOR_ONE,
    });
    const printing = printed(SHORT);
    expect(await press.print(LONG, 'c1')).toBeNull();
    await printing;
  });

  it('gives up a document that takes too long, and goes on with a new process', async () => {
    press = createPress('1', { ...LIMITS, timeoutMs: 1 });
    await expect(printed(LONG)).rejects.toThrow('within 1 ms');
    await expect(printed(LONG)).rejects.toThrow('within 1 ms');
    await press.close();
    press = createPress('1', LIMITS);
    expect((await printed(LONG)).length).toBeGreaterThan(0);
  });

  it('prints in another process after one was killed, idle or in its start', async () => {
    press = createPress('1', LIMITS);
    const presses = () => childrenOf(process.pid, 'press-process.ts');
    const kill = () => process.kill(presses()[0] ?? 0, 'SIGKILL');
    const failing = expect(printed(SHORT)).rejects.toThrow('the press ended: SIGKILL');
    await until(() => presses().length === 1, 'a process');
    kill();
    await failing;
    expect((await printed(SHORT)).length).toBeGreaterThan(0);
    kill();
    await until(() => presses().length === 0, 'its end');
    const another = orderOf(SHORT.signedFile.replace(/"descripcion": *"/, '$&otro '));
    // The end of a process is known here a moment after it.
    const lengthOf = () =>
      printed(another).then(
        ({ length }) => length,
        () => 0,
      );
    await expect.poll(lengthOf, { timeout: 10_000 }).toBeGreaterThan(0);
  });

  it('fails one document that needs too much memory, and not the process', async () => {
    press = createPress('1', { ...LIMITS, heapMb: 26 });
    // The second one asks for more at once than the heap of a thread could refuse.
    for (const lines of [4_000, 40_000]) {
      const huge = orderOf(signedFileOf(JSON.stringify({ cuerpoDocumento: manyLines(lines) })));
      await expect(printed(huge)).rejects.toThrow('the press ended');
    }
    expect((await printed(SHORT)).length).toBeGreaterThan(0);
  });

  it('ends its processes when nothing was printed for a while, and prints what comes meanwhile', async () => {
    press = createPress('1', { ...LIMITS, idleMs: 50 });
    const presses = () => childrenOf(process.pid, 'press-process.ts').length;
    const both = Promise.all([printed(SHORT), printed(LONG)]);
    await until(() => presses() === 2, 'two processes');
    await both;
    await until(() => presses() === 0, 'the end of both processes');
    // Each comes when the time of the process is just over, or not yet.
    for (let turn = 0; turn < 6; turn += 1) {
      expect((await printed(varied(`${turn}`))).length).toBeGreaterThan(0);
      await sleep(47 + turn);
    }
  });

  it('fails what is no document, in the process and out of it', async () => {
    press = createPress('1', LIMITS);
    await expect(printed(orderOf('[]'))).rejects.toThrow('JSON object');
    await expect(printed(orderOf('"numItem":"numItem":"numItem":'))).rejects.toThrow();
    expect((await printed(LONG)).length).toBeGreaterThan(0);
  });
});

function manyLines(count: number) {
  return Array.from({ length: count }, (_, index) => ({ numItem: index + 1, descripcion: 'x'.repeat(500) }));
}
