import { randomBytes } from 'node:crypto';
import { ask, carryOut } from './superuser.ts';

/** A login that may serve and nothing else, made as docs/operating.md says. */
export interface ServingLogin {
  /** The database's, with this login. */
  readonly url: string;
  drop(): Promise<void>;
}

/** `databaseUrl` is that of a superuser. */
export async function addServingLogin(databaseUrl: string): Promise<ServingLogin> {
  const url = new URL(databaseUrl);
  const login = `sello_serve_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(9).toString('hex');
  await ask(
    databaseUrl,
    `CREATE ROLE ${login} LOGIN PASSWORD '${password}' IN ROLE sello_service;
     REVOKE TEMPORARY ON DATABASE ${url.pathname.slice(1)} FROM PUBLIC`,
  );
  [url.username, url.password] = [login, password];
  return {
    url: url.href,
    drop: () => carryOut(databaseUrl, [`DROP OWNED BY ${login}`, `DROP ROLE ${login}`]),
  };
}
