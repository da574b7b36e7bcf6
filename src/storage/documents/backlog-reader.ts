import type { Ambiente } from '../../core/dte/kinds.ts';
import { OPEN_STATES } from '../../core/submitting/states.ts';
import type { Backlog, BacklogReader, ClockStanding } from '../../operations/installation/metrics-ports.ts';
import { callForQueues, TOTAL } from '../connection/function-call.ts';
import type { Pool } from '../connection/pool.ts';

/** What the function `read_backlog` answers. */
interface BacklogRow {
  readonly documents: readonly {
    readonly environment: Ambiente;
    readonly state: string;
    readonly count: number;
    readonly due: number;
    readonly oldest: number;
  }[];
  readonly invalidations: number;
  readonly documents_aside: number;
  readonly invalidations_aside: number;
  readonly clocks: readonly {
    readonly clock: ClockStanding['clock'];
    readonly seconds_left: number;
    readonly used: number;
  }[];
}

/** Looks across companies; numbers alone leave the database. */
export function createBacklogReader(pool: Pool): BacklogReader {
  return {
    async read(): Promise<Backlog> {
      const [row] = await callForQueues<{ readonly backlog: BacklogRow }>(pool, 0, {
        name: 'read-backlog',
        text: `SELECT read_backlog(${TOTAL}, $3) AS backlog`,
        values: [OPEN_STATES],
      });
      if (row === undefined) throw new Error('the backlog was not read');
      const [more] = await callForQueues<{
        readonly seconds: number | null;
        readonly mails: number;
        readonly oldest: number | null;
      }>(pool, 0, {
        name: 'unreported-and-mails',
        text: `SELECT unreported_seconds(${TOTAL}) AS seconds, m.mails, m.oldest FROM waiting_mails(${TOTAL}) AS m`,
      });
      const { documents, clocks, ...others } = row.backlog;
      return {
        documents: documents.map(({ environment, state, count }) => ({
          ambiente: environment,
          state,
          count,
        })),
        invalidations: others.invalidations,
        putAside: { documents: others.documents_aside, invalidations: others.invalidations_aside },
        due: documents.reduce((total, { due }) => total + due, 0),
        oldestSeconds: Math.max(0, ...documents.map(({ oldest }) => oldest)),
        unreportedSeconds: Math.max(0, more?.seconds ?? 0),
        mails: { waiting: more?.mails ?? 0, oldestSeconds: Math.max(0, more?.oldest ?? 0) },
        clocks: clocks.map(({ clock, seconds_left, used }) => ({
          clock,
          secondsLeft: seconds_left,
          used: Math.min(1, used),
        })),
      };
    },
  };
}
