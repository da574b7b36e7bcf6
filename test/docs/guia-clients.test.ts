// The clients of the guide, taken out of their pages and run by the real interpreters against a real service, behind a
// line that fails as lines do.
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LoopbackServer, startHttpServer } from '../loopback/http-server.ts';
import { ownHouse } from '../support/house.ts';
import { shared } from '../support/shared.ts';
import { makePlace, removePlace } from '../support/temporary-place.ts';
import { callLike, type Trouble } from './unsteady-line.ts';

const run = promisify(execFile);
const DOTNET = process.env['SELLO_TEST_DOTNET'] ?? 'dotnet';
/** Neither a greeting nor a proxy of this machine has a part in it. */
const ENVIRONMENT = {
  PATH: process.env['PATH'] ?? '',
  DOTNET_CLI_HOME: tmpdir(),
  DOTNET_CLI_TELEMETRY_OPTOUT: '1',
  DOTNET_NOLOGO: '1',
  DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1',
};

interface Client {
  readonly page: string;
  readonly needs: string;
  /** A command that succeeds where the interpreter is. */
  readonly probe: readonly [string, ...string[]];
  /** What has to be done once to the files of the page. */
  readonly prepare: (folder: string) => Promise<void>;
  readonly command: readonly [string, ...string[]];
}

const CLIENTS: readonly Client[] = [
  {
    page: 'php',
    needs: 'PHP with curl',
    probe: ['php', '-r', 'exit(extension_loaded("curl") ? 0 : 1);'],
    prepare: async () => undefined,
    command: ['php', 'vender.php'],
  },
  {
    page: 'python',
    needs: 'Python 3',
    probe: ['python3', '-c', 'import json'],
    prepare: async () => undefined,
    command: ['python3', 'vender.py'],
  },
  {
    page: 'csharp',
    needs: '.NET',
    probe: [DOTNET, '--list-sdks'],
    prepare: compile,
    command: [DOTNET, 'venta.dll'],
  },
];

/** Compiles the C# files of a folder with the newest SDK that is here, for its newest runtime, asking no registry. */
async function compile(folder: string): Promise<void> {
  const last = async (list: string): Promise<readonly [string, string]> => {
    const { stdout } = await run(DOTNET, [list], { env: ENVIRONMENT });
    const found = [...stdout.matchAll(/^(?:Microsoft\.NETCore\.App )?(\d\S*) \[(.*)\]$/gm)].at(-1);
    return [found?.[1] ?? '', join(found?.[2] ?? '', found?.[1] ?? '')];
  };
  const [[, sdk], [version, runtime]] = [await last('--list-sdks'), await last('--list-runtimes')];
  const references = readdirSync(runtime).filter((name) => name.endsWith('.dll') && !/Native/.test(name));
  const sources = readdirSync(folder).filter((name) => name.endsWith('.cs'));
  const options = [
    '-nologo',
    '-warnaserror',
    '-out:venta.dll',
    ...references.map((name) => `-r:${join(runtime, name)}`),
  ];
  const compiler = join(sdk, 'Roslyn', 'bincore', 'csc.dll');
  await run(DOTNET, [compiler, ...options, ...sources], { cwd: folder, env: ENVIRONMENT });
  const framework = { name: 'Microsoft.NETCore.App', version };
  writeFileSync(join(folder, 'venta.runtimeconfig.json'), JSON.stringify({ runtimeOptions: { framework } }));
}

