import { beforeEach, describe, expect, it } from 'vitest';
import { STAMP } from '../../../test/support/answers.ts';
import { IDENTITIES } from '../../../test/support/document-codes.ts';
import { refOf } from '../../../test/support/identifiers.ts';
import { ABSENT, SILENT, STAMPED } from '../../../test/support/issuing-bench.ts';
import { sharedIssuing } from '../../../test/support/shared-issuing.ts';

describe('a database that may have forgotten what is new to it', () => {
  const bench = sharedIssuing('PostgreSQL 18');
  const { storage, answer } = bench;
  beforeEach(async () => {
    await storage.asSuperuser(
      "UPDATE log_agreement SET doubt_until = clock_timestamp() + interval '1 day', codes_to_ask = 3",
    );
  });

  const codesOf = (externalRef: string) =>
    [0, 1, 2].map((count) =>
      IDENTITIES.documentCode(
        { companyId: bench.companyId, ambiente: '00', externalRef: refOf(externalRef) },
        count,
      ),
    );
  const askedCodes = () => bench.authority.asked.map(({ codigoGeneracion }) => codigoGeneracion);

  it('asks about every code of it before its first byte leaves', async () => {
    answer({ consult: [ABSENT, ABSENT, ABSENT], submit: [STAMPED] });
    const issued = await bench.issued({ externalRef: 'new' });
    expect(bench.authority.calls).toEqual(['ask', 'ask', 'ask', 'send']);
    expect(askedCodes()).toEqual(codesOf('new'));
    expect(issued).toMatchObject({ isDuplicate: false, record: { state: 'stamped' } });
  });

  it('adopts the stamp that the sale has under one of them, and sends nothing', async () => {
    answer({ consult: [ABSENT, STAMPED] });
    const issued = await bench.issued({ externalRef: 'forgotten' });
    expect(bench.authority.calls).toEqual(['ask', 'ask']);
    expect(issued.isDuplicate).toBe(true);
    expect(issued.record).toMatchObject({
      state: 'stamped',
      codigoGeneracion: codesOf('forgotten')[1],
      selloRecibido: STAMP.selloRecibido,
      message: expect.stringContaining('ya estaba sellado antes de que se restaurara la base de datos'),
    });
    expect(await bench.issued({ externalRef: 'forgotten' })).toMatchObject({ isDuplicate: true });
  });

  it('sends nothing while the authority does not say', async () => {
    answer({ consult: [ABSENT, SILENT] });
    const issued = await bench.issued({ externalRef: 'silent' });
    expect(issued.record.state).toBe('contingency');
    expect(bench.authority.calls).toEqual(['ask', 'ask']);
    answer({ consult: [ABSENT, ABSENT, ABSENT], submit: [STAMPED] });
    expect((await bench.issued({ externalRef: 'silent' })).record.state).toBe('stamped');
    expect(bench.authority.calls.slice(2)).toEqual(['ask', 'ask', 'ask', 'send']);
  });

  it('asks no more once the time is over', async () => {
    await storage.asSuperuser('UPDATE log_agreement SET doubt_until = clock_timestamp()');
    answer({ submit: [STAMPED] });
    await bench.issued({ externalRef: 'later' });
    expect(bench.authority.calls).toEqual(['send']);
  });
});
