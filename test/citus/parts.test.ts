import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { distribute } from '../../src/storage/distribution/distribute.ts';
import { forgetParts } from '../../src/storage/distribution/parts.ts';
import { numberDocuments } from '../../src/storage/documents/numbering.ts';
import { UNWATCHED } from '../../src/storage/log/log-watch.ts';
import { MACHINE_CLOCK } from '../contracts/storage-rig.ts';
import { move, serverOf } from '../support/company-place.ts';
import { citus } from '../support/database.ts';
import { refOf } from '../support/identifiers.ts';
import { claimRequest, correlativeOf, sharedBench } from '../support/storage-bench.ts';
import { connected } from '../support/superuser.ts';

const NODE = { clock: MACHINE_CLOCK, watch: UNWATCHED };
/** How long somebody who has written a part waits for the one who moves it. */
const HELD_MS = 20_000;

describe.skipIf(!citus.available)('the parts of a company on Citus', () => {
  const bench = sharedBench('Citus, moved');
  let companyId: string;
  beforeAll(async () => {
    companyId = await bench.addCompany();
  }, 120_000);

  const numberOf = async () => {
    const request = claimRequest(companyId, { externalRef: refOf(`sale ${randomUUID()}`) });
    const [numbering] = await numberDocuments(bench.pool, [request], NODE);
    if (numbering?.kind !== 'numbered') throw new Error(`not numbered: ${numbering?.kind}`);
    return correlativeOf(numbering.document.record);
  };
  /** What the company's server answers to a question. */
  const there = async (question: string) => {
    const rows = await bench.asSuperuser(
      `SELECT success, result FROM run_command_on_workers($1) WHERE nodeport = $2`,
      [question, await serverOf(bench.asSuperuser, companyId)],
    );
    expect(rows).toEqual([expect.objectContaining({ success: true })]);
    return String(rows[0]?.['result']);
  };
  const partThere = () => there(`SELECT part_of('${companyId}')`);
  const spreadAgain = () => distribute(bench.url, () => undefined);

  it('have functions of their own, which a document goes through', async () => {
    expect(await numberOf()).toBe(1);
    const part = await partThere();
    expect(part).toMatch(/^sello_part_\d+$/);
    await there(`DO $$ BEGIN
      SET LOCAL citus.enable_ddl_propagation = off;
      CREATE OR REPLACE FUNCTION ${part}.next_number(p_company uuid, p_environment text, p_year integer, p_scope text,
        p_given bigint) RETURNS bigint LANGUAGE sql AS 'SELECT 41::bigint';
    END $$`);
    expect(await numberOf()).toBe(41);
    await spreadAgain();
    expect(await numberOf()).toBe(2);
  });

  it('are looked for where they have none, and all the same', async () => {
    await connected(bench.url, forgetParts);
    expect(await partThere()).toBe('public');
    expect(await numberOf()).toBe(3);
    await spreadAgain();
    expect(await partThere()).toMatch(/^sello_part_/);
    expect(await numberOf()).toBe(4);
  });

  it('stay until the commit of who has written there, and are named where they have moved to', async () => {
    const from = await serverOf(bench.asSuperuser, companyId);
    const held = there(`DO $$ BEGIN
      PERFORM FROM claim_documents('${companyId}', ARRAY['${companyId}'::uuid], ARRAY[''], ARRAY['[]'], ARRAY[]::text[], NULL);
      FOR turn IN 1 .. ${HELD_MS / 100} LOOP
        IF EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted) THEN RETURN; END IF;
        PERFORM pg_sleep(0.1);
      END LOOP;
      RAISE EXCEPTION 'nobody has waited';
    END $$`);
    await sleep(HELD_MS / 40);
    await Promise.all([held, move(bench.asSuperuser, companyId)]);
    expect(await serverOf(bench.asSuperuser, companyId)).not.toBe(from);
    expect(await partThere()).toBe('public');
    expect(await numberOf()).toBe(5);
    await spreadAgain();
    expect(await partThere()).toMatch(/^sello_part_/);
    const elsewhere = await bench.asSuperuser(
      `SELECT result FROM run_command_on_workers($1) WHERE nodeport = $2`,
      [`SELECT part_of('${companyId}')`, from],
    );
    expect(elsewhere).toEqual([{ result: 'public' }]);
    expect(await numberOf()).toBe(6);
  }, 60_000);
});
