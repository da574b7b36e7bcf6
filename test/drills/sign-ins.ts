import { randomBytes, randomUUID } from 'node:crypto';
import { type BenchHouse, openBenchHouse } from '../../bench/rig/house.ts';
import { invoicesOf, runLoad, showStatuses, type Target } from '../../bench/rig/load.ts';
import { csrfOf, freshToken, VISITOR_COOKIE } from '../../src/console/tokens.ts';
import { SCRYPT_COST } from '../../src/identity/password-hasher.ts';
import { type Drill, together } from './options.ts';
import { judgeTurns, takeTurns } from './turns.ts';

const SALES_PER_SECOND = 20;
const STRANGERS = 64;
/** Each has an address of a neighbourhood of its own. */
const ADDRESSES = 2_000;
/** Every second stranger tries the address of one of these. */
const USERS = 500;
const TURNS = 5;
const LEAD_MS = 3_000;

/**
 * One cycle is a company that sells. Strangers from everywhere post sign-ins as fast as the node takes them, half of them
 * with the address of a user: by turns the companies sell alone and beside them.
 */
export const signIns: Drill = async ({ cycles, minutes, say }) => {
  const house = await openBenchHouse(cycles);
  try {
    const { url } = await house.startNode();
    const emails = await addUsers(house);
    const durationMs = (minutes * 60_000) / (2 * TURNS + 1);
    const noisy = await house.start('load');
    const targets = invoicesOf(url, house.companies);
    const sales = { targets, perSecond: SALES_PER_SECOND, connections: 1_000, durationMs };
    const strangers = { connections: STRANGERS, durationMs: LEAD_MS + durationMs };
    const turns = await takeTurns({
      turns: TURNS,
      leadMs: LEAD_MS,
      measure: () => runLoad(house.load, sales),
      noise: () => runLoad(noisy, { targets: attemptsAt(url, emails), ...strangers }),
      say,
    });
    return together(judgeTurns(turns), { figures: { sign_ins: turns.told.map(showStatuses).join(' / ') } });
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
