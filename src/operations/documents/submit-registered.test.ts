import { expect, it } from 'vitest';
import { STAMP } from '../../../test/support/answers.ts';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { ABSENT, orderAt, registered, SILENT, STAMPED } from '../../../test/support/issuing-bench.ts';
import { processingTime } from '../../../test/support/processing-time.ts';
import { sharedIssuing } from '../../../test/support/shared-issuing.ts';
import { MAY_BE_OF_EARLIER_DATA, NUMBER_IN_DOUBT } from '../../core/submitting/doubt.ts';
import type { Consultation } from '../authority/ports.ts';

const KNOWN: Consultation = { kind: 'known', invalidated: false, raw: { status: 400, body: '' } };

describeOnDatabases('a document that is already registered', (name) => {
  const bench = sharedIssuing(name);
  const { answer, attempts } = bench;

  it('under our code: asked about and adopted', async () => {
    answer({ submit: [SILENT, registered('codigoGeneracion')], consult: [ABSENT, STAMPED] });
    const { record, isDuplicate } = await bench.issued();
    expect(record.state).toBe('stamped');
    expect(isDuplicate).toBe(false);
  });

  it.each([
    ['absent', ABSENT],
    ['silence', SILENT],
    ['that it is known', KNOWN],
  ])('under our code, and the query says %s: contingency, never a rejection', async (_title, asked) => {
    answer({ submit: [registered('codigoGeneracion')], consult: [asked] });
    expect((await bench.issued()).record.state).toBe('contingency');
    expect(await attempts()).toEqual([{ attempt: 1, outcome: 'unknown', sends: 1 }]);
  });

  it('under our code, perhaps by earlier data that were taken for absent: told as a duplicate, and what to look at', async () => {
    answer({ submit: [SILENT], consult: [SILENT] });
    await bench.issued({ order: orderAt(2) });
    await bench.ageAttempts('16 minutes');
    const stampedNow = { ...STAMPED, stamp: { ...STAMP, fhProcesamiento: processingTime(Date.now()) } };
    answer({ consult: [ABSENT, stampedNow], submit: [registered('codigoGeneracion')] });
    const { record, isDuplicate } = await bench.issued({ order: orderAt(3) });
    expect(record).toMatchObject({
      state: 'stamped',
      message: expect.stringContaining(MAY_BE_OF_EARLIER_DATA),
    });
    expect(isDuplicate).toBe(true);
  });

  it('under our number and code: asked about and adopted', async () => {
    answer({ submit: [registered('numeroControl')], consult: [STAMPED] });
    expect((await bench.issued()).record.state).toBe('stamped');
    expect(bench.warnings).toEqual([]);
  });

  it('under our number by another system: after the quarantine the next number, and an alarm', async () => {
    answer({ submit: [registered('numeroControl')], consult: [ABSENT] });
    const { record } = await bench.issued();
    expect(record).toMatchObject({ state: 'contingency', message: NUMBER_IN_DOUBT, observaciones: [] });
    expect(bench.warnings).toEqual([]);
    await bench.ageAttempts('16 minutes');
    answer({ consult: [ABSENT], submit: [STAMPED] });
    await bench.revalidate(record.documentId);
    const replacedBy = following(record.numeroControl);
    expect(await bench.found(record.documentId)).toMatchObject({
      state: 'stamped',
      numeroControl: replacedBy,
      postedMs: record.postedMs,
      codigoGeneracion: record.codigoGeneracion,
    });
    expect(bench.authority.sent.map(({ jws }) => /"numeroControl":"([^"]+)"/.exec(jws)?.[1])).toEqual([
      record.numeroControl,
      replacedBy,
    ]);
    const { documentId, numeroControl, companyId } = record;
    expect(bench.warnings).toEqual([
      {
        event: 'control_number_taken_by_another_system',
        detail: { documentId, numeroControl, replacedBy, companyId },
      },
    ]);
  });

  it('under our number by another system: whoever repeats the reference gets the next number', async () => {
    answer({ submit: [registered('numeroControl')], consult: [ABSENT] });
    const first = await bench.issued();
    answer({ consult: [ABSENT] });
    expect((await bench.issued()).record.numeroControl).toBe(first.record.numeroControl);
    await bench.ageAttempts('16 minutes');
    answer({ consult: [ABSENT], submit: [registered('numeroControl')] });
    answer({ consult: [ABSENT] });
    const second = await bench.issued();
    expect(second.record).toMatchObject({
      state: 'contingency',
      numeroControl: following(first.record.numeroControl),
      message: NUMBER_IN_DOUBT,
    });
    await bench.ageAttempts('16 minutes');
    answer({ consult: [ABSENT], submit: [STAMPED] });
    const third = await bench.issued();
    expect(third.record).toMatchObject({
      state: 'stamped',
      numeroControl: following(second.record.numeroControl),
    });
    expect(third.isDuplicate).toBe(false);
  });

  it('under our number by another system, and silent about the next one: in contingency with it', async () => {
    answer({ submit: [registered('numeroControl')], consult: [ABSENT] });
    const { record } = await bench.issued();
    await bench.ageAttempts('16 minutes');
    answer({ consult: [ABSENT, SILENT], submit: [SILENT] });
    await bench.revalidate(record.documentId);
    expect(await bench.found(record.documentId)).toMatchObject({
      state: 'contingency',
      numeroControl: following(record.numeroControl),
    });
  });

  it('under our number, and the query goes unanswered: contingency without an alarm', async () => {
    answer({ submit: [registered('numeroControl')], consult: [SILENT] });
    expect((await bench.issued()).record.state).toBe('contingency');
    expect(bench.warnings).toEqual([]);
  });
});

/** The number after this one. */
function following(numero: string): string {
  return `${numero.slice(0, -15)}${String(Number(numero.slice(-15)) + 1).padStart(15, '0')}`;
}
