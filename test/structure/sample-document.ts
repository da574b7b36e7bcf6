import { structureProblems } from '../../src/core/dte/structure/check.ts';
import { sampleCompanies } from '../oracle/companies.ts';
import { kindOf } from './document-kinds.ts';
import { draftedDocuments } from './drafts.ts';
import { overlaid } from './json-tree.ts';

/**
 * Judges one valid document of a kind after some of its values, named in the Ministry's notation, were replaced: the
 * places where something is wrong then.
 */
export function judgeOf(schema: string): (values: Readonly<Record<string, unknown>>) => readonly string[] {
  const kind = kindOf(schema);
  const companies = sampleCompanies(kind.generation, { seed: 4711, count: 3 });
  const problemsOf = (document: unknown) => structureProblems(kind.tipoDte, kind.generation, document);
  const drafted = draftedDocuments(kind, companies, { seed: 4711, count: 20 });
  const document = drafted.find((candidate) => problemsOf(candidate).length === 0);
  if (document === undefined) throw new Error(`no valid document of ${schema} was drafted`);
  return (values) => [...new Set(problemsOf(overlaid(document, values)).map(({ path }) => path))];
}
