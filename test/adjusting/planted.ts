import type pg from 'pg';
import type { DocumentStanding } from '../../src/core/adjusting/standing.ts';
import type { NodeContext } from './world.ts';

/** A way to be wrong that somebody could program. */
export interface PlantedBug {
  readonly name: string;
  /** Whether few schedules find it, so that every run of the tests can. */
  readonly isPlain?: boolean;
  /** Made for each connection: the text of a statement in the place of the storage's own. */
  readonly rewriting?: () => (statement: Statement) => string;
  /** What a node uses in the place of its own ports. */
  readonly ports?: (node: NodeContext) => Partial<NodeContext>;
}

export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** One statement with another text in the place of a part of its own, which must be there. */
function changed(name: string, part: string, instead: string): Pick<PlantedBug, 'rewriting'> {
  return {
    rewriting: () => (statement) => {
      if (statement.name !== name) return statement.text;
      if (!statement.text.includes(part)) throw new Error(`${name} has no ${part}`);
      return statement.text.replace(part, instead);
    },
  };
}

/** The notes on a document are not looked at once its invalidation has begun to be registered. */
function blindAfter(first: string, blind: string): () => (statement: Statement) => string {
  return () => {
    let registering = false;
    return ({ name, text }) => {
      if (name === 'set-company') registering = false;
      if (name === first) registering = true;
      return registering && name === blind ? text.replace('WHERE', 'WHERE false AND') : text;
    };
  };
}

function withoutNotes(standing: DocumentStanding): DocumentStanding {
  return { ...standing, notes: [] };
}

export const PLANTED_BUGS: readonly PlantedBug[] = [
  { name: 'a note is registered without a lock of its CCF', ...changed('claim-lock', 'FOR UPDATE', '') },
  {
    name: 'an invalidation is registered without a lock of its document',
    ...changed('invalidation-lock-document', 'FOR UPDATE', ''),
  },
  {
    name: 'a payload that waits is not counted',
    ...changed('standing-notes', "n.wanted->>'adjusted_gross'", 'NULL::text'),
  },
  {
    name: 'a rejected note still counts',
    ...changed(
      'standing-notes',
      'n.state,',
      "CASE n.state WHEN 'rejected' THEN 'contingency' ELSE n.state END AS state,",
    ),
  },
  {
    name: 'a note in contingency does not count yet',
    ...changed(
      'standing-notes',
      'n.state,',
      "CASE n.state WHEN 'contingency' THEN 'rejected' ELSE n.state END AS state,",
    ),
  },
  {
    name: 'an invalidation ignores live notes',
    isPlain: true,
    rewriting: blindAfter('invalidation-lock-document', 'standing-notes'),
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
    ...changed('standing-notes', 'i.state AS invalidation', 'NULL AS invalidation'),
  },
  {
    name: 'a note gives back what it took as soon as its invalidation is asked for',
    ...changed(
      'standing-notes',
      'i.state AS invalidation',
      "replace(i.state, 'open', 'sealed') AS invalidation",
    ),
  },
  {
    name: 'an invalidation counts only once it is sealed',
    ...changed('standing-invalidation', 'document_id = $2', "document_id = $2 AND state = 'sealed'"),
  },
  {
    name: 'a rejected invalidation still counts',
    ...changed('standing-invalidation', 'SELECT state', "SELECT replace(state, 'rejected', 'open') AS state"),
  },
];

/** Lets a connection send the statements of a bug. */
export function sabotage(client: pg.ClientBase, { rewriting }: PlantedBug): void {
  const rewrite = rewriting?.();
  if (rewrite === undefined) return;
  const query = client.query.bind(client);
  const sabotaged = (first: unknown): unknown => {
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
