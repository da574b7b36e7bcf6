import { posix } from 'node:path';
import type { Finding } from './finding.ts';
import type { TextFile } from './source-file.ts';

const FILE_LIMIT = 400;
const FUNCTION_LIMIT = 60;

/** Functions that are longer still, with their lines: none may grow, and one that has become shorter says so here. */
const LONGER: Readonly<Record<string, number>> = {
  'src/storage/schema/functions/listing/find_documents.sql': 64,
  'src/storage/schema/functions/listing/find_indexed.sql': 95,
  'src/storage/schema/functions/sending/write_verdicts.sql': 92,
};

const SCHEMA = /^src\/storage\/schema\/.*\.sql$/;
const FUNCTION = /^src\/storage\/schema\/functions\/([a-z]+)\/([a-z_]+)(?:\.[a-z]+)?\.sql$/;
const BODY = /^AS \$\$\n([\s\S]*?)\n\$\$;$/m;

/** Files of the present schema that are too long, or do not begin with what they are about. */
export function untidySchema({ path, text }: TextFile): readonly Finding[] {
  if (!SCHEMA.test(path)) return [];
  const lines = text.split('\n').length - 1;
  const findings: string[] = [];
  if (lines > FILE_LIMIT) findings.push(`${lines} lines: split it (${FILE_LIMIT} at most)`);
  if (!text.startsWith('-- ')) findings.push('begin with a comment that says what it guarantees');
  return findings.map((message) => ({ path, line: 1, message }));
}

/** Functions whose body is too long, or that lie in a file of another name. */
export function untidyFunctions({ path, text }: TextFile): readonly Finding[] {
  if (!path.startsWith('src/storage/schema/functions/')) return [];
  const name = FUNCTION.exec(path)?.[2];
  const made = [...text.matchAll(/^CREATE OR REPLACE FUNCTION (\w+)/gm)].map(([, one]) => one);
  const findings: string[] = [];
  if (name === undefined || made.length !== 1 || made[0] !== name)
    findings.push(`makes ${made.join(', ') || 'nothing'}: one function a file, which has its name`);
  const lines = BODY.exec(text)?.[1]?.split('\n').length ?? 0;
  const limit = LONGER[path] ?? FUNCTION_LIMIT;
  if (lines > limit) findings.push(`${lines} lines in ${posix.basename(path, '.sql')}: ${limit} at most`);
  if (limit > FUNCTION_LIMIT && lines < limit)
    findings.push(`${lines} lines: write so in test/tidy/sql.ts, where ${limit} stand`);
  return findings.map((message) => ({ path, line: 1, message }));
}
