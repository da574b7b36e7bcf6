import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { refOf } from '../../../test/support/identifiers.ts';
import { sharedBench } from '../../../test/support/storage-bench.ts';
import { createFormStore } from './form-store.ts';

describeOnDatabases('begun forms', (name) => {
  const bench = sharedBench(name);
  const store = () => createFormStore(bench.pool);
  const form = (reference: string, fields = {}) =>
    ({ externalRef: refOf(reference), tipoDte: '03', fields }) as const;

  it('are kept as they stand, for the user who fills them in, until they are forgotten', async () => {
    const owner = { companyId: await bench.addCompany(), userId: randomUUID() };
    await store().keep(owner, form('a', { nombre: 'Ana' }));
    await store().keep(owner, form('a', { nombre: 'Ána «x»' }));
    expect(await store().find(owner, refOf('a'))).toMatchObject(form('a', { nombre: 'Ána «x»' }));
    const others = [
      { ...owner, userId: randomUUID() },
      { ...owner, companyId: await bench.addCompany() },
    ];
    for (const other of others) {
      expect(await store().find(other, refOf('a'))).toBeNull();
      await store().forget(other, refOf('a'));
    }
    expect(await store().list(owner)).toHaveLength(1);
    await store().forget(owner, refOf('a'));
    expect(await store().find(owner, refOf('a'))).toBeNull();
  });

  it('are the last twenty of a user', async () => {
    const owner = { companyId: await bench.addCompany(), userId: randomUUID() };
    for (let count = 1; count <= 22; count += 1) await store().keep(owner, form(`f${count}`));
    const kept = await store().list(owner);
    expect(kept.map(({ externalRef }) => externalRef)).toEqual(
      Array.from({ length: 20 }, (_, place) => `f${22 - place}`),
    );
  });
});
