import type { Role } from '../../src/core/users/roles.ts';
import {
  type ConsoleUser,
  invited,
  type Posted,
  signedIn,
  type Visitor,
  visitorAt,
} from '../support/console-caller.ts';
import type { House, HouseCompany } from '../support/house.ts';
import type { Answer } from '../support/http-caller.ts';

export const PASSWORD = 'un lorito bajo la lluvia';

/** Two companies and their people; whoever attacks owns `theirs`, and `ours` is to stay closed. */
export interface Scene {
  readonly house: House;
  readonly ours: HouseCompany;
  readonly theirs: HouseCompany;
  /** The owner of `theirs`. */
  readonly attacker: ConsoleUser;
  /** The owner of `ours`. */
  readonly owner: ConsoleUser;
  /** An accountant of both. */
  readonly shared: ConsoleUser;
  /** An operator who is a cashier of `theirs`. */
  readonly operator: ConsoleUser;
  /** A new address under which the attacker has made an account in `theirs`, and has its session; nobody proved it. */
  inAdvance(): Promise<ConsoleUser>;
  /** Every browser that the attacker has had. */
  readonly browsers: Visitor[];
  /** A browser of the attacker's, from an address that nobody else has. */
  browser(): Visitor;
}

export async function openScene(house: House, theirs: HouseCompany): Promise<Scene> {
  const ours = house.company;
  const [attacker, owner, shared, operator] = await Promise.all([
    signedIn(house, { companyId: theirs.companyId, role: 'owner', name: 'Atacante' }),
    signedIn(house, { role: 'owner', name: 'Rosa' }),
    signedIn(house, { role: 'accountant', name: 'Contadora' }),
    signedIn(house, { role: 'operator', name: 'Opera' }),
  ]);
  await addMember(house, theirs, shared, 'accountant');
  await addMember(house, theirs, operator, 'cashier');
  const browsers: Visitor[] = [attacker];
  return {
    house,
    ours,
    theirs,
    attacker,
    owner,
    shared,
    operator,
    browsers,
    browser() {
      const visitor = fromItsOwnAddress(visitorAt(house));
      browsers.push(visitor);
      return visitor;
    },
    async inAdvance() {
      const user = await signedIn(house, { companyId: theirs.companyId, role: 'cashier', name: 'De otra' });
      await house.sql`UPDATE users SET proven_at = NULL WHERE user_id = ${user.userId}`;
      browsers.push(user);
      return user;
    },
  };
}

/** A company's member, by SQL. */
export async function addMember(
  { sql }: Pick<House, 'sql'>,
  { companyId }: HouseCompany,
  { userId }: Pick<ConsoleUser, 'userId'>,
  role: Role,
): Promise<void> {
  await sql`INSERT INTO memberships (company_id, user_id, role) VALUES (${companyId}, ${userId}, ${role})`;
}

let addresses = 0;

/** A browser whose tries nobody counts together with those of others. */
function fromItsOwnAddress(visitor: Visitor): Visitor {
  addresses += 1;
  const from = { 'x-forwarded-for': `198.18.${addresses >> 8}.${addresses & 255}` };
  return {
    ...visitor,
    get: (path, headers = {}) => visitor.get(path, { ...from, ...headers }),
    post: (path, fields, headers = {}) => visitor.post(path, fields, { ...from, ...headers }),
  };
}

/** What an attacker who succeeds would have changed: who is in our company and who operates. */
export async function standing({ house, ours }: Scene): Promise<readonly unknown[]> {
  return [
    await house.sql`SELECT user_id, role, disabled_at IS NULL AS may FROM memberships
      WHERE company_id = ${ours.companyId} ORDER BY user_id`,
    await house.sql`SELECT user_id FROM users WHERE is_operator ORDER BY user_id`,
  ];
}

/** The pages of ours and of the operator that a browser of the attacker's can read; none, if all is well. */
export async function opened({ browsers, ours }: Scene): Promise<readonly string[]> {
  const pages = ['/hoy', '/documentos', '/usuarios', '/claves'].map((page) => `/app/e/${ours.slug}${page}`);
  const looks = browsers.flatMap((browser) =>
    [...pages, '/app/operador'].map(async (page) => ((await browser.get(page)).status === 200 ? [page] : [])),
  );
  return (await Promise.all(looks)).flat();
}

/** Opens a page of the attacker's browser, so that it has a cookie, and posts. */
export async function visitAndPost(browser: Visitor, path: string, fields: Posted = {}): Promise<Answer> {
  await browser.get(path);
  return browser.post(path, fields);
}

/** An invitation to a company for a user; its token. */
export function invitationTo(
  { house }: Scene,
  { companyId }: HouseCompany,
  { email }: Pick<ConsoleUser, 'email'>,
  role: Role,
): Promise<string> {
  return invited(house, { email, role, companyId });
}

/** Gives the user `PASSWORD`, which is hashed once for all who get it. */
export async function givePassword(scene: Scene, { userId }: Pick<ConsoleUser, 'userId'>): Promise<void> {
  const { house } = scene;
  hashes.set(house, hashes.get(house) ?? makeHash(house));
  await house.sql`INSERT INTO user_passwords (user_id, hash) VALUES (${userId}, ${await hashes.get(house)})`;
}

const hashes = new WeakMap<House, Promise<unknown>>();

async function makeHash(house: House): Promise<unknown> {
  const user = await signedIn(house, { role: 'cashier', name: 'Con contraseña' });
  await user.post('/app/cuenta/clave', { password: PASSWORD });
  await house.sql`DELETE FROM memberships WHERE user_id = ${user.userId}`;
  const [row] = await house.sql`SELECT hash FROM user_passwords WHERE user_id = ${user.userId}`;
  return row?.['hash'];
}