/** Writes the files of a page, each of whose code blocks names its own in its first lines. */
function writeFiles({ page }: Client, folder: string): void {
  const text = readFileSync(new URL(`../../docs/guia/${page}.md`, import.meta.url), 'utf8');
  for (const [, code = ''] of text.matchAll(/^```(?:php|python|csharp)\n([\s\S]*?)^```$/gm)) {
    const name = /^(?:<\?php\n)?(?:\/\/|#) (\w+\.\w+):/.exec(code)?.[1] ?? '';
    expect(name, code).not.toBe('');
    writeFileSync(join(folder, name), code);
  }
}

let place = '';
const house = ownHouse({ times: { callTimeoutMs: 600, requestBudgetMs: 3_000 } });
beforeAll(async () => {
  place = makePlace(0o700);
});
afterAll(async () => {
  removePlace(place);
});

for (const client of CLIENTS) {
  const [program, ...words] = client.probe;
  const isHere = spawnSync(program, words, { env: ENVIRONMENT }).status === 0;
  const title = `the client of docs/guia/${client.page}.md, run by ${client.needs}`;
  describe.skipIf(!isHere)(title, () => clientSuite(client));
}

interface Sold {
  /** What the program printed: the outcome and what there is to know. */
  readonly said: string;
  readonly line: LoopbackServer;
  readonly tookMs: number;
}

interface Sale {
  readonly external_ref: string;
  readonly [field: string]: unknown;
}

const sale = (reference: string): Sale => ({
  external_ref: reference,
  lines: [{ description: 'Pan dulce', quantity: 2, unit_price: 1.25 }],
});

function clientSuite(client: Client): void {
  const folder = () => join(place, client.page);
  const company = shared(() => house.addCompany());
  beforeAll(async () => {
    mkdirSync(folder());
    writeFiles(client, folder());
    await client.prepare(folder());
  }, 180_000);

  /** Sells through the client, on a line that has these troubles first. */
  async function sell(body: Sale, troubles: readonly Trouble[] = [], key = company.key): Promise<Sold> {
    const line = await startHttpServer(callLike(company.url, troubles));
    const file = join(folder(), `${body.external_ref}.json`);
    writeFileSync(file, JSON.stringify(body));
    const started = performance.now();
    const [program, ...rest] = client.command;
    const env = { ...ENVIRONMENT, API: line.url, CLAVE: key };
    const { stdout } = await run(program, [...rest, file], { cwd: folder(), env });
    await line.close();
    return { said: stdout.trim(), line, tookMs: performance.now() - started };
  }

  const stampedAs = async (reference: string) => {
    const { body } = await company.get(`/status/${reference}`);
    return `SELLADA ${String(body['control_number'])}`;
  };
  /** The references of the sales that must be stamped, once each. */
  const stamped: string[] = [];

  it('sells, and a second time tells the same sale', async () => {
    const first = await sell(sale('normal'));
    expect(first.said).toBe(await stampedAs('normal'));
    const second = await sell(sale('normal'));
    expect(second.said).toBe(first.said);
    stamped.push('normal');
  });

  // Each of them mostly waits, for a second or two.
  it.concurrent.for<readonly [string, readonly Trouble[], number]>([
    ['429 and its Retry-After', [{ kind: 'answer', status: 429, retryAfter: 2 }], 2_000],
    ['503 and its Retry-After', [{ kind: 'answer', status: 503, retryAfter: 2 }], 2_000],
    ['another 5xx', [{ kind: 'answer', status: 500 }], 1_000],
    ['a page of a proxy', [{ kind: 'page', status: 502 }], 1_000],
    ['a 200 that is not of the service', [{ kind: 'page', status: 200 }], 1_000],
    ['a connection cut before the service', [{ kind: 'cut' }], 1_000],
    ['a connection cut after the service', [{ kind: 'lose' }], 1_000],
    ['half an answer', [{ kind: 'halve' }], 1_000],
    ['one after the other', [{ kind: 'cut' }, { kind: 'answer', status: 503, retryAfter: 1 }], 2_000],
  ])('repeats the same body after %s', async ([title, troubles, leastMs]) => {
    const reference = title.replace(/\W+/g, '-');
    const { said, line, tookMs } = await sell(sale(reference), troubles);
    expect(said).toBe(await stampedAs(reference));
    expect(tookMs).toBeGreaterThan(leastMs);
    expect(line.requests).toHaveLength(troubles.length + 1);
    expect(new Set(line.requests.map(({ body }) => body))).toEqual(
      new Set([JSON.stringify(sale(reference))]),
    );
    stamped.push(reference);
  });

  it('has sold each of them once', async () => {
    const numbers = await Promise.all(stamped.map(stampedAs));
    const ledger = await house.authority.ledger(company.nit);
    expect(ledger.map(({ numeroControl }) => `SELLADA ${numeroControl}`).toSorted()).toEqual(
      numbers.toSorted(),
    );
    expect(numbers).toHaveLength(10);
  });

  it('leaves for later what would have to wait for more than a minute', async () => {
    const { said, line } = await sell(sale('hour'), [{ kind: 'answer', status: 429, retryAfter: 1800 }]);
    expect(said).toMatch(/^PENDIENTE/);
    expect(line.requests).toHaveLength(1);
  });

  it('calls once where a person has to do something', async () => {
    const wrongKey = await sell(sale('key'), [], 'clave-equivocada');
    expect(wrongKey.said).toMatch(/^CLAVE_MALA .*clave/i);
    const wrongField = await sell({ external_ref: 'field', doc_type: '99', lines: [] });
    expect(wrongField.said).toMatch(/^POR_CORREGIR (?=.*lines)(?=.*doc_type)/);
    const customer = { name: 'Ana Pérez', email: 'ana.example.com' };
    const rejected = await sell({ ...sale('rejected'), customer });
    expect(rejected.said).toMatch(/^POR_CORREGIR DTE-01-.*receptor\/correo.*Corrija customer\.email/);
    for (const { line } of [wrongKey, wrongField, rejected]) expect(line.requests).toHaveLength(1);
    const corrected = await sell({
      ...sale('rejected'),
      customer: { ...customer, email: 'ana@example.com' },
    });
    expect(corrected.said).toBe(await stampedAs('rejected'));
  });

  it('lets a sale go on its way while the authority says nothing', async () => {
    const { nit } = company;
    await house.authority.script(
      { service: 'recepcion', action: 'reset', when: 'after', nit },
      { service: 'consulta', action: 'reset', nit },
    );
    const { said, line } = await sell(sale('silence'));
    expect(said).toMatch(/^EN_CAMINO DTE-01-/);
    expect(line.requests).toHaveLength(1);
  });

  it('refuses a sale without a reference', async () => {
    await expect(sell({ ...sale('none'), external_ref: '' })).rejects.toThrow(/external_ref/);
  });
}
