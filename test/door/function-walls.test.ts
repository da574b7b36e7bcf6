// What holds behind the functions of the schema: each shows and changes the rows of the one company that it is called
// for, and leaves nothing of a call on its connection.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { KnownKey } from '../../src/operations/access/ports.ts';
import type { DocumentRecord, HeldDocument } from '../../src/operations/documents/ports.ts';
import { createCompanyReader } from '../../src/storage/companies/company-reader.ts';
import { createSecretsReader } from '../../src/storage/companies/secrets-reader.ts';
import { createSecretsRegistry } from '../../src/storage/companies/secrets-registry.ts';
import type { Pool } from '../../src/storage/connection/pool.ts';
import { inCompany } from '../../src/storage/connection/transaction.ts';
import { createDocumentStore, recordAttempts } from '../../src/storage/documents/document-store.ts';
import { createDocumentReader } from '../../src/storage/documents/document-view.ts';
import { findRecord } from '../../src/storage/documents/find-record.ts';
import { numberDocuments } from '../../src/storage/documents/numbering.ts';
import { settleDocuments } from '../../src/storage/documents/settle.ts';
import { createStandingReader } from '../../src/storage/documents/standing-reader.ts';
import { createInvalidationStore } from '../../src/storage/invalidations/invalidation-store.ts';
import { createKeyReader } from '../../src/storage/keys/key-reader.ts';
import { UNWATCHED } from '../../src/storage/log/log-watch.ts';
import { describeOnDatabases } from '../support/database.ts';
import { openGateBench } from '../support/gate-bench.ts';
import { nitOf, refOf } from '../support/identifiers.ts';
import { heldInvalidation, registerRequest } from '../support/invalidation-bench.ts';
import { noteRequest, REJECTED, STAMPED, send, stampedCcf } from '../support/note-bench.ts';
import { forgetCompaniesInFunctions, type SabotagedFunctions } from '../support/sabotaged-functions.ts';
import { shared } from '../support/shared.ts';
import { claimRequest, heldOf, sharedBench } from '../support/storage-bench.ts';

/** A company that has something of everything that functions work on. */
interface Tenant {
  readonly companyId: string;
  readonly key: KnownKey & { readonly publicId: string };
  /** Stamped, with a note and bytes. */
  readonly ccf: DocumentRecord;
  /** Held, without bytes. */
  readonly held: HeldDocument;
  /** Held, with bytes of unknown fate. */
  readonly sent: HeldDocument;
  /** Stamped, with an invalidation. */
  readonly invalidated: DocumentRecord;
  /** References that only this company has. */
  readonly reference: string;
}

const CLOCK = { now: () => Date.now(), monotonic: () => performance.now() };
const NODE = { clock: CLOCK, watch: UNWATCHED };
const UNTOUCHED = { invalidation: null, notes: [] };

/** By their doors, what does the work of the phases. */
const PHASES = {
  claim_documents: 'number_documents',
  record_attempts: 'write_attempts',
  settle_documents: 'write_verdicts',
};

const TABLES = `SELECT c.relname AS name FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id'
  WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace ORDER BY 1`;

/** What a call could leave on its connection; `pid` tells that it is the same one. */
const SESSION = `SELECT pg_backend_pid() AS pid, current_user AS "user", current_setting('role') AS role,
  coalesce(current_setting('sello.company_id', true), '') AS company,
  coalesce(current_setting('sello.key_public_id', true), '') AS key, current_setting('search_path') AS search_path,
  current_setting('lock_timeout') AS lock_timeout, current_setting('timezone') AS timezone,
  current_setting('enable_seqscan') AS enable_seqscan, current_setting('plan_cache_mode') AS plan_cache_mode`;

