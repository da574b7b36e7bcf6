import { afterEach, describe, expect, it } from 'vitest';
import { deliveryFile, deliveryOf } from '../../test/support/delivery-file.ts';
import type { PaperOrder, Press } from '../operations/paper-ports.ts';
import { createPress, PRESS_LIMITS } from './press.ts';
import { render } from './render.ts';

const LIMITS = { ...PRESS_LIMITS, linesAtOnce: 2 };

let press: Press;

afterEach(() => press.close());

function orderOf(delivery: string): PaperOrder {
  const branding = { logo: null, color: null };
  return { form: { kind: 'letter' }, delivery, isRejected: false, cancellation: { kind: 'none' }, branding };
}

const SHORT = orderOf(deliveryFile('11-exportacion-v2/01-coffee-fob'));
const LONG = orderOf(deliveryFile('01-factura-v2/01-bakery-cash-sale'));

function same(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.from(one).equals(other);
}

describe('the press', () => {
  it('prints the same in its thread and out of it', async () => {
    press = createPress(LIMITS);
    const [short, long, again] = await Promise.all([
      press.print(SHORT),
      press.print(LONG),
      press.print(LONG),
    ]);
    expect(same(short, await render(SHORT))).toBe(true);
    expect(same(long, await render(LONG))).toBe(true);
    expect(same(again, long)).toBe(true);
  });

  it('refuses long documents beyond the waiting ones, and prints short ones all the same', async () => {
    press = createPress({ ...LIMITS, mostWaiting: 2 });
    const printing = [press.print(LONG), press.print(LONG)];
    await expect(press.print(LONG)).rejects.toThrow('too many long documents');
    expect((await press.print(SHORT)).length).toBeGreaterThan(0);
    await Promise.all(printing);
    expect((await press.print(LONG)).length).toBeGreaterThan(0);
  });

  it('gives up a document that takes too long, and goes on with a new thread', async () => {
    press = createPress({ ...LIMITS, timeoutMs: 1 });
    await expect(press.print(LONG)).rejects.toThrow('within 1 ms');
    await expect(press.print(LONG)).rejects.toThrow('within 1 ms');
    await press.close();
    press = createPress(LIMITS);
    expect((await press.print(LONG)).length).toBeGreaterThan(0);
  });

  it('fails one document that needs too much memory, and not the process', async () => {
    press = createPress({ ...LIMITS, heapMb: 8 });
    const huge = orderOf(deliveryOf(JSON.stringify({ cuerpoDocumento: manyLines(4000) })));
    await expect(press.print(huge)).rejects.toThrow(/press/);
    expect((await press.print(SHORT)).length).toBeGreaterThan(0);
  });

  it('fails what is no document, in the thread and out of it', async () => {
    press = createPress(LIMITS);
    await expect(press.print(orderOf('[]'))).rejects.toThrow('JSON object');
    await expect(press.print(orderOf('"numItem":"numItem":"numItem":'))).rejects.toThrow();
    expect((await press.print(LONG)).length).toBeGreaterThan(0);
  });
});

function manyLines(count: number) {
  return Array.from({ length: count }, (_, index) => ({ numItem: index + 1, descripcion: 'x'.repeat(500) }));
}
