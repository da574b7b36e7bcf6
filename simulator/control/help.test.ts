import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { sharedRehearsal } from '../../test/support/simulator/shared-rehearsal.ts';

let help: string;

const sim = sharedRehearsal();
beforeAll(async () => {
  help = (await sim.request('GET /')).text;
});

it('stands where somebody looks who has only the address', async () => {
  expect(help).toContain(`SIM=${sim.url}`);
  for (const path of ['/_sim', '/_sim/']) expect((await sim.request(`GET ${path}`)).text).toBe(help);
});

it('names everything that the control interface takes', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const paths = [...readme.matchAll(/`(?:GET|POST|PUT|DELETE) (\/_sim\/[a-z/]+)/g)].map(
    ([, path = '']) => path,
  );
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !help.includes(`$SIM${path.replace(/\/$/, '')}`))).toEqual([]);
});

it('holds commands that work', async () => {
  const commands = help.matchAll(/curl -s (?:-X (\w+) )?\$SIM(\S+)(?:.*-d '(.*)')?/g);
  const statuses = [];
  for (const [, method = 'POST', path, body] of commands) {
    const { status } = await sim.request(
      `${method} ${path}`,
      body === undefined ? undefined : JSON.parse(body),
    );
    statuses.push(status);
  }
  expect(statuses).toEqual(Array.from({ length: 7 }, () => 200));
  for (const [, path] of help.matchAll(
    /\$SIM(\/_sim\/(?:health|ledger\?limit=10|events|lotes|calls|issuers))\b/g,
  ))
    expect((await sim.request(`GET ${path}`)).status).toBe(200);
});
