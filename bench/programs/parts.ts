/**
 * What a stamped document cannot do without, each part alone: it is told how often, and answers with the processor time
 * that its own process took for one, in milliseconds.
 */
import { generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto';
import pg from 'pg';
import { Pool, request } from 'undici';
import { serve } from './commands.ts';

const { DATABASE_URL = '', AUTHORITY_URL = '' } = process.env;
const IN_FLIGHT = 16;
/** As many signatures at once as the service has threads for on two cores. */
const SIGNATURES_IN_FLIGHT = 2;
const DOCUMENT_BYTES = 3_000;

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const document = Buffer.from(randomBytes(DOCUMENT_BYTES / 2).toString('hex'));
const signature = sign('sha512', document, privateKey);
const database = new pg.Pool({ connectionString: DATABASE_URL, max: IN_FLIGHT });
const authority = new Pool(AUTHORITY_URL);

/** Does it so many times, several at once, and tells the processor time of one. */
async function costOf(times: number, inFlight: number, act: () => Promise<unknown>): Promise<number> {
  let left = times;
  const before = process.cpuUsage();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (left-- > 0) await act();
    }),
  );
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / times;
}

function signInPool(): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    sign('sha512', document, privateKey, (error, bytes) => (error === null ? resolve(bytes) : reject(error)));
  });
}

async function submit(): Promise<void> {
  const { body } = await request(`${AUTHORITY_URL}/fesv/recepciondte`, {
    dispatcher: authority,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"documento":"${document.toString('latin1')}","codigoGeneracion":"${crypto.randomUUID().toUpperCase()}"}`,
  });
  JSON.parse(await body.text());
}

function insert(): Promise<unknown> {
  return database.query({
    name: 'insert',
    text: 'INSERT INTO parts (id, document) VALUES ($1, $2)',
    values: [crypto.randomUUID(), document.toString('latin1')],
  });
}

await database.query('CREATE TABLE IF NOT EXISTS parts (id uuid PRIMARY KEY, document text)');
serve('', {
  sign: async ({ times }) => ({ ms: await costOf(Number(times), SIGNATURES_IN_FLIGHT, signInPool) }),
  verify: async ({ times }) => ({
    ms: await costOf(Number(times), 1, async () => verify('sha512', document, publicKey, signature)),
  }),
  submit: async ({ times }) => ({ ms: await costOf(Number(times), IN_FLIGHT, submit) }),
  insert: async ({ times }) => ({ ms: await costOf(Number(times), IN_FLIGHT, insert) }),
});
