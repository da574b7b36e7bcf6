import { versionOf } from '../../src/core/dte/kinds.ts';
import { createAuthority, type HaciendaAuthority } from '../../src/hacienda/client.ts';
import type { Submission } from '../../src/operations/authority/ports.ts';
import { type ReceivedRequest, startHttpServer } from '../loopback/http-server.ts';
import { codeOf, nitOf } from '../support/identifiers.ts';
import { TEST_NIT } from '../support/simulator/facturas.ts';
import type { Verdict } from './book.ts';
import { codesIn, tipoDteOf, wireAnswerOf } from './explained.ts';

/** What the product's client made of an answer, and the call that it had made. */
export interface Heard {
  readonly reads: unknown;
  readonly path: string;
  readonly body: unknown;
}

const GRANTED = {
  status: 200,
  body: '{"status":"OK","body":{"token":"Bearer ficticio","tokenType":"Bearer"}}',
};

/** The product's client makes its call, and is answered as the case says. */
export async function hearAnswer(verdict: Verdict): Promise<Heard> {
  const { service } = verdict;
  const answer = wireAnswerOf(verdict);
  const server = await startHttpServer(({ path }, response) => {
    const signsIn = path.startsWith('/seguridad/auth');
    const { status, body } = signsIn === (service === 'auth') ? answer : GRANTED;
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  const signIns: unknown[] = [];
  const client = createAuthority({
    testUrl: server.url,
    productionUrl: server.url,
    timeoutMs: 5_000,
    credentials: async () => ({ user: TEST_NIT, password: 'Clave#Ficticia1' }),
    signIns: { ended: (_, signIn) => void signIns.push(signIn), tokenRefused: () => undefined },
  });
  const read = await callOf(verdict)(client);
  await client.close();
  await server.close();
  const reads = service === 'auth' ? signIns[0] : read;
  return { reads, ...sentIn(server.requests) };
}

/** The last call but sign-ins, with its body as JSON. */
function sentIn(requests: readonly ReceivedRequest[]): Pick<Heard, 'path' | 'body'> {
  const call = requests.findLast(({ path }) => !path.startsWith('/seguridad/'));
  return { path: call?.path ?? '', body: call?.body ? JSON.parse(call.body) : null };
}

type ClientCall = (client: HaciendaAuthority) => Promise<unknown>;

function callOf(verdict: Verdict): ClientCall {
  const submission = submissionOf(verdict);
  const { account } = submission;
  const codigos = codesIn(verdict);
  const calls: Readonly<Record<Verdict['service'], ClientCall>> = {
    auth: (client) => client.submit(submission),
    recepcion: (client) => client.submit(submission),
    consulta: (client) => client.consult(submission),
    lote: (client) =>
      client.submitLote({ ...submission, idEnvio: codeOf('lote'), documents: [submission.jws] }),
    consultalote: async (client) =>
      Object.fromEntries((await client.consultLote({ account, codigoLote: codeOf('lote'), codigos })) ?? []),
    contingencia: (client) => client.report(account, submission.jws),
    portal: async () => null,
    invalidacion: (client) => client.invalidate({ ...submission, invalidated: submission }),
  };
  return calls[verdict.service];
}

function submissionOf(verdict: Verdict): Submission {
  const { document = '01-v2' } = verdict;
  const tipoDte = tipoDteOf(verdict);
  const generation = document.endsWith('-v1') ? 'v1' : 'v2';
  const [codigoGeneracion = codeOf('sent')] = codesIn(verdict);
  return {
    account: { companyId: 'ficticia', ambiente: '00', nit: nitOf(TEST_NIT) },
    tipoDte,
    generation,
    version: versionOf(tipoDte, generation),
    codigoGeneracion,
    jws: 'eyJhbGciOiJSUzUxMiJ9.e30.firma',
    idEnvio: 1,
  };
}
