import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { callerOf } from '../support/http-caller.ts';
import { invoiceBody } from '../support/request-bodies.ts';
import { broken, type Drill, unless, type Violation } from './options.ts';
import { TIMES_OF_PRODUCTION } from './processes.ts';
import { onRig, type Scene } from './scene.ts';

const REPORT_ROUNDS = 5;

/** Each round posts one reference 1,000 times at once over two nodes; `width` is for the short form. */
export const parallelOf = (width: number): Drill =>
  onRig({ companies: 1, times: TIMES_OF_PRODUCTION }, async (scene) => {
    const { rig, late, options } = scene;
    const connections = new Agent({ connections: width, headersTimeout: 60_000 });
    scene.closes({ close: () => connections.destroy() });
    const nodes = [await rig.startNode(), await rig.startNode()];
    const callers = nodes.map(({ url }) => callerOf(connections, url, rig.company(0).key));
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
      const ms = Math.round(performance.now() - started);
      slowest.push(ms);
      violations.push(...ofRound(round, answers), ...(await ofRecords(scene, round)));
      if (round % REPORT_ROUNDS === 0) options.say(`round ${round}: ${ms} ms`);
    }
    const figures = {
      rounds: slowest.length,
      posts_each: width,
      answered_busy: busy,
      slowest_round_ms: Math.max(...slowest),
    };
    return { figures, violations };
  });

export const parallel: Drill = parallelOf(1_000);

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
  const inRound = (what: unknown) =>
    `round ${round}: ${typeof what === 'string' ? what : JSON.stringify(what)}`;
  return [
    ...broken('not stamped', wrong.slice(0, 5).map(inRound)),
    ...broken('not one', several.map(inRound)),
    ...unless(originals <= 1, 'several originals', inRound(originals)),
  ];
}

/** One record, one number and one stamp for each round so far. */
async function ofRecords({ rig }: Scene, round: number): Promise<readonly Violation[]> {
  const [row] = await rig.postgres.sql(`
    SELECT (SELECT count(*)::int FROM documents) AS documents, (SELECT count(*)::int FROM attempts) AS attempts,
           (SELECT last_number::int FROM series) AS last`);
  const stamps = await rig.authority.ledger(rig.company(0).nit);
  const counts = [row?.['documents'], row?.['attempts'], row?.['last'], stamps.length];
  const holds = counts.every((count) => count === round);
  return unless(holds, 'not one each', `round ${round}: documents, attempts, last number, stamps ${counts}`);
}
