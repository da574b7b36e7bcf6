import type pg from 'pg';
import type { DocumentStanding } from '../../src/core/adjusting/standing.ts';
import { type RunSql, type SabotagedFunctions, sabotageFunctions } from '../support/sabotaged-functions.ts';
import type { NodeContext } from './world.ts';

/** A way to be wrong that somebody could program. */
export interface PlantedBug {
  readonly name: string;
  /** Whether few schedules find it, so that every run of the tests can. */
  readonly isPlain?: boolean;
  /** Parts of functions of the schema, with what stands in their places. */
  readonly functions?: readonly ChangedPart[];
  /** Made for each connection: the text of a statement in the place of the storage's own. */
  readonly rewriting?: () => (statement: Statement) => string;
  /** What a node uses in the place of its own ports. */
  readonly ports?: (node: NodeContext) => Partial<NodeContext>;
}

/** A part of a function or statement, which must be there, and what stands in its place. */
interface ChangedPart {
  readonly of: string;
  readonly part: string;
  readonly instead: string;
}

/** A statement; the name is empty where it has none. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

function replaced(text: string, { of, part, instead }: ChangedPart): string {
  if (!text.includes(part)) throw new Error(`${of} has no ${part}`);
  return text.replace(part, instead);
}

/** One statement with another text in the place of a part of its own. */
function inStatement(of: string, part: string, instead: string): Pick<PlantedBug, 'rewriting'> {
  return {
    rewriting: () => (statement) =>
      statement.name === of ? replaced(statement.text, { of, part, instead }) : statement.text,
  };
}

/** What a standing says, said otherwise wherever it is read. */
function inStanding(part: string, instead: string): Pick<PlantedBug, 'functions'> {
  return { functions: [{ of: 'document_standing', part, instead }] };
}

/** Notes are left out of a standing. */
const NO_NOTES = `SELECT json_build_object('invalidation', document_standing($1, $2) -> 'invalidation',
  'notes', '[]'::json) AS standing`;

/** The notes on a document are not looked at once its invalidation has begun to be registered. */
function blindWhileRegistering(): (statement: Statement) => string {
  let registering = false;
  return ({ name, text }) => {
    if (text.startsWith('BEGIN')) registering = false;
    if (name === 'invalidation-lock-document') registering = true;
    return registering && name === 'read-standing' ? NO_NOTES : text;
  };
}

function withoutNotes(standing: DocumentStanding): DocumentStanding {
  return { ...standing, notes: [] };
}

export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: 'a note is registered without a lock of its CCF',
    functions: [
      {
        of: 'claim_documents',
        part: 'd.document_id = claim.adjusts FOR UPDATE',
        instead: 'd.document_id = claim.adjusts',
      },
    ],
    ...inStatement('claim-lock', 'FOR UPDATE', ''),
  },
  {
    name: 'a note is registered although its CCF has changed since it was seen',
    isPlain: true,
    functions: [
      {
        of: 'claim_documents',
        part: 'claim.ccf_standing = md5(document_standing(p_company, claim.adjusts)::text)',
        instead: 'true',
      },
    ],
  },
  {
    name: 'an invalidation is registered without a lock of its document',
    ...inStatement('invalidation-lock-document', 'FOR UPDATE', ''),
  },
  {
    name: 'a payload that waits is not counted',
    ...inStanding("coalesce(n.wanted -> 'adjusted_sales', note_sales(n.wanted ->> 'draft'))", 'NULL::jsonb'),
  },
  {
    name: 'what a note took of what is exempt is forgotten',
    isPlain: true,
    ...inStanding(
      'coalesce(n.adjusted_sales, note_sales(n.draft))',
      `coalesce(n.adjusted_sales, note_sales(n.draft)) || '{"exempt": {"gross": "0", "net": "0"}}'`,
    ),
  },
  {
    name: 'a rejected note still counts',
    ...inStanding(
      "'state', n.state,",
      "'state', CASE n.state WHEN 'rejected' THEN 'contingency' ELSE n.state END,",
    ),
  },
  {
    name: 'a note in contingency does not count yet',
    ...inStanding(
      "'state', n.state,",
      "'state', CASE n.state WHEN 'contingency' THEN 'rejected' ELSE n.state END,",
    ),
  },
  {
    name: 'an invalidation ignores live notes',
    isPlain: true,
    rewriting: blindWhileRegistering,
    ports: ({ invalidations }) => ({
      invalidations: {
        ...invalidations,
        subject: async (companyId, documentId) => {
          const subject = await invalidations.subject(companyId, documentId);
          return subject && { ...subject, standing: withoutNotes(subject.standing) };
        },
      },
    }),
  },
  {
    name: 'an invalidated note keeps what it took',
    ...inStanding("'invalidation', i.state) ORDER", "'invalidation', NULL) ORDER"),
  },
  {
    name: 'a note gives back what it took as soon as its invalidation is asked for',
    ...inStanding(
      "'invalidation', i.state) ORDER",
      "'invalidation', replace(i.state, 'open', 'sealed')) ORDER",
    ),
  },
  {
    name: 'an invalidation counts only once it is sealed',
    ...inStanding('i.document_id = p_document)', "i.document_id = p_document AND i.state = 'sealed')"),
  },
  {
    name: 'a rejected invalidation still counts',
    ...inStanding('(SELECT i.state FROM', "(SELECT replace(i.state, 'rejected', 'open') FROM"),
  },
];

/** Puts the functions of a bug in the place of the schema's own. */
export async function plantFunctions(
  sql: RunSql,
  { functions = [] }: PlantedBug,
): Promise<SabotagedFunctions> {
  const planted = await sabotageFunctions(sql, (definition, name) =>
    functions.filter(({ of }) => of === name).reduce(replaced, definition),
  );
  if (planted.names.length !== functions.length) throw new Error('a function of a bug is not there');
  return planted;
}

/** Lets a connection send the statements of a bug. */
export function sabotage(client: pg.ClientBase, { rewriting }: PlantedBug): void {
  const rewrite = rewriting?.();
  if (rewrite === undefined) return;
  const query = client.query.bind(client);
  const sabotaged = (first: unknown): unknown => {
    if (typeof first === 'string') return rewrite({ name: '', text: first });
    if (!isStatement(first)) return first;
    const text = rewrite(first);
    return text === first.text ? first : { ...first, text, name: `${first.name} planted` };
  };
  Reflect.set(client, 'query', (first: unknown, ...others: unknown[]) =>
    Reflect.apply(query, client, [sabotaged(first), ...others]),
  );
}

function isStatement(value: unknown): value is Statement {
  if (typeof value !== 'object' || value === null || !('text' in value) || !('name' in value)) return false;
  return typeof value.text === 'string' && typeof value.name === 'string';
}
