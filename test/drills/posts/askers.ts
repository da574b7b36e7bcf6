import { createHash } from 'node:crypto';
import type { BenchHouse } from '../../../bench/rig/house.ts';
import { csrfOf, freshToken, SESSION_COOKIE, VISITOR_COOKIE } from '../../../src/console/tokens.ts';
import type { Standing } from '../../../src/core/users/roles.ts';

const USERS_OF_ROLE = 16;

/** Who asks, with how often in a hundred. */
const SHARES: readonly (readonly [who: Standing | 'stranger', share: number])[] = [
  ['stranger', 25],
  ['owner', 27],
  ['accountant', 16],
  ['cashier', 16],
  ['operator', 16],
];

/** Somebody with a cookie, and with a session unless a stranger. */
export interface Asker {
  readonly who: Standing | 'stranger';
  readonly cookie: string;
  readonly csrf: string;
  readonly userId: string | null;
}

/** Users of each role in the first company, operators, and strangers with the cookie of a visitor. */
export async function openAskers(house: BenchHouse): Promise<readonly Asker[]> {
  const askers: Asker[] = [];
  for (const [who] of SHARES)
    for (let count = 0; count < USERS_OF_ROLE; count += 1) askers.push(await opened(house, who));
  return askers;
}

async function opened(house: BenchHouse, who: Asker['who']): Promise<Asker> {
  const token = freshToken();
  if (who === 'stranger')
    return { who, cookie: `${VISITOR_COOKIE}=${token}`, csrf: csrfOf(token), userId: null };
  const userId = crypto.randomUUID();
  const [company] = house.companies;
  await house.postgres.sql(
    `INSERT INTO users (user_id, email, name, is_operator, proven_at) VALUES ($1, $2, 'Ana Ficticia', $3, now())`,
    [userId, `${userId}@example.com`, who === 'operator'],
  );
  if (who !== 'operator')
    await house.postgres.sql('INSERT INTO memberships (company_id, user_id, role) VALUES ($1, $2, $3)', [
      company?.companyId,
      userId,
      who,
    ]);
  const asker: Asker = { who, cookie: `${SESSION_COOKIE}=${token}`, csrf: csrfOf(token), userId };
  await renewed(house, asker);
  return asker;
}

/** Gives a user the session again that something posted has ended, and the role. */
export async function renewed(house: BenchHouse, { who, cookie, userId }: Asker): Promise<void> {
  if (userId === null) return;
  const hash = createHash('sha256')
    .update(cookie.slice(SESSION_COOKIE.length + 1))
    .digest();
  await house.postgres.sql('UPDATE users SET disabled_at = NULL WHERE user_id = $1', [userId]);
  if (who !== 'operator')
    await house.postgres.sql('UPDATE memberships SET disabled_at = NULL, role = $2 WHERE user_id = $1', [
      userId,
      who,
    ]);
  await house.postgres.sql(
    `INSERT INTO sessions (session_id, user_id, token_sha256, address, agent)
     VALUES (gen_random_uuid(), $1, $2, '192.0.2.7', 'fuzz') ON CONFLICT DO NOTHING`,
    [userId, hash],
  );
}

/** Somebody of them, as often as the shares say. */
export function chosen(askers: readonly Asker[], random: () => number): Asker {
  let left = random() * 100;
  const who = SHARES.find(([, share]) => {
    left -= share;
    return left < 0;
  })?.[0];
  const those = askers.filter((one) => one.who === who);
  const asker = those[Math.floor(random() * those.length)] ?? askers[0];
  if (asker === undefined) throw new Error('nobody asks');
  return asker;
}

const ADDRESSES = 60_000;

/** The address of one of many thousands, each of which is counted alone. */
export function anyAddress(random: () => number): string {
  const place = Math.floor(random() * ADDRESSES);
  return `10.${1 + (place % 250)}.${Math.floor(place / 250)}.${1 + Math.floor(random() * 250)}`;
}
