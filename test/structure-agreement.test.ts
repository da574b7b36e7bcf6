import { describe, expect, it } from 'vitest';
import { structureProblems } from '../src/core/dte/structure/check.ts';
import { sampleCompanies } from './oracle/companies.ts';
import { DIFFERENCES, type Verdicts } from './structure/differences.ts';
import { differencesPage } from './structure/differences-page.ts';
import { DOCUMENT_KINDS, type DocumentKind, kindOf } from './structure/document-kinds.ts';
import { draftedDocuments } from './structure/drafts.ts';
import { edgeMutants } from './structure/edges.ts';
import { filledDocuments } from './structure/filled-documents.ts';
import { INERT_RULES } from './structure/inert-rules.ts';
import { overlaid } from './structure/json-tree.ts';
import { CHANGE_NAMES, type Mutant, mutate, originalOf } from './structure/mutations.ts';
import { seededRandom } from './structure/random.ts';
import { officialSchema, officialSchemasArePresent } from './support/official-schemas.ts';
import { seedOfThisRun } from './support/this-half.ts';

/** The same seed makes the same mutants; every unexplained disagreement prints where it was changed. */
const SEED = seedOfThisRun(20_261_201);
const MUTANTS = Number(process.env['TEST_MUTANTS'] ?? 25_000);
const TIMEOUT_MS = 60_000 + 10 * MUTANTS;
const LEAST_AGREEMENT = 0.999;

const DRAFTED = 12;
const FILLED_FROM = 3;

function judge(kind: DocumentKind, document: unknown): Verdicts {
  const official = officialSchema(kind.schema)?.(document) === true;
  return { kind, document, official, problems: structureProblems(kind.tipoDte, kind.generation, document) };
}

/** Valid documents of the kind: drafted from orders, and the same with every optional block filled by hand. */
function validDocuments(kind: DocumentKind): readonly unknown[] {
  const companies = sampleCompanies(kind.generation, { seed: SEED, count: 5 });
  const drafted = draftedDocuments(kind, companies, { seed: SEED, count: 4 * DRAFTED });
  // What a draft may have wrong, and only that, is the recipient's address.
  const valid = drafted.filter((document) => judge(kind, document).official).slice(0, DRAFTED);
  return [...valid, ...filledDocuments(kind, valid.slice(0, FILLED_FROM))];
}

describe.skipIf(!officialSchemasArePresent)('our description beside the official one (../shared)', () => {
  const pools = new Map(DOCUMENT_KINDS.map((kind) => [kind, validDocuments(kind)]));
  const edges: Tally[] = [];
  const poolOf = (kind: DocumentKind) => pools.get(kind) ?? [];

  it.each(DOCUMENT_KINDS)('accepts valid documents of $schema, drafted and filled by hand', (kind) => {
    const verdicts = poolOf(kind).map((document) => judge(kind, document));
    expect(verdicts.length).toBeGreaterThan(DRAFTED + 3 * FILLED_FROM);
    expect(verdicts.filter(({ problems }) => problems.length > 0)).toEqual([]);
    expect(verdicts.filter(({ official }) => !official)).toEqual([]);
  });

  it.each(DIFFERENCES)('differs in its own way: $name', ({ example, explains }) => {
    const kind = kindOf(example.schema);
    const [document] = poolOf(kind);
    const verdicts = judge(kind, overlaid(document, example.values));
    expect(verdicts.official).toBe(true);
    expect(verdicts.problems.map(({ path }) => path)).toEqual(Object.keys(example.values));
    expect(explains(verdicts)).toBe(true);
  });

  it.each(INERT_RULES)('follows $schema where it does nothing: $says', ({ schema, values }) => {
    const kind = kindOf(schema);
    const documents = poolOf(kind).slice(0, FILLED_FROM);
    const verdicts = documents.map((document) => judge(kind, overlaid(document, values)));
    expect(verdicts.map(({ official, problems }) => [official, problems])).toEqual(
      documents.map(() => [true, []]),
    );
  });

  it.each(DOCUMENT_KINDS)(
    'judges every edge of $schema alike, or for a reason in the table',
    (kind) => {
      const tally = newTally();
      const originals = poolOf(kind).map(originalOf);
      for (const mutant of edgeMutants(originals, officialSchema(kind.schema)?.schema))
        count(tally, mutant, judge(kind, mutant.document));
      edges.push(tally);
      expect(tally.unexplained).toEqual([]);
      expect(tally.made).toBeGreaterThan(2_000);
    },
    TIMEOUT_MS,
  );

  it(
    'judges mutants alike, or for a reason in the table',
    () => {
      const random = seededRandom(SEED);
      const tally = newTally();
      const originals = DOCUMENT_KINDS.map((kind) => ({ kind, of: poolOf(kind).map(originalOf) }));
      const started = performance.now();
      for (let made = 0; made < MUTANTS; made += 1) {
        const { kind, of } = random.pick(originals);
        const mutant = mutate(of, random);
        count(tally, mutant, judge(kind, mutant.document));
      }
      process.stdout.write(figures(tally, performance.now() - started));
      process.stdout.write(edgeFigures(edges));
      expect(tally.unexplained).toEqual([]);
      expect(shareAgreed([tally])).toBeGreaterThanOrEqual(LEAST_AGREEMENT);
      expect(shareAgreed([tally, ...edges])).toBeGreaterThanOrEqual(LEAST_AGREEMENT);
      expect(tally.valid / MUTANTS).toBeGreaterThan(0.15);
      expect(tally.valid / MUTANTS).toBeLessThan(0.6);
      expect([...tally.changes].toSorted()).toEqual([...CHANGE_NAMES].toSorted());
    },
    TIMEOUT_MS,
  );
});

