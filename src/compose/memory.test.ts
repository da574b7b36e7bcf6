import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sharedPlace } from '../../test/support/shared-place.ts';
import { sharedBench } from '../../test/support/storage-bench.ts';
import { besideKeys, openMemory } from './memory.ts';

const bench = sharedBench('PostgreSQL 18');
const place = sharedPlace();
const log = { warn: () => undefined };

it('says that nothing is issued while the journal cannot be written or nothing can be signed, and that it is again', async () => {
  const folder = join(place, 'journal');
  const settings = { journalFolder: folder, failOver: 'reconcile', haciendaTimeoutMs: 1_000 } as const;
  const memory = openMemory(bench.pool, settings, Date, log);
  expect(await memory.watch.standing()).toMatchObject({ refusal: null });
  renameSync(folder, `${folder}-away`);
  expect(await memory.watch.standing()).toMatchObject({ refusal: 'journal' });
  renameSync(`${folder}-away`, folder);
  expect(await memory.watch.standing()).toMatchObject({ refusal: null });
  let isAway = true;
  const { watch } = besideKeys(memory, { isAway: () => isAway });
  expect(await watch.standing()).toMatchObject({ refusal: 'signer' });
  isAway = false;
  expect(await watch.standing()).toMatchObject({ refusal: null });
  await memory.close();
});
