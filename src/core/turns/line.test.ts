import { describe, expect, it } from 'vitest';
import { createLine } from './line.ts';

function emptied(line: ReturnType<typeof createLine<string>>): readonly string[] {
  const order: string[] = [];
  for (let item = line.shift(); item !== null; item = line.shift()) order.push(item);
  return order;
}

describe('a line', () => {
  it('lets the names take turns, each with its longest waiting', () => {
    const line = createLine<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) line.push(item.charAt(0), item);
    expect([line.size(), line.of('c'), line.of('d')]).toEqual([6, ['c1', 'c2'], []]);
    expect(emptied(line)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
    expect(line.size()).toBe(0);
  });

  it('puts whoever had a turn at the end, also before those who come later', () => {
    const line = createLine<string>();
    for (const item of ['a1', 'a2', 'b1']) line.push(item.charAt(0), item);
    expect(line.shift()).toBe('a1');
    line.push('c', 'c1');
    expect(emptied(line)).toEqual(['b1', 'a2', 'c1']);
  });

  it('shows whose turn it is before the item is taken out', () => {
    const line = createLine<string>();
    expect(line.first()).toBe(null);
    for (const item of ['a1', 'b1', 'a2']) line.push(item.charAt(0), item);
    expect([line.first(), line.shift(), line.first()]).toEqual(['a1', 'a1', 'b1']);
  });
});
