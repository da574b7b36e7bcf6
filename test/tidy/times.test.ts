import { describeRule } from './planted.ts';
import { timesInChanges } from './times.ts';

describeRule('the times in what changes rows', {
  rule: timesInChanges,
  path: 'src/storage/a/b.ts',
  wrong: [
    ['const a = `UPDATE a SET b = clock_timestamp() WHERE c = $1`;', '1 clock_timestamp()'],
    ["const a = 'DELETE FROM a WHERE b < now()';", '1 now()'],
    [`const a = \`UPDATE \${b} SET c = least(c, random() * $1)\`;`, '1 random()'],
    ['const a = `INSERT INTO a VALUES ($1)\n ON CONFLICT (b) DO UPDATE SET c = now()`;', '1 now()'],
    [
      'const a = `UPDATE a SET b = CASE WHEN c THEN statement_timestamp() END`;',
      '1 THEN statement_timestamp()',
    ],
  ],
  right: [
    'const a = `UPDATE a SET b = statement_timestamp()`;',
    `const a = \`UPDATE a SET b = \${timeWhere('$1')}\`;`,
    'const a = `INSERT INTO a (b) VALUES (clock_timestamp()) ON CONFLICT DO NOTHING`;',
    'const a = `SELECT clock_timestamp() - b FROM a FOR UPDATE`;',
  ],
  elsewhere: ['src/operations/a.ts', 'src/storage/a/b.test.ts'],
});
