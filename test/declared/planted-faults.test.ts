import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { shared } from '../support/shared.ts';
import { checkAnnex } from './annex-checker.ts';
import { type AnnexKey, annexOfName } from './annex-columns.ts';
import { readBytes } from './file-bytes.ts';
import { draftPool, fullMonth } from './generated-months.ts';
import { judgeMonth, type MonthFiles } from './judge-month.ts';
import type { PlantedFault } from './planted-fault.ts';
import { PLANTED_FAULTS } from './planted-faults.ts';
import { productOf } from './product.ts';

const SEED = Number(process.env['TEST_SEED'] ?? 20_261_101);
const DRAFTS_A_KIND = 40;

let files: MonthFiles;

const product = shared(() => productOf(fileURLToPath(new URL('../..', import.meta.url))));
const generated = shared(() => fullMonth(SEED, draftPool(SEED, DRAFTS_A_KIND)));
beforeAll(async () => {
  files = await product.filesOf(generated);
}, 60_000);

/** The file with the mistake in it, instead of the sound one. */
function withFault({ annex, plant }: PlantedFault) {
  const [name, bytes] = soundFile(annex);
  const encode = (rows: readonly (readonly string[])[]) =>
    Buffer.from(rows.map((cells) => `${cells.join(';')}\r\n`).join(''), 'latin1');
  const wrong = plant({ name, rows: readBytes(bytes).rows, encode });
  return { instead: name, name: wrong.name, bytes: wrong.encode(wrong.rows) };
}

function soundFile(annex: AnnexKey): readonly [string, Uint8Array] {
  const found = [...files].find(([name]) => annexOfName(name) === annex);
  if (found === undefined) throw new Error(`no file of annex ${annex}`);
  return found;
}

/** What the product's checker has against a file, without what it says of every row that subtracts. */
function found(name: string, bytes: Uint8Array) {
  const { portal, manual } = product.findingsOf(name, bytes, generated);
  return { portal, manual: manual.filter((message) => !message.includes('revise: fila negativa')) };
}

function warrantOf(portal: readonly string[], manual: readonly string[]) {
  if (portal.length > 0) return 'portal';
  return manual.length > 0 ? 'manual' : null;
}

describe('a month without a mistake', () => {
  it('is found sound by both', () => {
    const records = generated.documents.map(({ record }) => record);
    expect(judgeMonth(files, records, generated)).toEqual([]);
    for (const [name, bytes] of files) expect(found(name, bytes)).toEqual({ portal: [], manual: [] });
  });
});

describe('a planted fault', () => {
  it('is one of more than sixty, each with a name of its own', () => {
    expect(new Set(PLANTED_FAULTS.map(({ name }) => name)).size).toBe(PLANTED_FAULTS.length);
    expect(PLANTED_FAULTS.length).toBeGreaterThan(60);
  });

  it.each(PLANTED_FAULTS.map((fault) => [fault.name, fault] as const))('%s', (_name, fault) => {
    const { instead, name, bytes } = withFault(fault);
    expect(Buffer.from(bytes).equals(soundFile(fault.annex)[1]) && name === instead).toBe(false);
    const wrong = new Map(
      [...files].map(([file, sound]) => (file === instead ? [name, bytes] : [file, sound])),
    );
    const records = generated.documents.map(({ record }) => record);
    expect(judgeMonth(wrong, records, generated)).not.toEqual([]);
    if (fault.warrant !== null) expect(checkAnnex(name, bytes, generated).faults).not.toEqual([]);
    const { portal, manual } = found(name, bytes);
    expect(warrantOf(portal, manual)).toBe(fault.warrant);
  });
});
