import type { DocumentId } from '../../core/identifiers/document-id.ts';
import { callForQueues, TOTAL } from '../connection/function-call.ts';
import type { Pool } from '../connection/pool.ts';
import { inCompany, sqlState } from '../connection/transaction.ts';
import type { ReachedLog } from './log-place.ts';

/** A document that the node has numbered. */
export interface Numbered {
  readonly companyId: string;
  readonly documentId: DocumentId;
}

/** What a node needs to go on by itself behind a fail-over that forgets nothing. */
export interface FailOver {
  /** For how long whoever holds something at this moment has it at the most. */
  readonly leaseMs: number;
  /** Told about it, with the epoch from which on numbers are given again. */
  readonly wentOn: (epoch: string) => void;
}

/** The SQLSTATE by which a database that has forgotten something, or has failed over, refuses. */
export const FORGOTTEN = 'SE010';

/** The documents that were numbered last, in every lane. */
const LOOKED_BACK_AT = 8;

export interface LookBack {
  /** A transaction that has numbered this document was answered. */
  note(numbered: Numbered): void;
  /** Whether the node goes on; rejects where the database serves nobody for now. */
  lookBack(): Promise<boolean>;
}

interface LookBackParts {
  readonly pool: Pool;
  readonly failOver: FailOver | null;
  /** The arguments of `log_standing`. */
  readonly known: () => readonly unknown[];
  readonly goOn: (reached: ReachedLog) => void;
}

/**
 * What was committed before something that is there is there, too: the node looks for what it has numbered last, and the
 * database for what it has kept for the node.
 */
export function createLookBack({ pool, failOver, known, goOn }: LookBackParts): LookBack {
  let latest: readonly Numbered[] = [];
  let looking: Promise<boolean> | null = null;

  async function look({ leaseMs, wentOn }: FailOver): Promise<boolean> {
    for (const document of latest) if (!(await isThere(pool, document))) return false;
    const [reached] = await callForQueues<ReachedLog>(pool, 1, {
      text: `SELECT place, epoch FROM go_on_behind_fail_over(${TOTAL}, $3, $4, $5, $6, $7, $8)`,
      values: [...known(), leaseMs],
    });
    if (reached === undefined) throw new Error('the database said nothing of its log');
    wentOn(reached.epoch);
    goOn(reached);
    return true;
  }

  return {
    note({ companyId, documentId }) {
      latest = [...latest, { companyId, documentId }].slice(-LOOKED_BACK_AT);
    },
    async lookBack() {
      if (failOver === null) return false;
      looking ??= look(failOver).finally(() => {
        looking = null;
      });
      try {
        return await looking;
      } catch (error) {
        if (sqlState(error) === FORGOTTEN) return false;
        throw error;
      }
    },
  };
}

function isThere(pool: Pool, { companyId, documentId }: Numbered): Promise<boolean> {
  return inCompany(pool, companyId, async (client) => {
    const text = 'SELECT 1 FROM documents WHERE company_id = $1 AND document_id = $2';
    const { rowCount } = await client.query({ name: 'is-there', text, values: [companyId, documentId] });
    return rowCount === 1;
  });
}
