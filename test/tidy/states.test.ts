import { describeRule } from './planted.ts';
import { statesInStatements } from './states.ts';

describeRule('the states in statements', {
  rule: statesInStatements,
  path: 'src/storage/a/b.ts',
  wrong: [
    ["const a = `SELECT 1 FROM documents WHERE state = 'contingency'`;", "1 'contingency'"],
    [`const a = \`UPDATE a SET b = \${c},\\n outcome = 'unknown' WHERE d = \${e}\`;`, "1 'unknown'"],
    [`const a = "state = 'open'";`, "1 'open'"],
  ],
  right: [
    "const a = outcome === 'unknown';",
    `const a = \`state IN (\${DOCUMENTS_IN.open})\`;`,
    "// state = 'open'",
  ],
  elsewhere: ['src/operations/a.ts', 'src/storage/a/b.test.ts'],
});
