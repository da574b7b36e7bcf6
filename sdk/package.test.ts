import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LoopbackServer, type Respond, startHttpServer } from '../test/loopback/http-server.ts';
import { makePlace, removePlace } from '../test/support/temporary-place.ts';

const ROOT = resolve(import.meta.dirname, '..');
const run = promisify(execFile);

let place: string;
/** As npm names it. */
let tarball: string;
let server: LoopbackServer;
beforeAll(async () => {
  place = makePlace(0o700);
  server = await startHttpServer(answer);
  mkdirSync(join(place, 'clone'));
  const isSource = (path: string) => !/[/\\](?:dist|node_modules)$/.test(path);
  cpSync(join(ROOT, 'sdk'), join(place, 'clone/sdk'), { recursive: true, filter: isSource });
  symlinkSync(join(ROOT, 'node_modules'), join(place, 'clone/node_modules'), 'junction');
  tarball = await npm(place, ['pack', './clone/sdk']);
});
afterAll(async () => {
  await server.close();
  removePlace(place);
});

/** Busy at first; then what is sold without lines is refused, and all else stamped. */
const answer: Respond = ({ body }, response) => {
  const say = (status: number, content: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
  const { lines, external_ref } = JSON.parse(body);
  if (server.requests.length === 1) return void say(503, {});
  if (lines.length === 0) return void say(400, { detail: 'lines: Es obligatorio.', code: 'invalid_request' });
  say(200, {
    success: true,
    dte_success: true,
    contingency: false,
    rejected: false,
    observaciones: [],
    external_ref,
    control_number: 'DTE-01-M001P001-000000000000001',
    is_duplicate: false,
    ticket_url: 'http://localhost:8080/file/1?type=ticket',
  });
};

/** What npm tells its scripts about the package whose script this is; the npm that runs here is about another. */
const ENVIRONMENT = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^npm_(?!config_userconfig)/i.test(name)),
);

async function npm(folder: string, args: readonly string[]): Promise<string> {
  const quiet = ['--silent', '--offline', '--ignore-scripts=false', `--cache=${join(place, 'cache')}`];
  const shell = process.platform === 'win32';
  const { stdout } = await run('npm', [...args, ...quiet], { cwd: folder, env: ENVIRONMENT, shell });
  return stdout.trim();
}

async function node(
  folder: string,
  args: readonly string[],
): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((settle) => {
    const child = execFile(process.execPath, args, { cwd: folder }, (_error, stdout, stderr) => {
      settle({ code: child.exitCode ?? 1, output: stdout + stderr });
    });
  });
}

const tsc = (folder: string, project: string) =>
  node(folder, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', project]);

/** A project as many are, whose programs are the examples of the README, sent to the server of this test. */
function makeProject(name: string): string {
  const folder = join(place, name);
  mkdirSync(folder);
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  const configuration = (compilerOptions: object, files: readonly string[]) =>
    JSON.stringify({ compilerOptions: { module: 'nodenext', strict: true, ...compilerOptions }, files });
  const examples = examplesOf(readFileSync(join(ROOT, 'sdk/README.md'), 'utf8'));
  examples.forEach((text, index) => {
    write(`example-${index}.ts`, text);
  });
  const files = examples.map((_text, index) => `example-${index}.ts`);
  write('package.json', JSON.stringify({ name, version: '1.0.0', type: 'module' }));
  write('tsconfig.json', configuration({ outDir: 'out', types: [] }, files));
  write('wrong.ts', `${examples[0]}\nexport const total: number = issued.control_number;\n`);
  const typeRoots = [join(ROOT, 'node_modules/@types')];
  const onNode = {
    noEmit: true,
    lib: ['es2022'],
    types: ['node'],
    typeRoots,
    exactOptionalPropertyTypes: true,
  };
  write('on-node.json', configuration(onNode, [...files, 'wrong.ts']));
  return folder;
}

function examplesOf(page: string): readonly string[] {
  return [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text = '']) =>
    text.replaceAll('http://localhost:8080', server.url).replaceAll('sello_test_…', 'sello_test_x'),
  );
}

async function expectToRun(folder: string): Promise<void> {
  expect(await tsc(folder, 'tsconfig.json')).toEqual({ code: 0, output: '' });
  const first = await node(folder, ['out/example-0.js']);
  expect(first).toEqual({ code: 0, output: 'http://localhost:8080/file/1?type=ticket\n' });
  const second = await node(folder, ['out/example-1.js']);
  expect(second).toEqual({ code: 0, output: 'lines: Es obligatorio. undefined\n' });
}

const TIMEOUT_MS = 60_000;

describe('the package', { timeout: TIMEOUT_MS }, () => {
  it('carries JavaScript and its types, and works in a project of its own', async () => {
    const folder = makeProject('with-package');
    expect(tarball).toBe('sello-client-0.1.0.tgz');
    await npm(folder, ['install', `../${tarball}`]);
    const installed = join(folder, 'node_modules/@sello/client');
    expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    const kinds = readdirSync(join(installed, 'dist')).map((file) => file.replace(/^[\w-]+/, ''));
    expect([...new Set(kinds)].sort()).toEqual(['.d.ts', '.js']);
    await expectToRun(folder);
    const references = server.requests.map(({ body }) => JSON.parse(body).external_ref);
    expect(references).toEqual(['CAJA2-000123', 'CAJA2-000123', 'CAJA2-000124']);
    const { output } = await tsc(folder, 'on-node.json');
    expect(output.trim()).toMatch(/^wrong\.ts\(\d+,14\): error TS2322: Type 'string' is not .*$/);
  });

  it('works as a link to a clone in which it was built', async () => {
    const folder = makeProject('with-link');
    mkdirSync(join(folder, 'node_modules/@sello'), { recursive: true });
    symlinkSync(join(place, 'clone/sdk'), join(folder, 'node_modules/@sello/client'), 'junction');
    await expectToRun(folder);
  });

  it('carries the license of the whole', () => {
    expect(readFileSync(join(ROOT, 'sdk/LICENSE'), 'utf8')).toBe(readFileSync(join(ROOT, 'LICENSE'), 'utf8'));
  });
});
