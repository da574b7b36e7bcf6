import type { Claim, ClaimRequest } from '../../operations/documents/ports.ts';
import { serversOf } from '../connection/function-call.ts';
import { createGatherings } from '../connection/gathering.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { FailedOver, inCompany, sqlState, UnansweredCommit } from '../connection/transaction.ts';
import type { ReachedLog } from '../log/log-place.ts';
import { FORGOTTEN } from '../log/look-back.ts';
import { findRecord } from './find-record.ts';
import { lockForClaim } from './lock-for-claim.ts';
import { obstacleTo } from './note-obstacle.ts';
import {
  type ExistingDocument,
  numberDocuments,
  numberWithin,
  ReferenceTaken,
  type StoreNode,
} from './numbering.ts';
import { takeUp } from './take-up.ts';

/** Documents numbered in one transaction at the most, and transactions at a time. */
const MOST_TOGETHER = 32;
const LANES = 1;

/** A draft of so many characters is numbered by itself, so that it holds no other document up. */
const LARGE_DRAFT = 65_536;
const LARGE_LANES = 2;

/**
 * Claims references. What is new is numbered together with whatever waits at the same moment, in one statement; what
 * exists, and a note whose CCF has changed since it was looked at, is claimed in a transaction of its own, under the
 * locks of everything that it works on.
 */
export function createClaims(pool: Pool, node: StoreNode): (request: ClaimRequest) => Promise<Claim> {
  const carryOut = (requests: readonly ClaimRequest[]) => numberDocuments(pool, requests, node);
  const servers = serversOf(pool);
  const byServer = async ({ companyId }: ClaimRequest) => (await servers.of(companyId)).name;
  const number = createGatherings({ carryOut, mostItems: MOST_TOGETHER, lanes: LANES }, byServer);
  const numberLarge = createGatherings({ carryOut, mostItems: 1, lanes: LARGE_LANES }, byServer);
  return async (request) => {
    const { draft, adjusts } = request.prepared;
    if (adjusts !== null && adjusts.seen === null) return claimLocked(pool, request, node);
    // A note holds the lock of its CCF, for which nobody else's number should wait.
    const isAlone = draft.length > LARGE_DRAFT || adjusts !== null;
    const numbering = await (isAlone ? numberLarge : number)(request).catch(async (error: unknown) => {
      if (await mayGoWell(error, node)) return { kind: 'doubtful' } as const;
      throw error;
    });
    switch (numbering.kind) {
      case 'numbered':
        return { kind: 'held', document: numbering.document };
      case 'exists':
        return claimExisting(pool, { request, node }, numbering);
      case 'doubtful':
        return claimLocked(pool, request, node);
    }
  };
}

/**
 * Nobody can tell what happened, somebody else took the reference at the same moment, or another server has taken the
 * place of the one before: the next look tells.
 */
async function mayGoWell(error: unknown, { watch }: StoreNode): Promise<boolean> {
  if (error instanceof UnansweredCommit || error instanceof FailedOver || isLostRace(error)) return true;
  return sqlState(error) === FORGOTTEN && (await watch.lookBack());
}

const UNIQUE_VIOLATION = '23505';
/**
 * The constraints on the reference, and on the claim itself where one that nobody confirmed is still being carried out.
 * Where a table is spread over several servers, the number of the part stands behind the name, and the message alone names it.
 */
const TAKEN = /\bdocuments_(company_id_external_ref_key|pkey)(_\d+)?\b/;

function isLostRace(error: unknown): boolean {
  if (error instanceof ReferenceTaken) return true;
  if (sqlState(error) !== UNIQUE_VIOLATION) return false;
  return error instanceof Error && TAKEN.test(error.message);
}

/** What is stamped, and what has another type, needs no lock to be told. */
async function claimExisting(
  pool: Pool,
  { request, node }: { readonly request: ClaimRequest; readonly node: StoreNode },
  existing: ExistingDocument,
): Promise<Claim> {
  if (existing.tipoDte !== request.prepared.tipoDte)
    return { kind: 'doc_type_changed', issued: existing.tipoDte };
  const stamped =
    existing.state === 'stamped' ? await findRecord(pool, request.companyId, existing.documentId) : null;
  return stamped === null ? claimLocked(pool, request, node) : { kind: 'stamped', record: stamped };
}

const ATTEMPTS = 3;

/** After a COMMIT that nobody confirmed the claim is made again: what happened is found under its identifier. */
export async function claimLocked(pool: Pool, request: ClaimRequest, node: StoreNode): Promise<Claim> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const claiming = await inCompany(pool, request.companyId, (client) =>
        claimWithin(client, request, node),
      );
      if (claiming.reached !== null) node.watch.note(claiming.reached, request);
      return claiming.claim;
    } catch (error) {
      if (attempt === ATTEMPTS || !(await mayGoWell(error, node))) throw error;
    }
  }
}

/**
 * Claims a reference inside the caller's transaction. Everywhere the documents, and the CCF that notes adjust among them,
 * are locked before the series, both in one order, so that nobody waits for anybody in a circle.
 */
async function claimWithin(
  client: Client,
  request: ClaimRequest,
  node: StoreNode,
): Promise<{ readonly claim: Claim; readonly reached: ReachedLog | null }> {
  const existing = await lockForClaim(client, request);
  if (existing !== null) {
    if (existing.state !== 'stamped') await node.watch.check(client);
    const claim = await takeUp(client, { request, existing, monotonic: node.clock.monotonic });
    return { claim, reached: null };
  }
  const obstacle = await obstacleTo(client, request, null);
  if (obstacle !== null) return { claim: { kind: 'not_adjustable', obstacle }, reached: null };
  const { document, reached } = await numberWithin(client, request, node);
  return { claim: { kind: 'held', document }, reached };
}
