import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { startSimulator } from '../../simulator/server.ts';

/** What the simulated authority answered to a document. */
export interface SimulatedVerdict {
  readonly estado: string;
  readonly codigoMsg: string;
  readonly descripcionMsg: string;
  readonly selloRecibido: string | null;
  readonly observaciones: readonly string[];
}

export interface SubmittedDocument {
  readonly nit: string;
  readonly version: number;
  readonly tipoDte: string;
  readonly codigoGeneracion: string;
  readonly jws: string;
}

/** The simulated Hacienda on a port and with a ledger of its own, spoken to over real HTTP. */
export interface SimulatedHacienda {
  /** Registers an issuer of the test environment by its certificate or its public key in PEM form. */
  readonly register: (
    nit: string,
    key: { readonly certificate: string } | { readonly publicKeyPem: string },
  ) => Promise<void>;
  readonly submit: (document: SubmittedDocument) => Promise<SimulatedVerdict>;
  readonly stampedCount: () => Promise<number>;
  readonly close: () => Promise<void>;
}

const JSON_TYPE = 'application/json';
const PASSWORD = 'una clave de prueba';

type Call = (
  path: string,
  posted: { readonly type: string; readonly body: string; readonly token?: string },
) => Promise<unknown>;

/**
 * Starts it with a clock that stands at the given instant, milliseconds since the epoch. Notes may name documents
 * that were never sent.
 */
export async function startHacienda(nowMs: number): Promise<SimulatedHacienda> {
  const folder = await mkdtemp(join(tmpdir(), 'sello-hacienda-'));
  const simulator = await startSimulator({
    stateFile: join(folder, 'state.jsonl'),
    now: () => nowMs,
    related: 'trusted',
  });
  const agent = new Agent({ connections: 8 });
  const call: Call = async (path, { type, body, token }) => {
    const authorization = token === undefined ? {} : { authorization: token };
    const answer = await request(`${simulator.url}${path}`, {
      method: 'POST',
      dispatcher: agent,
      headers: { 'content-type': type, 'user-agent': 'test', ...authorization },
      body,
    });
    return answer.body.json();
  };
  const tokens = new Map<string, Promise<string>>();
  const tokenOf = (nit: string) => {
    const known = tokens.get(nit) ?? authenticate(call, nit);
    tokens.set(nit, known);
    return known;
  };
  return {
    register: async (nit, key) => {
      const body = JSON.stringify({ nit, password: PASSWORD, ...key });
      await call('/_sim/issuers', { type: JSON_TYPE, body });
    },
    submit: async (document) => {
      const token = await tokenOf(document.nit);
      return verdictOf(
        await call('/fesv/recepciondte', { type: JSON_TYPE, body: envelope(document), token }),
      );
    },
    stampedCount: async () => {
      const health = await request(`${simulator.url}/_sim/health`, { dispatcher: agent });
      return Number(field(await health.body.json(), 'stamped'));
    },
    close: async () => {
      await agent.close();
      await simulator.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function authenticate(call: Call, nit: string): Promise<string> {
  const body = new URLSearchParams({ user: nit, pwd: PASSWORD }).toString();
  const answer = await call('/seguridad/auth', { type: 'application/x-www-form-urlencoded', body });
  return String(field(field(answer, 'body'), 'token'));
}

function envelope({ version, tipoDte, codigoGeneracion, jws }: SubmittedDocument): string {
  return JSON.stringify({ ambiente: '00', idEnvio: 1, version, tipoDte, documento: jws, codigoGeneracion });
}

function verdictOf(answer: unknown): SimulatedVerdict {
  const seal = field(answer, 'selloRecibido');
  const observations = field(answer, 'observaciones');
  return {
    estado: String(field(answer, 'estado')),
    codigoMsg: String(field(answer, 'codigoMsg')),
    descripcionMsg: String(field(answer, 'descripcionMsg')),
    selloRecibido: typeof seal === 'string' ? seal : null,
    observaciones: Array.isArray(observations) ? observations.map(String) : [],
  };
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
