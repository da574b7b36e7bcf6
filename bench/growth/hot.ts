import { type NodeStores, storesOn } from '../../src/compose/context.ts';
import type { Claim, DocumentStore, HeldDocument } from '../../src/operations/documents/ports.ts';
import { parseApiKey } from '../../src/signer/api-key.ts';
import { createCompanyReader } from '../../src/storage/companies/company-reader.ts';
import { createSecretsReader } from '../../src/storage/companies/secrets-reader.ts';
import type { Pool } from '../../src/storage/connection/pool.ts';
import { createContingencyQueue } from '../../src/storage/contingencies/contingency-queue.ts';
import { createDeliveryQueue } from '../../src/storage/deliveries/delivery-queue.ts';
import { createDeliveryStore } from '../../src/storage/deliveries/delivery-store.ts';
import { createWorkQueue } from '../../src/storage/documents/work-queue.ts';
import { createInvalidationQueue } from '../../src/storage/invalidations/invalidation-queue.ts';
import { createGate } from '../../src/storage/keys/gate.ts';
import { createKeyReader } from '../../src/storage/keys/key-reader.ts';
import { STAMP, STAMPED_RAW } from '../../test/support/answers.ts';
import { refOf } from '../../test/support/identifiers.ts';
import { ADDRESS, newClaim } from './new-claim.ts';

const CLOCK = { now: () => Date.now(), monotonic: () => performance.now() };
const LEASE_MS = 20_000;
const STAMPED = { kind: 'stamped', attempt: 1, stamp: STAMP, raw: STAMPED_RAW } as const;
const SILENCE = { kind: 'silence', reason: 'none', retryMs: 3_600_000 } as const;

/** Something that the service does, told in a few words. */
export type Doing = readonly [string, () => Promise<unknown>];

export interface Tenant {
  readonly companyId: string;
  readonly key: string;
}

/** What requests do, by the very code that they run through, for one company and a document of it. */
export function doingsOfRequests(
  pool: Pool,
  { companyId, key }: Tenant,
  documentId: string,
): readonly Doing[] {
  const stores = storesOn(pool, CLOCK, { installationMails: true });
  const { store, companies } = stores;
  const gate = createGate(pool, { companies, installationMails: false, monotonic: CLOCK.monotonic });
  const publicId = present(parseApiKey(key)).publicId;
  const lookUp = () => createKeyReader(pool).lookUp(publicId);
  const admit = async (idOrRef: string | null) =>
    gate.admit(present(await lookUp()), idOrRef === null ? null : { idOrRef, bytes: false });
  const issuing = issuingBy(store, companyId);
  return [
    ['look up a key', lookUp],
    ['look up an unknown key', () => createKeyReader(pool).lookUp('nobody')],
    ['admit a request', () => admit(null)],
    ['admit and read a status', () => admit(documentId)],
    ['read a company', () => createCompanyReader(pool).company(companyId)],
    ['read a certificate', () => createSecretsReader(pool, CLOCK).certificate(companyId, '00')],
    ['claim, record and settle', issuing.stamped],
    ['claim what is stamped', () => issuing.again(documentId)],
    ['read the ground of a note', () => stores.standings.noteGround(companyId, refOf('ninguna'), documentId)],
    ['take a silent document up', () => takeUp(stores, companyId)],
    ['claim what fell silent', () => sendAgain(store, companyId)],
    ['mail a message', () => mail(pool, store, companyId)],
  ];
}

function issuingBy(store: DocumentStore, companyId: string) {
  return {
    stamped: async () => {
      const held = heldOf(await store.claim(newClaim(companyId)));
      await store.recordAttempt(held.lease, attemptOf(held), LEASE_MS);
      await store.settle(held.lease, STAMPED);
    },
    /** Under the reference of a stamped document. */
    again: async (documentId: string) => {
      const { externalRef } = present(await store.find(companyId, documentId));
      await store.claim(newClaim(companyId, externalRef));
    },
  };
}

function heldOf(claim: Claim): HeldDocument {
  if (claim.kind !== 'held') throw new Error(`expected a held document, got ${claim.kind}`);
  return claim.document;
}

function present<T>(value: T | null): T {
  if (value === null) throw new Error('expected something, got nothing');
  return value;
}

function attemptOf({ record, wantedHash: payloadHash }: HeldDocument) {
  const { codigoGeneracion } = record;
  return { number: 1, codigoGeneracion, payloadHash, jws: 'a.b.c', contingencia: null };
}

/** Sent, and without an answer. */
async function fallSilent(store: DocumentStore, companyId: string) {
  const held = heldOf(await store.claim(newClaim(companyId)));
  await store.recordAttempt(held.lease, attemptOf(held), LEASE_MS);
  await store.settle(held.lease, SILENCE);
  return held.record;
}

async function takeUp({ store, work }: NodeStores, companyId: string): Promise<void> {
  const { documentId } = await fallSilent(store, companyId);
  const taking = await work.take({ companyId, documentId, leaseMs: LEASE_MS, mostTakings: 5, early: true });
  if (taking.kind === 'held') await store.settle(taking.held.lease, STAMPED);
}

/** The caller sends a silent document again. */
async function sendAgain(store: DocumentStore, companyId: string): Promise<void> {
  const { externalRef } = await fallSilent(store, companyId);
  const held = heldOf(await store.claim(newClaim(companyId, externalRef)));
  await store.recordResend(held.lease, 1, LEASE_MS);
  await store.settle(held.lease, STAMPED);
}

async function mail(pool: Pool, store: DocumentStore, companyId: string): Promise<void> {
  const { documentId } = await fallSilent(store, companyId);
  const deliveries = createDeliveryStore(pool);
  const key = { companyId, documentId, kind: 'contingency', address: ADDRESS } as const;
  const taken = present(await deliveries.take(key, LEASE_MS));
  await deliveries.postpone(taken, LEASE_MS, 'none');
  await deliveries.sent(taken);
}

/** What the background asks every second. */
export function doingsOfBackground(pool: Pool): readonly Doing[] {
  const both = ['00', '01'] as const;
  return [
    ['look for due documents', () => createWorkQueue(pool, both).due({ total: 32, perCompany: 8 })],
    [
      'look for due invalidations',
      () => createInvalidationQueue(pool, both).due({ total: 8, perCompany: 4 }),
    ],
    [
      'look for accounts to report',
      () => createContingencyQueue(pool, both).unreported({ total: 32, offline: [] }),
    ],
    [
      'look for due events',
      () => createContingencyQueue(pool, both).events({ total: 16, perCompany: 4, sealed: false }),
    ],
    ['look for due messages', () => createDeliveryQueue(pool, both).due({ total: 12, perCompany: 2 })],
  ];
}
