import { existsSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makePlace, removePlace } from '../support/temporary-place.ts';
import { type Change, PLANTED_BUGS } from './planted-bugs.ts';
import { changed, copyProduct } from './sabotage.ts';

const LINE = "    const broken = await inTime(end(client, 'COMMIT'));";
const CHANGE: Change = {
  file: 'src/storage/connection/transaction.ts',
  line: LINE,
  instead: '    // nothing',
};

function original(file: string): string {
  return readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
}

describe('a copy of the product', () => {
  it('is the product, but for the changed line', () => {
    const place = makePlace(0o700);
    try {
      const main = copyProduct(place, [CHANGE]);
      expect(existsSync(main)).toBe(true);
      const copy = readFileSync(join(place, CHANGE.file), 'utf8');
      expect(copy).toBe(original(CHANGE.file).replace(LINE, CHANGE.instead));
      expect(existsSync(join(place, 'node_modules/pg/package.json'))).toBe(true);
    } finally {
      removePlace(place);
    }
  });

  it.each([
    ['nowhere', '  no line like this'],
    ['several times', '}'],
    ['in a part of a line', "inTime(end(client, 'COMMIT'))"],
  ])('is refused where the line stands %s', (_where, line) => {
    expect(() => changed(original(CHANGE.file), { ...CHANGE, line })).toThrow(`in ${CHANGE.file}`);
  });

  it.each(PLANTED_BUGS.map(({ name, changes }) => [name, changes] as const))(
    'can have the bug: %s',
    (_name, changes) => {
      for (const change of changes) {
        const said = (text: string) =>
          change.file.endsWith('.sql') ? text.replace(/--.*$/gm, '') : stripTypeScriptTypes(text);
        expect(said(changed(original(change.file), change))).not.toBe(said(original(change.file)));
      }
    },
  );
});
