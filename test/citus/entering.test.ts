import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMPANY, callForCompany, callFunction } from '../../src/storage/connection/function-call.ts';
import { inCompany, inTransaction } from '../../src/storage/connection/transaction.ts';
import { numberDocuments } from '../../src/storage/documents/numbering.ts';
import { UNWATCHED } from '../../src/storage/log/log-watch.ts';
import { MACHINE_CLOCK } from '../contracts/storage-rig.ts';
import { citus } from '../support/database.ts';
import { refOf } from '../support/identifiers.ts';
import { claimRequest, sharedBench } from '../support/storage-bench.ts';

const NODE = { clock: MACHINE_CLOCK, watch: UNWATCHED };

/** Functions that read first, as many of ours do: each with how it begins. */
const READERS: Readonly<Record<string, string>> = {
  reads_entered: 'PERFORM enter(p_company, NULL);',
  reads_unentered: '',
  // As `enter` is, but for the knock.
  reads_told: `PERFORM tell_servers('sello.company_id', p_company::text);`,
};

describe.skipIf(!citus.available)('a company on Citus', () => {
  const bench = sharedBench('Citus');
  let mine: string;
  let theirs: string;
  beforeAll(async () => {
    [mine, theirs] = [await bench.addCompany(), await bench.addCompany()];
    for (const companyId of [mine, theirs]) await claim(companyId, 'ref');
    for (const [name, beginning] of Object.entries(READERS))
      await bench.asSuperuser(`CREATE OR REPLACE FUNCTION ${name}(p_company uuid) RETURNS bigint LANGUAGE plpgsql
        SET role = 'sello_service' AS $$
        DECLARE found bigint;
        BEGIN
          ${beginning}
          SELECT count(*) INTO found FROM documents d WHERE d.company_id = p_company;
          RETURN found;
        END $$`);
  }, 120_000);

  const claim = async (companyId: string, reference: string) => {
    const request = claimRequest(companyId, { externalRef: refOf(reference) });
    const [numbering] = await numberDocuments(bench.pool, [request], NODE);
    return numbering?.kind;
  };
  const readBy = async (name: string, companyId: string) => {
    const statement = { text: `SELECT ${name}(${COMPANY})::integer AS found` };
    const [row] = await callForCompany<{ readonly found: number }>(bench.pool, companyId, statement);
    return row?.found;
  };

  it('is seen by a function that is called alone and reads before it writes', async () => {
    expect(await claim(mine, 'ref')).toBe('exists');
    expect(await claim(mine, `new ${randomUUID()}`)).toBe('numbered');
    expect(await readBy('reads_entered', theirs)).toBe(1);
  });

  it.each(['reads_unentered', 'reads_told'])('is not taken for empty: %s is refused', async (name) => {
    await expect(readBy(name, mine)).rejects.toMatchObject({ code: 'SE012' });
  });

  it('is seen by nobody who has not entered, inside a transaction either', async () => {
    const look = 'SELECT FROM documents WHERE company_id = $1';
    await expect(inTransaction(bench.pool, (client) => client.query(look, [mine]))).rejects.toMatchObject({
      code: 'SE012',
    });
    const { rowCount } = await inCompany(bench.pool, mine, (client) => client.query(look, [theirs]));
    expect(rowCount).toBe(0);
  });

  it('is entered with its own pass alone', async () => {
    const text = 'SELECT reads_entered(enter_company($1, $2))::integer AS found';
    const found = async (pass: string) =>
      (await callFunction<{ readonly found: number }>(bench.pool, { text, values: [mine, pass] }))[0]?.found;
    expect(await found(bench.pool.passOf(mine))).toBeGreaterThan(0);
    expect(await found(bench.pool.passOf(theirs))).toBe(0);
  });

  it('is left behind: the next one enters as another', async () => {
    const both = [await readBy('reads_entered', mine), await readBy('reads_entered', theirs)];
    expect(both[1]).toBe(1);
    const { rows } = await inCompany(bench.pool, theirs, (client) =>
      client.query<{ readonly company_id: string }>('SELECT company_id FROM documents'),
    );
    expect(rows).toEqual([{ company_id: theirs }]);
  });
});
