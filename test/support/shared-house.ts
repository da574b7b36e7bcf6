import { afterEach, beforeAll } from 'vitest';
import { type House, openHouse } from './house.ts';
import type { CompanyOptions } from './house-company.ts';

/** The house of a worker: opened for the first file that asks, and left to those that come next until the worker ends. */
let ofThisWorker: Promise<House> | null = null;

/**
 * The house that the files of a worker share, with a first company that belongs to the tests of this file or suite alone;
 * after each of them the authority behaves again. They see nothing of the others' companies unless they ask as the operator.
 */
export function sharedHouse(company: CompanyOptions = {}): House {
  const house: House = Object.create(null);
  beforeAll(async () => {
    ofThisWorker ??= openHouse({ company: { certificate: 'none' } });
    const opened = await ofThisWorker;
    Object.assign(house, opened, { company: await opened.addCompany(company) });
  });
  afterEach(() => house.authority.behave());
  return house;
}