describeOnDatabases('a function called for one company', (name) => {
  let mine: Tenant;
  let theirs: Tenant;
  /** A pool of one connection. */
  let pool: Pool;
  const bench = sharedBench(name);
  const gates = shared(() => openGateBench(bench));
  beforeAll(async () => {
    pool = bench.anotherPool(1);
    mine = await settle('mine');
    theirs = await settle('theirs');
  });

  async function settle(who: string): Promise<Tenant> {
    const companyId = await bench.addCompany();
    await bench.asSuperuser`UPDATE companies
      SET profile = jsonb_set(profile, '{delivery,rejections_email}', '"a@ejemplo.com"')
      WHERE company_id = ${companyId}`;
    const store = createDocumentStore(bench.pool, CLOCK, { installationMails: true });
    const hold = async (externalRef: string) =>
      heldOf(
        await store.claim(claimRequest(companyId, { externalRef: refOf(externalRef), leaseMs: 3_600_000 })),
      );
    const key = await gates.addKey(companyId);
    await gates.gateOn(bench.pool).admit(key, null);
    await createSecretsRegistry(bench.operator).addCertificate(companyId, '00', {
      nit: nitOf('06140101900018'),
      notBeforeMs: 0,
      notAfterMs: 1,
      publicKeySpki: Buffer.alloc(3),
      sealedPrivateKey: `sealed of ${who}`,
    });
    const ccf = await stampedCcf(store, companyId, `ccf of ${who}`);
    await store.claim(noteRequest(ccf, { externalRef: refOf(`note of ${who}`), gross: '1.13' }));
    const invalidated = await stampedCcf(store, companyId, `invalidated of ${who}`);
    heldInvalidation(await createInvalidationStore(bench.pool).register(registerRequest(invalidated)));
    const [held, sent] = [await hold(`held of ${who}`), await send(store, await hold(`sent of ${who}`))];
    return { companyId, key, ccf, held, sent, invalidated, reference: `ccf of ${who}` };
  }

  const everythingOf = async ({ companyId }: Tenant) => {
    const tables = (await bench.asSuperuser(TABLES)).map((row) => String(row['name']));
    return Promise.all(
      tables.map(async (table) => {
        const text = `SELECT to_jsonb(t) AS row FROM ${table} t WHERE company_id = $1 ORDER BY 1`;
        return [table, await bench.asSuperuser(text, [companyId])];
      }),
    );
  };

  /** The lease that I would have if the document were mine. */
  const asMine = ({ lease }: HeldDocument) => ({ ...lease, companyId: mine.companyId });
  const attemptOf = ({ record, wantedHash: payloadHash }: HeldDocument, number: number) => ({
    number,
    codigoGeneracion: record.codigoGeneracion,
    payloadHash,
    jws: 'forged',
    contingencia: null,
  });
  const reader = () => createDocumentReader(pool, false);
  const admitAsMine = (key: KnownKey) =>
    gates
      .gateOn(pool)
      .admit({ ...key, companyId: mine.companyId }, { idOrRef: theirs.reference, bytes: true });

  /** Each function, called for my company about what is theirs, and what it may answer. */
  const CALLS: readonly (readonly [string, () => Promise<unknown>, unknown])[] = [
    [
      'claim_documents',
      async () => {
        const request = claimRequest(mine.companyId, { externalRef: refOf(theirs.reference) });
        const [numbering] = await numberDocuments(pool, [request], NODE);
        // A reference of theirs is a new one of mine.
        return numbering?.kind === 'numbered' || numbering?.kind === 'exists'
          ? (await findRecord(pool, mine.companyId, theirs.reference))?.companyId === mine.companyId
          : numbering;
      },
      true,
    ],
    [
      'claim_documents of a note',
      () =>
        numberDocuments(
          pool,
          [{ ...noteRequest(theirs.ccf, { gross: '1.13' }), companyId: mine.companyId }],
          NODE,
        )
          .then(([numbering]) => numbering?.kind)
          .catch((error: Error) => (/foreign key/.test(error.message) ? 'doubtful' : error)),
      'doubtful',
    ],
    [
      'record_attempts',
      async () => {
        const sendings = [theirs.held, theirs.sent].map((document) => ({
          lease: asMine(document),
          attempt: attemptOf(document, 2),
          leaseMs: 1_000,
          again: false,
        }));
        return recordAttempts(pool, sendings, CLOCK.monotonic);
      },
      [{ attempt: null }, { attempt: null }],
    ],
    [
      'settle_documents',
      () =>
        settleDocuments(
          pool,
          [
            { lease: asMine(theirs.sent), verdict: STAMPED },
            { lease: asMine(theirs.sent), verdict: REJECTED },
            { lease: asMine(theirs.held), verdict: { kind: 'silence', reason: 'none', retryMs: 0 } },
          ],
          true,
        ),
      Array(3).fill({ settled: null }),
    ],
    ['find_document by identifier', () => findRecord(pool, mine.companyId, theirs.ccf.documentId), null],
    ['find_document by reference', () => findRecord(pool, mine.companyId, `note of theirs`), null],
    [
      'read_document',
      () =>
        Promise.all(
          [theirs.ccf.documentId, 'note of theirs', theirs.invalidated.documentId].map((idOrRef) =>
            reader().view(mine.companyId, { idOrRef, bytes: true }),
          ),
        ),
      [null, null, null],
    ],
    [
      'read_standing',
      () =>
        Promise.all(
          [theirs.ccf, theirs.invalidated].map(({ documentId }) =>
            createStandingReader(pool).standing(mine.companyId, documentId),
          ),
        ),
      [UNTOUCHED, UNTOUCHED],
    ],
    [
      'read_note_ground',
      () =>
        Promise.all(
          [theirs.ccf.documentId, 'note of theirs', null].map((named) =>
            createStandingReader(pool).noteGround(mine.companyId, refOf('note of theirs'), named),
          ),
        ),
      Array(3).fill({ existing: null, ccf: null }),
    ],
    [
      'read_company',
      async () => (await createCompanyReader(pool).company(mine.companyId))?.slug.slice(2),
      expect.toSatisfy((slug: string) => mine.companyId.startsWith(slug)),
    ],
    [
      'certificate_in_force',
      () => createSecretsReader(pool, CLOCK).certificate(mine.companyId, '00'),
      expect.objectContaining({ sealedPrivateKey: 'sealed of mine' }),
    ],
    ['count_requests of their key', () => admitAsMine(theirs.key), null],
    [
      'count_requests',
      async () =>
        (await gates.gateOn(pool).admit(mine.key, { idOrRef: theirs.ccf.documentId, bytes: true }))?.found,
      null,
    ],
    [
      'look_up_keys',
      async () => {
        const keys = createKeyReader(pool);
        const asked = [mine.key.publicId, '', mine.key.publicId, crypto.randomUUID()];
        return (await Promise.all(asked.map(keys.lookUp))).map((key) => key?.companyId === mine.companyId);
      },
      [true, false, true, false],
    ],
    [
      'note_key_use',
      () => run('SELECT note_key_use($1, $2)', [mine.companyId, theirs.key.keyId]),
      [{ note_key_use: '' }],
    ],
  ];

  const run = async (text: string, values: readonly unknown[] = []) => {
    const client = await pool.connect();
    try {
      return (await client.query<Record<string, unknown>>(text, [...values])).rows;
    } finally {
      client.release();
    }
  };
  const session = async () => (await run(SESSION))[0];

  describe.each(['as it is', 'that forgot its company in all conditions'])('%s', (which) => {
    let sabotage: SabotagedFunctions | null = null;
    beforeAll(async () => {
      if (which !== 'as it is') sabotage = await forgetCompaniesInFunctions(bench.asSuperuser);
    });
    afterAll(() => sabotage?.restore());

    it.each(CALLS)('shows and changes nothing of another: %s', async (_name, call, nothing) => {
      const before = await everythingOf(theirs);
      expect(await call()).toEqual(nothing);
      expect(await everythingOf(theirs)).toEqual(before);
    });

    it('or that is called by another function shows and changes nothing of another', async () => {
      const before = await everythingOf(theirs);
      const { companyId, ccf } = theirs;
      const told = await inCompany(pool, mine.companyId, async (client) => {
        const rows = await client.query(
          `SELECT document_view($1, $2, '', true) AS view, document_standing($1, $2) AS standing,
             queue_messages($1, $2, 'stamped'), queue_messages($1, $2, 'rejected') AS told`,
          [companyId, ccf.documentId],
        );
        return rows.rows;
      });
      expect(told).toEqual([{ view: null, standing: UNTOUCHED, queue_messages: '', told: '' }]);
      expect(await everythingOf(theirs)).toEqual(before);
    });

    it('has lost the conditions that it is to have lost', () => {
      // These look for keys, and by means of the functions named below.
      const without = new Set(['look_up_keys', 'read_document', 'read_standing', ...Object.keys(PHASES)]);
      const called = CALLS.map(([title]) => title.split(' ')[0] ?? '').filter((one) => !without.has(one));
      const also = [
        'document_standing',
        'document_view',
        'queue_messages',
        'next_number',
        ...Object.values(PHASES),
      ];
      if (sabotage !== null) expect(sabotage.names).toEqual(expect.arrayContaining([...called, ...also]));
    });
  });

  describe('leaves its connection as it was', () => {
    let before: Awaited<ReturnType<typeof session>>;
    beforeEach(async () => {
      before = await session();
    });

    it.each(CALLS)('after %s', async (_name, call) => {
      await call();
      expect(await session()).toEqual(before);
      expect(before).toMatchObject({ company: '', key: '' });
    });

    it.each([
      [
        'claim_documents',
        'SELECT * FROM claim_documents($1, $2, $3, NULL)',
        () => [mine.companyId, '{}', []],
      ],
      [
        'settle_documents',
        'SELECT * FROM settle_documents($1, $2, $3, $4, $5, true)',
        () => [mine.companyId, [mine.companyId], ['wrong'], ['{'], []],
      ],
      ['look_up_keys', 'SELECT * FROM look_up_keys($1)', () => [[mine.key.publicId, null]]],
      [
        'count_requests',
        'SELECT * FROM count_requests($1, $2, $3, $4, $5)',
        () => [[mine.companyId], ['wrong'], [null], [1], '{'],
      ],
    ])('after %s that failed or found nothing', async (_name, text, values) => {
      await run(text, values()).catch(() => undefined);
      expect(await session()).toEqual(before);
    });

    it.each(CALLS)('also inside a transaction, after %s', async (_name, call) => {
      const own = pool;
      const client = await own.connect();
      const { release } = client;
      client.release = () => undefined;
      pool = { ...own, connect: async () => client };
      const inside = async () => (await client.query(SESSION)).rows[0];
      try {
        await client.query('BEGIN; SET LOCAL ROLE sello_service');
        const opened = await inside();
        await client.query('SAVEPOINT before');
        await call();
        const after = await inside().catch(async () => {
          await client.query('ROLLBACK TO SAVEPOINT before');
          return inside();
        });
        expect(after).toEqual(opened);
        expect(opened).toMatchObject({ company: '', key: '' });
      } finally {
        pool = own;
        await client.query('ROLLBACK');
        client.release = release;
        client.release();
      }
    });
  });

  it('is called by the service and the operator alone, each by one of them', async () => {
    const rows = await bench.asSuperuser`SELECT p.proname AS name, p.prosecdef AS definer,
        (SELECT substring(one FROM 'role=(.*)') FROM unnest(p.proconfig) AS one WHERE one LIKE 'role=%') AS acts_as,
        (SELECT array_agg(r ORDER BY r) FROM unnest(ARRAY['sello_operator', 'sello_service']) AS r
         WHERE has_function_privilege(r, p.oid, 'EXECUTE')) AS callers,
        EXISTS (SELECT 1 FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) AS a WHERE a.grantee = 0)
          AS by_anybody
      FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.prorettype <> 'trigger'::regtype
        AND EXISTS (SELECT 1 FROM unnest(p.proconfig) AS one WHERE one LIKE 'role=%') ORDER BY 1`;
    expect(rows.length).toBeGreaterThan(10);
    for (const row of rows)
      expect(row).toEqual({ ...row, definer: false, by_anybody: false, callers: [row['acts_as']] });
  });

  it('looks through no view that has the rights of its owner', async () => {
    const views = await bench.asSuperuser(
      `SELECT relname, reloptions FROM pg_class WHERE relkind IN ('v', 'm') AND relnamespace = 'public'::regnamespace`,
    );
    expect(views).toEqual([{ relname: 'document_records', reloptions: ['security_invoker=true'] }]);
  });
});
