import { describe, expect, it } from 'vitest';
import { untidyFunctions, untidySchema } from './sql.ts';

const messages = (found: readonly { readonly message: string }[]) => found.map(({ message }) => message);
const table = (text: string) => messages(untidySchema({ path: 'src/storage/schema/tables/a.sql', text }));
const room = 'src/storage/schema/functions/sending';
const ofLines = (name: string, lines: number) =>
  `-- Does it.\nCREATE OR REPLACE FUNCTION ${name}()\nAS $$\n${'a;\n'.repeat(lines)}$$;\n`;
const inFile = (name: string, text: string) =>
  messages(untidyFunctions({ path: `${room}/${name}.sql`, text }));

describe('a file of the present schema', () => {
  it('has 400 lines at most', () => {
    expect(table(`-- A table.\n${'a\n'.repeat(399)}`)).toEqual([]);
    expect(table(`-- A table.\n${'a\n'.repeat(400)}`)).toEqual(['401 lines: split it (400 at most)']);
  });

  it('begins with a comment', () => {
    expect(table('CREATE TABLE a ();\n')).toEqual(['begin with a comment that says what it guarantees']);
  });

  it('is no migration', () => {
    expect(untidySchema({ path: 'src/storage/migrations/0001_a.sql', text: 'SELECT 1;\n' })).toEqual([]);
  });
});

describe('a function of the present schema', () => {
  it('has 60 lines at most', () => {
    expect(inFile('one', ofLines('one', 60))).toEqual([]);
    expect(inFile('one', ofLines('one', 61))).toEqual(['61 lines in one: 60 at most']);
  });

  it('may be longer where it was, and only shrinks', () => {
    expect(inFile('write_verdicts', ofLines('write_verdicts', 92))).toEqual([]);
    expect(inFile('write_verdicts', ofLines('write_verdicts', 93))).toEqual([
      '93 lines in write_verdicts: 92 at most',
    ]);
    expect(inFile('write_verdicts', ofLines('write_verdicts', 91))).toEqual([
      '91 lines: write so in test/tidy/sql.ts, where 92 stand',
    ]);
  });

  it('lies alone in the file of its name, or of a form of it', () => {
    const other = ['makes two: one function a file, which has its name'];
    expect(inFile('one.within', ofLines('one', 1))).toEqual([]);
    expect(inFile('one', ofLines('two', 1))).toEqual(other);
    expect(inFile('one', ofLines('one', 1) + ofLines('two', 1))).toEqual([
      'makes one, two: one function a file, which has its name',
    ]);
    expect(inFile('one', '-- Nothing.\n')).toEqual([
      'makes nothing: one function a file, which has its name',
    ]);
  });
});
