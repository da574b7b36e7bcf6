import { getPriority } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { childrenOf } from '../../test/support/child-processes.ts';
import { goldenSignedFile } from '../../test/support/signed-file.ts';
import type { Press } from '../operations/files/ports.ts';
import { createPress } from './press.ts';

let press: Press;

afterEach(() => press.close());

/** How far each process of the press stands back. */
function nicenesses(): readonly number[] {
  return childrenOf(process.pid, 'press-process.ts').map((pid) => getPriority(pid));
}

describe.runIf(process.platform === 'linux')('the process of the press', () => {
  it('lets all others go first, and leaves them as they were', async () => {
    const [mine, before] = [getPriority(), nicenesses()];
    press = createPress('1');
    const branding = { logo: null, color: null };
    const signedFile = goldenSignedFile('11-exportacion-v2/01-coffee-fob');
    const cancellation = { kind: 'none' } as const;
    await press.print(
      { form: { kind: 'letter' }, signedFile, rejection: null, cancellation, branding },
      'c1',
    );
    const after = nicenesses();
    expect(before).not.toContain(10);
    expect(after.filter((niceness) => niceness === 10)).toHaveLength(1);
    expect(getPriority()).toBe(mine);
  });
});
