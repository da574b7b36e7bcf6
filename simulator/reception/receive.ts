import { createHash } from 'node:crypto';
import type { World } from '../endpoints/endpoint.ts';
import { processingTime } from '../local-time.ts';
import type { Issuer } from '../state/issuers.ts';
import type { Judged, LotePlace, Verdict } from '../state/submission.ts';
import { TEXT_BY_CODE } from '../verdict/refusal.ts';
import { type Envelope, rejection } from './envelope.ts';
import { type Judgement, judge } from './judge.ts';

/** Who sends a document, and where in which lote it came; null for a document on its own. */
export interface Sender {
  readonly issuer: Issuer;
  readonly lote: LotePlace | null;
}

/**
 * Judges a document and keeps the verdict, in force at once; resolves when it has reached the disk. From the
 * judgement to the entry in the ledger nothing waits, so that two equal documents cannot both pass.
 */
export async function receive(envelope: Envelope, sender: Sender, world: World): Promise<Verdict> {
  const { issuer } = sender;
  const { ledger, contingencies, invalidations, dates, related } = world;
  const nowMs = world.now();
  const books = { ledger, contingencies, invalidations };
  const judgement = judge(envelope, { issuer, ...books, nowMs, dates, related });
  const verdict = verdictOn(judgement, world, nowMs);
  const judged = entryOf(envelope, sender, { judgement, verdict, nowMs });
  const kept = ledger.keep(judged);
  world.lotes.settle(judged);
  await kept;
  return verdict;
}

/** The hash of the JWS as it arrived, hexadecimal. */
export function sha256(jws: string): string {
  return createHash('sha256').update(jws).digest('hex');
}

function verdictOn(judgement: Judgement, world: World, nowMs: number): Verdict {
  if (judgement.kind === 'refused') return rejection(judgement.refusal, nowMs);
  const codigoMsg = judgement.remarks.length > 0 ? '002' : '001';
  const fhProcesamiento = processingTime(nowMs);
  return {
    selloRecibido: world.ledger.newSello(fhProcesamiento.slice(6, 10)),
    fhProcesamiento,
    clasificaMsg: '10',
    codigoMsg,
    descripcionMsg: TEXT_BY_CODE[codigoMsg],
    observaciones: judgement.remarks,
  };
}

function entryOf(
  envelope: Envelope,
  { issuer, lote }: Sender,
  {
    judgement,
    verdict,
    nowMs,
  }: { readonly judgement: Judgement; readonly verdict: Verdict; readonly nowMs: number },
): Judged {
  const evento = judgement.kind === 'accepted' ? judgement.evento : null;
  return {
    type: verdict.selloRecibido === null ? 'rejected' : 'stamped',
    nit: issuer.nit,
    ambiente: issuer.ambiente,
    codigoGeneracion: envelope.codigoGeneracion,
    sha256: sha256(envelope.documento),
    facts: judgement.facts,
    verdict,
    judgedAt: new Date(nowMs).toISOString(),
    jws: envelope.documento,
    ...(lote !== null && { lote }),
    ...(evento !== null && { evento }),
  };
}