describe('docs/structure-differences.md', () => {
  it('says what the tables say', async () => {
    await expect(differencesPage()).toMatchFileSnapshot('../docs/structure-differences.md');
  });
});

interface Tally {
  made: number;
  agreed: number;
  /** Accepted by the official schema. */
  valid: number;
  readonly explained: Record<string, number>;
  readonly unexplained: unknown[];
  readonly changes: Set<string>;
}

function newTally(): Tally {
  return { made: 0, agreed: 0, valid: 0, explained: {}, unexplained: [], changes: new Set() };
}

function count(tally: Tally, mutant: Mutant, verdicts: Verdicts): void {
  for (const change of mutant.name.split(' + ')) tally.changes.add(change);
  tally.made += 1;
  if (verdicts.official) tally.valid += 1;
  if (verdicts.official === (verdicts.problems.length === 0)) {
    tally.agreed += 1;
    return;
  }
  const difference = DIFFERENCES.find(({ explains }) => explains(verdicts));
  if (difference !== undefined) {
    tally.explained[difference.name] = (tally.explained[difference.name] ?? 0) + 1;
    return;
  }
  const { kind, official, problems } = verdicts;
  if (tally.unexplained.length < 20)
    tally.unexplained.push({ schema: kind.schema, change: mutant.name, at: mutant.at, official, problems });
}

function figures(tally: Tally, tookMs: number): string {
  const explained = Object.entries(tally.explained).map(([name, times]) => `${times} by "${name}"`);
  return (
    `structure: ${MUTANTS} mutants (seed ${SEED}) in ${(tookMs / 1000).toFixed(1)} s, ` +
    `${tally.valid} valid; ${(100 * shareAgreed([tally])).toFixed(3)} % judged alike, ` +
    `explained: ${explained.join(', ') || 'none'}\n`
  );
}

function edgeFigures(tallies: readonly Tally[]): string {
  const share = (100 * shareAgreed(tallies)).toFixed(3);
  return `structure: ${total(tallies, 'made')} edges, ${total(tallies, 'valid')} valid; ${share} % judged alike\n`;
}

function total(tallies: readonly Tally[], field: 'made' | 'valid' | 'agreed'): number {
  return tallies.reduce((sum, tally) => sum + tally[field], 0);
}

function shareAgreed(tallies: readonly Tally[]): number {
  return total(tallies, 'agreed') / total(tallies, 'made');
}
