import { writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINIMAL_COMPANY_FILE } from './support/example-company.ts';
import { freePort, type RunningSello, runSello, startSello } from './support/sello-process.ts';
import { makePlace, removePlace } from './support/temporary-place.ts';

const ROUNDS = 2;
const CLIENTS = 8;

let place = '';
let key = '';
beforeAll(async () => {
  place = makePlace(0o755);
  const file = join(place, 'empresa.json');
  writeFileSync(file, JSON.stringify(MINIMAL_COMPANY_FILE));
  await run('company', 'apply', file);
  const made = await run(
    'key',
    'create',
    MINIMAL_COMPANY_FILE.slug,
    '--per-minute',
    '1000000',
    '--per-hour',
    '1000000',
    '--json',
  );
  key = JSON.parse(made.out).key;
});
afterAll(() => removePlace(place));

function environment(port: number): Readonly<Record<string, string>> {
  return {
    SELLO_PORT: String(port),
    SELLO_OPERATOR_PORT: '0',
    SELLO_HACIENDA_TEST_URL: 'http://127.0.0.1:1',
    SELLO_LOG_LEVEL: 'silent',
  };
}

async function run(...args: readonly string[]) {
  const result = await runSello(args, { cwd: place, env: environment(8080) });
  if (result.code !== 0) throw new Error(result.err);
  return result;
}

async function startNode(port: number): Promise<RunningSello> {
  const node = startSello(['serve', '--json'], { cwd: place, env: environment(port) });
  await node.shows(/"ready"/);
  return node;
}

/** One address before the nodes: a connection goes to the first one that takes it. */
function openBalancer(ports: readonly number[]): Promise<{ readonly url: string; readonly server: Server }> {
  let turn = 0;
  const server = createServer((client) => {
    turn += 1;
    const order = turn % 2 === 0 ? ports : [...ports].reverse();
    forward(client, order);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      resolve({ url: `http://127.0.0.1:${port}`, server });
    });
  });
}

/**
 * As balancers do, a connection that a node ends without a byte of an answer is tried with the next node: the kernel
 * resets what it had queued for a listener at the instant it closes.
 */
function forward(client: Socket, [port, ...others]: readonly number[], sent: Buffer[] = []): void {
  if (port === undefined) {
    client.destroy();
    return;
  }
  const node = connect(port, '127.0.0.1');
  let answered = false;
  const keep = (chunk: Buffer) => {
    if (!answered) sent.push(chunk);
  };
  client.on('error', () => node.destroy());
  node.once('connect', () => {
    for (const chunk of sent) node.write(chunk);
    client.on('data', keep);
    client.pipe(node);
  });
  node.on('data', (chunk: Buffer) => {
    answered = true;
    client.write(chunk);
  });
  node.on('error', () => undefined);
  node.on('close', () => {
    client.unpipe(node);
    client.off('data', keep);
    if (answered) client.end();
    else forward(client, others, sent);
  });
}

it(`answers every request while two nodes are restarted ${ROUNDS} times in turn`, async () => {
  const ports = [await freePort(), await freePort()];
  const nodes = await Promise.all(ports.map(startNode));
  const { url, server } = await openBalancer(ports);
  const agent = new Agent({ connections: CLIENTS });
  const answers: (number | string)[] = [];
  let going = true;
  const headers = { authorization: `Bearer ${key}` };
  const client = async () => {
    while (going) {
      try {
        const answer = await request(`${url}/catalogs/units`, { dispatcher: agent, headers });
        await answer.body.dump();
        answers.push(answer.statusCode);
      } catch (error) {
        answers.push(String(error));
      }
      await sleep(5);
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, port] of ports.entries()) {
      nodes[index]?.signal('SIGTERM');
      expect(await nodes[index]?.ended).toMatchObject({ code: 0 });
      nodes[index] = await startNode(port);
    }
  }
  going = false;
  await Promise.all(clients);
  for (const node of nodes) node.signal('SIGTERM');
  await Promise.all([agent.close(), ...nodes.map((node) => node.ended)]);
  server.close();
  expect(answers.filter((answer) => answer !== 200)).toEqual([]);
  expect(answers.length).toBeGreaterThan(500);
}, 120_000);
