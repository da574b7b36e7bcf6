import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchHouse, openBenchHouse } from '../../bench/rig/house.ts';
import { invoicesOf, type Measured, runLoad, showStatuses, type Target } from '../../bench/rig/load.ts';
import { csrfOf, freshToken, VISITOR_COOKIE } from '../../src/console/tokens.ts';
import { SCRYPT_COST } from '../../src/identity/password-hasher.ts';
import { type Drill, type DrillOptions, quantile, type Violation } from './options.ts';

const SALES_PER_SECOND = 20;
const STRANGERS = 64;
/** Each has an address of a neighbourhood of its own. */
const ADDRESSES = 2_000;
/** Every second stranger tries the address of one of these. */
const USERS = 500;
const TURNS = 5;
const LEAD_MS = 3_000;
const PROMISED_RATIO = 1.5;

interface Scene {
  readonly house: BenchHouse;
  readonly url: string;
  readonly emails: readonly string[];
  readonly turnMs: number;
  readonly say: DrillOptions['say'];
}

/**
 * One cycle is a company that sells. Strangers from everywhere post sign-ins as fast as the node takes them, half of them
 * with the address of a user: by turns the companies sell alone and beside them.
 */
export const signIns: Drill = async ({ cycles, minutes, say }) => {
  const house = await openBenchHouse(cycles);
  try {
    const { url } = await house.startNode();
    const emails = await addUsers(house);
    const turnMs = (minutes * 60_000) / (2 * TURNS + 1);
    return judge(await compare({ house, url, emails, turnMs, say }));
  } finally {
    await house.close();
  }
};

/** Users with a password that nobody knows. */
async function addUsers({ postgres }: BenchHouse): Promise<readonly string[]> {
  const { cost, block, lanes } = SCRYPT_COST;
  const [salt, hash] = [randomBytes(16), randomBytes(32)].map((bytes) => bytes.toString('base64url'));
  const emails = Array.from({ length: USERS }, (_, place) => `cajera-${place}@example.com`);
  await postgres.sql(
    `WITH made AS (INSERT INTO users (user_id, email, name)
       SELECT gen_random_uuid(), t, 'Ana Ficticia' FROM unnest($1::text[]) AS t RETURNING user_id)
     INSERT INTO user_passwords (user_id, hash) SELECT user_id, $2 FROM made`,
    [emails, `scrypt$${cost}$${block}$${lanes}$${salt}$${hash}`],
  );
  return emails;
}

function attemptsAt(url: string, emails: readonly string[]): readonly Target[] {
  return Array.from({ length: ADDRESSES }, (_, place) => {
    const token = freshToken();
    const email = place % 2 === 0 ? emails[(place / 2) % emails.length] : `${randomUUID()}@example.com`;
    const fields = {
      _csrf: csrfOf(token),
      _entrar: '1',
      _email: email ?? '',
      _password: 'una clave que no es',
    };
    return {
      url,
      key: '',
      method: 'POST',
      path: '/app/entrar',
      body: new URLSearchParams(fields).toString(),
      from: `10.${place % 250}.${Math.floor(place / 250)}.1`,
      cookie: `${VISITOR_COOKIE}=${token}`,
    };
  });
}

interface Seen {
  readonly alone: readonly Measured[];
  readonly beside: readonly Measured[];
  readonly strangers: readonly Measured[];
}

async function compare({ house, url, emails, turnMs, say }: Scene): Promise<Seen> {
  const noisy = await house.start('load');
  const targets = invoicesOf(url, house.companies);
  const plan = { targets, perSecond: SALES_PER_SECOND, connections: 1_000, durationMs: turnMs };
  const measure = async (name: string): Promise<Measured> => {
    const one = await runLoad(house.load, plan);
    say(`${name}: p50 ${at(one, 0.5)} ms, p99 ${at(one, 0.99)} ms, ${showStatuses(one)}`);
    return one;
  };
  await measure('warm-up');
  const [alone, beside, strangers]: [Measured[], Measured[], Measured[]] = [[], [], []];
  for (let turn = 1; turn <= TURNS; turn += 1) {
    alone.push(await measure('alone'));
    const flood = runLoad(noisy, {
      targets: attemptsAt(url, emails),
      connections: STRANGERS,
      durationMs: LEAD_MS + turnMs,
    });
    await sleep(LEAD_MS);
    beside.push(await measure('beside sign-ins'));
    const told = await flood;
    say(`sign-ins: ${showStatuses(told)}`);
    strangers.push(told);
  }
  return { alone, beside, strangers };
}

const at = ({ latencies }: Measured, share: number): number =>
  Number(quantile([...latencies], share).toFixed(1));

function judge({ alone, beside, strangers }: Seen) {
  const middle = (turns: readonly Measured[], share: number) =>
    quantile(
      turns.map((turn) => at(turn, share)),
      0.5,
    );
  const ratios = beside.map((turn, place) => at(turn, 0.99) / at(alone[place] ?? turn, 0.99));
  const ratio = quantile(ratios, 0.5);
  const refused = beside.map(showStatuses).filter((statuses) => /(?:[1345]\d\d|broken):/.test(statuses));
  const rules: readonly (Violation & { readonly isBroken: boolean })[] = [
    { rule: 'slow beside sign-ins', what: `p99 ${ratio} times alone`, isBroken: ratio > PROMISED_RATIO },
    { rule: 'sales refused', what: refused.join('; '), isBroken: refused.length > 0 },
  ];
  const shown = (turns: readonly Measured[], share: number) =>
    `${middle(turns, share)} (${turns.map((turn) => at(turn, share)).join(' ')})`;
  return {
    figures: {
      alone_p50_ms: shown(alone, 0.5),
      beside_p50_ms: shown(beside, 0.5),
      alone_p99_ms: shown(alone, 0.99),
      beside_p99_ms: shown(beside, 0.99),
      times_alone: `${ratio.toFixed(2)} (${ratios.map((one) => one.toFixed(2)).join(' ')})`,
      sign_ins: strangers.map(showStatuses).join(' / '),
    },
    violations: rules.filter(({ isBroken }) => isBroken),
  };
}
