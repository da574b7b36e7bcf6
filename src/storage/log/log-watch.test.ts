import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { refOf } from '../../../test/support/identifiers.ts';
import { claimRequest, heldOf, sharedBench } from '../../../test/support/storage-bench.ts';
import { databaseObstacle } from '../connection/database-obstacle.ts';
import { createDocumentStore } from '../documents/document-store.ts';
import { createWorkStore } from '../documents/work-store.ts';
import { createLogWatch } from './log-watch.ts';

const CLOCK = { now: () => Date.now(), monotonic: () => performance.now() };

describeOnDatabases('what a node has seen of the log', (name) => {
  let companyId: string;
  let folder: string;
  const bench = sharedBench(name);
  beforeAll(async () => {
    companyId = await bench.addCompany();
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sello-journal-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const openNode = (clock = CLOCK) => {
    const watch = createLogWatch(bench.pool, folder, clock.now);
    const store = createDocumentStore(bench.pool, clock, { watch });
    return { watch, store, work: createWorkStore(bench.pool, clock, watch) };
  };
  const issue = async (node: ReturnType<typeof openNode>, externalRef?: string) =>
    heldOf(
      await node.store.claim(
        claimRequest(companyId, externalRef === undefined ? {} : { externalRef: refOf(externalRef) }),
      ),
    );
  const obstacleOf = (promise: Promise<unknown>) =>
    promise.then(
      () => null,
      (error: unknown) => [databaseObstacle(error), error instanceof Error ? error.message : ''],
    );
  const fileText = () => readFileSync(join(folder, 'position.json'), 'utf8');

  it('is kept in the database and in a file that nobody else reads, and allows to go on', async () => {
    const node = openNode();
    await issue(node);
    await node.watch.close();
    const { node: own, epoch, seen, kept } = JSON.parse(fileText());
    expect(statSync(join(folder, 'position.json')).mode & 0o777).toBe(0o600);
    const text = 'SELECT position, $2::pg_lsn <= position AS seen FROM log_positions WHERE node = $1';
    const [row] = await bench.asSuperuser(text, [own, seen]);
    expect(row).toEqual({ position: kept, seen: true });
    expect(epoch).toBe('0');
    await issue(openNode());
  });

  it('keeps a database from numbering that stands behind it, and lets it tell what it has', async () => {
    const node = openNode();
    const known = await issue(node, 'known');
    await node.watch.close();
    const spoilt = { ...JSON.parse(fileText()), seen: 'FFFF/0' };
    writeFileSync(join(folder, 'position.json'), JSON.stringify(spoilt));
    const later = openNode();
    expect(await obstacleOf(issue(later))).toEqual(['forgot', expect.stringContaining('FFFF/0')]);
    expect(await obstacleOf(issue(later, 'known'))).toEqual(['forgot', expect.any(String)]);
    await bench.asSuperuser('UPDATE documents SET lease_until = NULL');
    const { documentId } = known.record;
    const taking = later.work.take({ companyId, documentId, leaseMs: 1, mostTakings: 10, early: true });
    expect(await obstacleOf(taking)).toEqual(['forgot', expect.any(String)]);
    expect(await later.store.find(companyId, 'known')).toEqual(known.record);
  });

  it.each([
    ['that knows nothing of what it kept', 'DELETE FROM log_positions', 'come to'],
    ['that kept less', "UPDATE log_positions SET position = '0/1'", 'come to'],
    ['in another log', "UPDATE log_agreement SET identity = '1/00000002/3'", 'another log'],
  ])('tells a database %s', async (_, sabotage, words) => {
    const before = await bench.asSuperuser('SELECT identity FROM log_agreement');
    const node = openNode();
    await issue(node);
    await node.watch.close();
    await bench.asSuperuser(sabotage);
    expect(await obstacleOf(issue(openNode()))).toEqual(['forgot', expect.stringContaining(words)]);
    await bench.asSuperuser('UPDATE log_agreement SET identity = $1', [before[0]?.['identity']]);
  });

  describe.each([-1, 1])('where its clock is on the side %i of the database’s', (side) => {
    const nodeAt = (apartMs: number) => {
      const clock = { ...CLOCK, now: () => Date.now() + side * apartMs };
      return { clock, node: openNode(clock) };
    };

    it('numbers within five seconds, and knows how far they are apart', async () => {
      const { node } = nodeAt(4_000);
      await issue(node);
      expect(node.watch.clockAheadMs()).toBeGreaterThan(-side * 4_000 - 500);
      expect(node.watch.clockAheadMs()).toBeLessThan(-side * 4_000 + 900);
      expect(await node.watch.standing()).toMatchObject({ refusal: null });
    });

    it('takes no number and no lease beyond, and tells what is stamped', async () => {
      const known = await issue(openNode());
      const { documentId } = known.record;
      await bench.asSuperuser('UPDATE documents SET lease_until = NULL WHERE document_id = $1', [documentId]);
      const numbers = () => bench.asSuperuser('SELECT * FROM series ORDER BY scope');
      const before = await numbers();
      const { node } = nodeAt(6_500);
      expect((await obstacleOf(issue(node)))?.[0]).toBe('clocks_apart');
      expect((await obstacleOf(issue(node, known.record.externalRef)))?.[0]).toBe('clocks_apart');
      const taking = node.work.take({ companyId, documentId, leaseMs: 1, mostTakings: 10, early: true });
      expect((await obstacleOf(taking))?.[0]).toBe('clocks_apart');
      expect(await numbers()).toEqual(before);
      expect(await node.store.find(companyId, documentId)).toEqual(known.record);
      expect(await node.watch.standing()).toMatchObject({ refusal: 'clocks_apart' });
    });
  });

  it('reads its clock when the statement leaves, not while it waits for a connection', async () => {
    let readings = 0;
    const pool = bench.anotherPool(1);
    const now = () => {
      readings += 1;
      return Date.now();
    };
    const watch = createLogWatch(pool, folder, now);
    const busy = await pool.connect();
    const waiting = createDocumentStore(pool, CLOCK, { watch }).claim(claimRequest(companyId));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(readings).toBe(0);
    busy.release();
    await waiting;
    expect(readings).toBe(1);
  });

  it('tells a database that knows nothing of a reconciliation, and forgets with one that it has not seen', async () => {
    const node = openNode();
    await issue(node);
    await bench.asSuperuser('UPDATE log_agreement SET epoch = 7, reconciled_epoch = 7');
    await bench.asSuperuser('DELETE FROM log_positions');
    await issue(node);
    await node.watch.close();
    expect(JSON.parse(fileText()).epoch).toBe('7');
    await bench.asSuperuser('UPDATE log_agreement SET epoch = 0, reconciled_epoch = 0');
    expect(await obstacleOf(issue(openNode()))).toEqual([
      'forgot',
      expect.stringContaining('reconciliation'),
    ]);
  });

  it('does not trust a database that never numbered anything where the node has', async () => {
    const node = openNode();
    await issue(node);
    await node.watch.close();
    const [row] = await bench.asSuperuser('SELECT identity FROM log_agreement');
    await bench.asSuperuser('UPDATE log_agreement SET identity = NULL');
    expect(await obstacleOf(issue(openNode()))).toEqual([
      'forgot',
      expect.stringContaining('never numbered'),
    ]);
    await bench.asSuperuser('UPDATE log_agreement SET identity = $1', [row?.['identity']]);
  });
});
