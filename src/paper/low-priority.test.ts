import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { deliveryFile } from '../../test/support/delivery-file.ts';
import type { Press } from '../operations/files/ports.ts';
import { createPress } from './press.ts';

let press: Press;

afterEach(() => press.close());

/** How far each process that this one started stands back. */
function nicenesses(): readonly number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => parentOf(pid) === process.pid).map((pid) => getPriority(Number(pid)));
}

/** As Linux accounts for it: the fourth field of its line. Null for what has ended meanwhile. */
function parentOf(pid: string): number | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

describe.runIf(process.platform === 'linux')('the process of the press', () => {
  it('lets all others go first, and leaves them as they were', async () => {
    const [mine, before] = [getPriority(), nicenesses()];
    press = createPress('1');
    const branding = { logo: null, color: null };
    const delivery = deliveryFile('11-exportacion-v2/01-coffee-fob');
    const cancellation = { kind: 'none' } as const;
    await press.print({ form: { kind: 'letter' }, delivery, rejection: null, cancellation, branding }, 'c1');
    const after = nicenesses();
    expect(before).not.toContain(10);
    expect(after.filter((niceness) => niceness === 10)).toHaveLength(1);
    expect(getPriority()).toBe(mine);
  });
});
