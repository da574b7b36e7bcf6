/** A bug that somebody could have made: lines of the product, each replaced by a worse one. */
export interface PlantedBug {
  readonly name: string;
  /** The short drill that must see it. */
  readonly drill: 'kills' | 'crashes' | 'faults' | 'parallel';
  readonly changes: readonly Change[];
}

/** `line` stands once in the file, which is named from the root of the repository. */
export interface Change {
  readonly file: string;
  readonly line: string;
  readonly instead: string;
}

const DELIVER = 'src/operations/deliver.ts';
const NEXT_STEP = 'src/core/issuing/next-step.ts';
const CLAIM = 'src/storage/claim.ts';

const FRESH_CODE: Change = {
  file: DELIVER,
  line: '  const { record, draft, attempts, lease, wantedHash } = run.document;',
  instead: `  const { draft, attempts, lease, wantedHash } = run.document;
  const record = { ...run.document.record, codigoGeneracion: context.identities.codigoGeneracion() };`,
};

/** What can go wrong where documents are numbered, sent and kept. */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: 'bytes leave before they are on record',
    drill: 'kills',
    changes: [
      FRESH_CODE,
      {
        file: DELIVER,
        line: '  const signing = await sign(context, run, run.document.contingency.declared);',
        instead: `  const signing = await sign(context, run, run.document.contingency.declared);
  if (!('failure' in signing)) {
    const { record } = run.document;
    const version = versionOf(record.tipoDte, record.generation);
    await context.authority.submit({ account: task.account, tipoDte: record.tipoDte, version, ...signing.attempt, idEnvio: 1 });
  }`,
      },
    ],
  },
  {
    name: 'the number is committed before its document',
    drill: 'kills',
    changes: [
      {
        file: CLAIM,
        line: '  const correlative = await nextCorrelative(client, request, series);',
        instead: `  const correlative = await nextCorrelative(client, request, series);
  await client.query("COMMIT; BEGIN; SELECT set_config('sello.company_id', '" + request.companyId + "', true); SAVEPOINT numbering");`,
      },
    ],
  },
  {
    name: 'answers go out before their transaction is on the disk',
    drill: 'crashes',
    changes: [
      {
        file: 'src/storage/transaction.ts',
        line: "    await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');",
        instead: "    await client.query('BEGIN; SET LOCAL synchronous_commit = off');",
      },
    ],
  },
  {
    name: 'the background leaves to its callers what dead nodes held',
    drill: 'kills',
    changes: [
      {
        file: 'src/storage/work-store.ts',
        line: "export const OPEN_STATES: readonly DocumentState[] = ['claimed', 'in_flight', 'contingency'];",
        instead: "export const OPEN_STATES: readonly DocumentState[] = ['contingency'];",
      },
    ],
  },
  {
    name: 'silence is answered with new bytes under a new code, without a question',
    drill: 'faults',
    changes: [
      FRESH_CODE,
      {
        file: NEXT_STEP,
        line: "  if (askedAbsentMs === null) return { do: 'ask', attempt: open };",
        instead: "  if (askedAbsentMs === null) return { do: 'settle_absent', attempt: open };",
      },
      {
        file: NEXT_STEP,
        line: '  const ready = last !== undefined && reusable && same && fits ? last : null;',
        instead: '  const ready = null;',
      },
    ],
  },
  {
    name: 'silence is told as a rejection',
    drill: 'faults',
    changes: [
      {
        file: DELIVER,
        line: '      return Promise.resolve(unanswered(run, { reason: reception.reason }));',
        instead: `      return rejected(context, run, {
        attempt,
        rejection: { codigoMsg: '', descripcionMsg: reception.reason, observaciones: [] },
        raw: { status: 0, body: '' },
      });`,
      },
    ],
  },
  {
    name: 'whoever loses the race for a reference keeps the number',
    drill: 'parallel',
    changes: [
      {
        file: CLAIM,
        line: "  await client.query('ROLLBACK TO SAVEPOINT numbering');",
        instead: "  await client.query('RELEASE SAVEPOINT numbering');",
      },
    ],
  },
];
