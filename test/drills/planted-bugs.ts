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

const SUBMIT = 'src/operations/documents/submit-document.ts';
const NEXT_STEP = 'src/core/submitting/next-step.ts';
const NUMBERING = 'src/storage/documents/numbering.ts';
const CLAIM = 'src/storage/schema/functions/selling/number_documents.sql';

/** Every run has a code of its own. */
const FRESH_CODE: Change = {
  file: SUBMIT,
  line: '  return bringOn({ context, task, protocol: documentProtocol(context, task) }, task.document);',
  instead: `  const record = { ...task.document.record, codigoGeneracion: context.identities.codigoGeneracion() };
  return bringOn({ context, task, protocol: documentProtocol(context, task) }, { ...task.document, record });`,
};

/** What can go wrong where documents are numbered, sent and kept. */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: 'bytes leave before they are on record',
    drill: 'kills',
    changes: [
      FRESH_CODE,
      {
        file: SUBMIT,
        line: '      const attempt = newAttempt(held, jws, held.contingency.declared);',
        instead: `      const attempt = newAttempt(held, jws, held.contingency.declared);
      await send(context, task, { held, attempt: { ...attempt, sends: 1 } });`,
      },
    ],
  },
  {
    name: 'the number is committed before its document',
    drill: 'kills',
    changes: [
      {
        file: NUMBERING,
        line: '  const rows = await claimDocuments(pool, watch, items);',
        instead: `  const asking = items.map((item) => ({ ...item, fields: { ...item.fields, only_number: true } }));
  const numbers = await claimDocuments(pool, watch, asking);
  // As on a busy machine.
  await new Promise((resolve) => setTimeout(resolve, 20));
  const given = new Map(numbers.map(({ place, correlative }) => [place, correlative]));
  const numbered = items.map((item, place) => ({ ...item, fields: { ...item.fields, given: given.get(place) } }));
  const rows = await claimDocuments(pool, watch, numbered);`,
      },
      {
        file: CLAIM,
        line: '      adjusted_net numeric, adjusted_sales jsonb, ccf_standing text, redirect_email text, redirect_whatsapp text, income_class jsonb)',
        instead: `      adjusted_net numeric, adjusted_sales jsonb, ccf_standing text, redirect_email text, redirect_whatsapp text, income_class jsonb,
      given bigint, only_number boolean)`,
      },
      {
        file: CLAIM,
        line: '      correlative := next_number(p_company, claim.environment, claim.fiscal_year, claim.scope, (p_log).given_number);',
        instead: `      correlative := coalesce(claim.given,
        next_number(p_company, claim.environment, claim.fiscal_year, claim.scope, (p_log).given_number));`,
      },
      {
        file: CLAIM,
        line: '      INSERT INTO documents (company_id, document_id, external_ref, doc_type, environment, control_number,',
        instead: `      IF claim.only_number THEN
        RETURN NEXT;
        CONTINUE;
      END IF;
      INSERT INTO documents (company_id, document_id, external_ref, doc_type, environment, control_number,`,
      },
    ],
  },
  {
    name: 'answers go out before their transaction is on the disk',
    drill: 'crashes',
    changes: [
      {
        file: 'src/storage/connection/transaction.ts',
        line: '    SET LOCAL synchronous_commit = on; SET LOCAL client_min_messages = notice`;',
        instead: '    SET LOCAL synchronous_commit = off`;',
      },
      {
        file: 'src/storage/schema/functions/tenants/take_turn.sql',
        line: "  PERFORM set_config('synchronous_commit', 'on', true);",
        instead: "  PERFORM set_config('synchronous_commit', 'off', true);",
      },
    ],
  },
  {
    name: 'the background leaves to its callers what dead nodes held',
    drill: 'kills',
    changes: [
      {
        file: 'src/storage/documents/work-queue.ts',
        line: '        values: [perCompany, OPEN_STATES, environments, ...resting, after],',
        instead: "        values: [perCompany, ['contingency'], environments, ...resting, after],",
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
        line: '  if (question !== null) return { ...question, attempt: open };',
        instead: "  if (question !== null) return { do: 'settle_absent', attempt: open };",
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
        file: SUBMIT,
        line: '      return reception;',
        instead: `      return {
        kind: 'verdict',
        verdict: {
          kind: 'rejected',
          attempt: attempt.number,
          rejection: { codigoMsg: '', clasificaMsg: null, descripcionMsg: reception.reason, observaciones: [] },
          raw: { status: 0, body: '' },
        },
      };`,
      },
    ],
  },
  {
    name: 'whoever loses the race for a reference keeps the number',
    drill: 'parallel',
    changes: [
      {
        file: CLAIM,
        line: '          claim.redirect_email, claim.redirect_whatsapp, codes, claim.income_class);',
        instead: `          claim.redirect_email, claim.redirect_whatsapp, codes, claim.income_class)
        ON CONFLICT (company_id, external_ref) DO NOTHING;
      IF NOT FOUND THEN
        correlative := NULL;
        SELECT d.document_id, d.state, d.doc_type INTO existing_id, existing_state, existing_type
          FROM documents d WHERE d.company_id = p_company AND d.external_ref = claim.external_ref;
      END IF;`,
      },
    ],
  },
];
