import { describe, expect, it } from 'vitest';
import { planted, told } from './planted.ts';
import { timesInChanges } from './times.ts';

const check = (text: string, path = 'src/storage/a/b.ts') => told(timesInChanges(planted(path, text)));

describe('the times in what changes rows', () => {
  it.each([
    ['const a = `UPDATE a SET b = clock_timestamp() WHERE c = $1`;', '1 clock_timestamp()'],
    ["const a = 'DELETE FROM a WHERE b < now()';", '1 now()'],
    [`const a = \`UPDATE \${b} SET c = least(c, random() * $1)\`;`, '1 random()'],
    ['const a = `INSERT INTO a VALUES ($1)\n ON CONFLICT (b) DO UPDATE SET c = now()`;', '1 now()'],
    [
      'const a = `UPDATE a SET b = CASE WHEN c THEN statement_timestamp() END`;',
      '1 THEN statement_timestamp()',
    ],
  ])('%s', (text, finding) => {
    expect(check(text)).toEqual([finding]);
  });

  it.each([
    'const a = `UPDATE a SET b = statement_timestamp()`;',
    `const a = \`UPDATE a SET b = \${timeWhere('$1')}\`;`,
    'const a = `INSERT INTO a (b) VALUES (clock_timestamp()) ON CONFLICT DO NOTHING`;',
    'const a = `SELECT clock_timestamp() - b FROM a FOR UPDATE`;',
  ])('%s is fine', (text) => {
    expect(check(text)).toEqual([]);
  });

  it('are the business of the storage alone', () => {
    const text = 'const a = `UPDATE a SET b = now()`;';
    expect(check(text, 'src/operations/a.ts')).toEqual([]);
    expect(check(text, 'src/storage/a/b.test.ts')).toEqual([]);
  });
});
