import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedPlace } from '../support/shared-place.ts';
import { copyWith } from './copied-product.ts';
import { CODE_MISTAKES } from './planted-in-code.ts';

const SEED = process.env['TEST_SEED'] ?? '20261101';
/** A mistake must show itself in a few months, not only in thousands. */
const MONTHS = '60';
const TIMEOUT_MS = 300_000;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const place = sharedPlace();
/** What was said of the product itself, and of each copy with a mistake. */
let ofProduct: string | undefined;
let ofCopies: ReadonlyMap<string, string | undefined>;

beforeAll(async () => {
  const folders = CODE_MISTAKES.map((mistake, index) => {
    const folder = join(place, `copy-${index}`);
    mkdirSync(folder);
    copyWith(folder, mistake);
    return folder;
  });
  const program = fileURLToPath(new URL('./judge-copies.ts', import.meta.url));
  const order = [program, SEED, MONTHS, ROOT, ...folders];
  const { stdout } = await promisify(execFile)(process.execPath, order, { maxBuffer: 2 ** 24 });
  const [own, ...others] = stdout.split('\n');
  ofProduct = own;
  ofCopies = new Map(CODE_MISTAKES.map(({ name }, index) => [name, others[index]]));
}, TIMEOUT_MS);

describe('the months of a test', () => {
  it('show nothing in the product as it is', () => {
    expect(ofProduct).toBe('');
  });

  it.each(CODE_MISTAKES.map(({ name }) => name))('show the mistake: %s', (name) => {
    expect(ofCopies.get(name)).toMatch(/./);
    expect(ofCopies.get(name)).not.toMatch(/SyntaxError|ERR_|Cannot find|is not defined|is not a function/);
  });
});
