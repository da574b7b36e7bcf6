import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import type { Resident } from '../support/house-company.ts';
import { callerOf } from '../support/http-caller.ts';
import { invoiceBody } from '../support/request-bodies.ts';
import { type Drill, type DrillOptions, deadlineOf, type Violation } from './options.ts';
import { openRig, type Rig } from './rig.ts';

const TIMES = { callTimeoutMs: 8_000, requestBudgetMs: 25_000, quarantineMs: 900_000 };

/** Each round posts one reference 1,000 times at once over two nodes; `width` is for the short form. */
export const parallelOf =
  (width: number): Drill =>
  async (options) => {
    const rig = await openRig({ companies: 1, times: TIMES, main: options.main });
    const connections = new Agent({ connections: width, headersTimeout: 60_000 });
    try {
      const nodes = [await rig.startNode(), await rig.startNode()];
      const [company] = rig.companies;
      if (company === undefined) throw new Error('no company');
      const callers = nodes.map(({ url }) => callerOf(connections, url, company.key));
      const late = deadlineOf(options);
      const violations: Violation[] = [];
      const slowest: number[] = [];
      let busy = 0;
      for (let round = 1; round <= options.cycles && !late(); round += 1) {
        const started = performance.now();
        const body = invoiceBody({ external_ref: `round-${round}` });
        const answers = await Promise.all(
          Array.from({ length: width }, async (_, turn) => {
            const ask = async (): Promise<Reply> => {
              const answer = await callers[turn % 2]?.post('/invoice', body).catch(String);
              return typeof answer === 'object'
                ? { status: answer.status, ...answer.body }
                : { status: answer };
            };
            let reply = await ask();
            for (; isBusy(reply) && !late(); reply = await ask()) {
              busy += 1;
              await sleep(1_000);
            }
            return reply;
          }),
        );
        slowest.push(performance.now() - started);
        violations.push(...ofRound(round, answers), ...(await ofRecords(rig, company, round)));
        progress(options, { round, ms: slowest.at(-1) ?? 0 });
      }
      const slowestMs = Math.round(Math.max(...slowest));
      return {
        figures: {
          rounds: slowest.length,
          posts_each: width,
          answered_busy: busy,
          slowest_round_ms: slowestMs,
        },
        violations,
      };
    } finally {
      await connections.destroy();
      await rig.close();
    }
  };

export const parallel: Drill = parallelOf(1_000);

const REPORT_ROUNDS = 5;

function progress(
  { say }: DrillOptions,
  { round, ms }: { readonly round: number; readonly ms: number },
): void {
  if (round % REPORT_ROUNDS === 0) say(`round ${round}: ${Math.round(ms)} ms`);
}

type Reply = Readonly<Record<string, unknown>>;

/** A node that has more to do than it can answer in time says so at once; the same reference may be posted again. */
function isBusy({ status, code }: Reply): boolean {
  return status === 503 && code === 'busy';
}

function ofRound(round: number, answers: readonly Reply[]): readonly Violation[] {
  const wrong = answers.filter(({ status, dte_success }) => status !== 200 || dte_success !== true);
  const fields = ['document_id', 'control_number', 'generation_code', 'reception_stamp'];
  const several = fields.filter((field) => new Set(answers.map((answer) => answer[field])).size !== 1);
  const originals = answers.filter((answer) => answer['is_duplicate'] === false).length;
  return [
    ...wrong
      .slice(0, 5)
      .map((answer) => ({ rule: 'not stamped', what: `round ${round}: ${JSON.stringify(answer)}` })),
    ...several.map((field) => ({ rule: 'not one', what: `round ${round}: ${field}` })),
    ...(originals > 1 ? [{ rule: 'several originals', what: `round ${round}: ${originals}` }] : []),
  ];
}

/** One record, one number and one stamp for each round so far. */
async function ofRecords(rig: Rig, company: Resident, round: number): Promise<readonly Violation[]> {
  const [row] = await rig.postgres.sql(`
    SELECT (SELECT count(*)::int FROM documents) AS documents, (SELECT count(*)::int FROM attempts) AS attempts,
           (SELECT last_number::int FROM series) AS last`);
  const stamps = await rig.authority.ledger(company.nit);
  const counts = [row?.['documents'], row?.['attempts'], row?.['last'], stamps.length];
  if (counts.every((count) => count === round)) return [];
  return [
    { rule: 'not one each', what: `round ${round}: documents, attempts, last number, stamps ${counts}` },
  ];
}
