import { describe, expect, it } from 'vitest';
import { planted, told } from './planted.ts';
import { statesInStatements } from './states.ts';

const check = (text: string, path = 'src/storage/a/b.ts') => told(statesInStatements(planted(path, text)));

describe('the states in statements', () => {
  it.each([
    ["const a = `SELECT 1 FROM documents WHERE state = 'contingency'`;", "1 'contingency'"],
    [`const a = \`UPDATE a SET b = \${c},\\n outcome = 'unknown' WHERE d = \${e}\`;`, "1 'unknown'"],
    [`const a = "state = 'open'";`, "1 'open'"],
  ])('%s', (text, finding) => {
    expect(check(text)).toEqual([finding]);
  });

  it.each([
    "const a = outcome === 'unknown';",
    `const a = \`state IN (\${DOCUMENTS_IN.open})\`;`,
    "// state = 'open'",
  ])('%s is fine', (text) => {
    expect(check(text)).toEqual([]);
  });

  it('are the business of the storage alone', () => {
    expect(check("const a = `state = 'open'`;", 'src/operations/a.ts')).toEqual([]);
    expect(check("const a = `state = 'open'`;", 'src/storage/a/b.test.ts')).toEqual([]);
  });
});
