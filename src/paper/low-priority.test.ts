import { getPriority } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { childrenOf } from '../../test/support/child-processes.ts';
import { goldenSignedFile } from '../../test/support/signed-file.ts';
import type { Press } from '../operations/files/ports.ts';
import { createPress } from './press.ts';

let press: Press;

afterEach(() => press.close());

const presses = () => childrenOf(process.pid, 'press-process.ts');

describe.runIf(process.platform === 'linux')('the process of the press', () => {
  it('lets all others go first, and leaves them as they were', async () => {
    const [mine, before] = [getPriority(), presses()];
    press = createPress('1');
    const branding = { logo: null, color: null };
    const signedFile = goldenSignedFile('11-exportacion-v2/01-coffee-fob');
    const cancellation = { kind: 'none' } as const;
    await press.print(
      { form: { kind: 'letter' }, signedFile, rejection: null, cancellation, branding },
      'c1',
    );
    const started = presses().filter((pid) => !before.includes(pid));
    expect(started.map((pid) => getPriority(pid))).toEqual([10]);
    expect(getPriority()).toBe(mine);
  });
});
