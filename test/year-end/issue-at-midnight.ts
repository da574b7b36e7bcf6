import { randomUUID } from 'node:crypto';
import { contextOf } from '../../src/compose/context.ts';
import { contingencyEventText } from '../../src/core/dte/evento-contingencia.ts';
import { issueDocument } from '../../src/operations/documents/issue-document.ts';
import { openSimulatedRig } from '../simulation/database/simulated-rig.ts';
import { exampleCompany } from '../support/example-company.ts';
import { exampleOrder } from '../support/example-order.ts';
import { codeOf, refOf } from '../support/identifiers.ts';
import {
  countingSigner,
  handClock,
  NOBODY,
  STAMPED,
  scriptedAuthority,
  TIMES,
} from '../support/issuing-bench.ts';
import { NO_COMPLETIONS } from '../support/no-completions.ts';

/**
 * Issues around the turn of the year on a host in whatever zone `TZ` says, and prints what would be signed: run by
 * host-zones.test.ts in a process of its own, because a zone belongs to a process from its start.
 */
const MIDNIGHT_MS = Date.UTC(2027, 0, 1, 6);
const HOUR_MS = 3_600_000;
const INSTANTS_MS = [-18 * HOUR_MS, -6 * HOUR_MS, -1, 0, 6 * HOUR_MS, 14 * HOUR_MS];

const company = exampleCompany();
const rig = openSimulatedRig();
const companyId = await rig.addCompany();

async function issuedAt(nowMs: number) {
  const clock = handClock(nowMs);
  const [authority, signer] = [scriptedAuthority(), countingSigner()];
  authority.answer({ submit: [STAMPED] });
  const stores = { ...rig.anotherNode(clock), completions: NO_COMPLETIONS };
  const context = contextOf(stores, {
    ...NOBODY,
    clock,
    authority,
    signer,
    times: TIMES,
    log: { warn: () => undefined },
  });
  const order = exampleOrder();
  const issuer = { companyId, company };
  await issueDocument(context, { issuer, externalRef: refOf(`at ${nowMs}`), order });
  const jws = authority.sent[0]?.jws ?? '';
  const { identificacion } = JSON.parse(jws.slice(jws.indexOf('{')));
  const { numeroControl, fecEmi, horEmi } = identificacion;
  return [numeroControl, fecEmi, horEmi];
}

const documents: unknown[] = [];
for (const offsetMs of INSTANTS_MS) documents.push(await issuedAt(MIDNIGHT_MS + offsetMs));
const event = contingencyEventText(company, {
  ambiente: '00',
  generation: 'v2',
  codigoGeneracion: codeOf(randomUUID().toUpperCase()),
  documents: [],
  contingencia: { tipo: 1, motivo: null },
  startsMs: MIDNIGHT_MS - 1_000,
  endsMs: MIDNIGHT_MS,
  sentMs: MIDNIGHT_MS + 1_000,
});
const { motivo } = JSON.parse(event);
process.stdout.write(
  JSON.stringify({ offset: new Date(MIDNIGHT_MS).getTimezoneOffset(), documents, motivo }),
);
