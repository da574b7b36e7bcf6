import { expect, it } from 'vitest';
import { exampleCompany, generationsFile } from '../../../test/support/example-company.ts';
import { idOf } from '../../../test/support/identifiers.ts';
import { EMPTY_REPORT, type Outcomes } from '../../core/rehearsing/report.ts';
import { examineGeneration } from './examine-generation.ts';
import type { Rehearsal } from './ports.ts';

/** 23 November 2026, 10:00 in El Salvador. */
const NOW_MS = Date.UTC(2026, 10, 23, 16);

function rehearsal(outcomes: Outcomes): Rehearsal {
  return {
    rehearsalId: idOf('r'),
    ambiente: '00',
    generation: 'v2',
    since: null,
    state: 'done',
    progress: 1,
    requestedMs: NOW_MS,
    finishedMs: NOW_MS,
    report: { ...EMPTY_REPORT, byType: { ...EMPTY_REPORT.byType, '01': outcomes } },
  };
}

const LEFT = 'types 01, 03, 05, 11, 14 stay in v1';

it('counts the days and says what comes next, and never more than warns', () => {
  const v1 = exampleCompany({ schema_generation: 'v1' });
  expect(examineGeneration(v1, null, NOW_MS)).toEqual({
    name: 'tienda-ejemplo: v2',
    status: 'warning',
    message: `${LEFT}; 8 days left to 2026-12-01; not rehearsed`,
    advice: 'Run "sello rehearse tienda-ejemplo".',
  });
  expect(examineGeneration(v1, rehearsal({ fit: 7, repaired: 2, impossible: 1 }), NOW_MS)).toMatchObject({
    message: `${LEFT}; 8 days left to 2026-12-01; rehearsed on 2026-11-23: 7 fit, 2 by a default, 1 impossible`,
    advice: expect.stringContaining('rehearse again'),
  });
  expect(examineGeneration(v1, rehearsal({ fit: 7, repaired: 2, impossible: 0 }), NOW_MS)).toMatchObject({
    advice: 'Set schema_generation to v2 in the company file.',
  });
  const late = examineGeneration(v1, null, Date.UTC(2026, 11, 24));
  expect(late).toMatchObject({
    status: 'warning',
    message: `${LEFT}; v2 has been expected since 2026-12-01; not rehearsed`,
  });
});

it('says it of the events, which stay in v1 only where the file says so', () => {
  const v1 = exampleCompany({ schema_generation: generationsFile('v1', 'v1') });
  expect(examineGeneration(v1, null, NOW_MS).message).toContain(
    'types 01, 03, 05, 11, 14 and events stay in v1;',
  );
  const events = exampleCompany({ schema_generation: generationsFile('v2', 'v1') });
  expect(examineGeneration(events, null, NOW_MS)).toMatchObject({
    status: 'warning',
    message: 'events stay in v1; 8 days left to 2026-12-01',
    advice: 'Take events out of schema_generation, or set them to v2.',
  });
  const dated = generationsFile('v2', [{ generation: 'v1' }, { generation: 'v2', from: '2026-12-05' }]);
  expect(examineGeneration(exampleCompany({ schema_generation: dated }), null, NOW_MS)).toMatchObject({
    status: 'warning',
    message: 'the last of them changes to v2 at 2026-12-05T00:00:00-06:00; 8 days left to 2026-12-01',
  });
});

it('takes the day of the company where its file has one', () => {
  const company = exampleCompany({ schema_generation: 'v1', generation_deadline: '2026-11-24' });
  expect(examineGeneration(company, null, NOW_MS).message).toContain('; 1 day left to 2026-11-24; ');
});

it('is content with a company that has changed, or will in time', () => {
  expect(examineGeneration(exampleCompany(), null, NOW_MS)).toEqual({
    name: 'tienda-ejemplo: v2',
    status: 'ok',
    message: 'all types are issued in v2',
    advice: null,
  });
  const changing = (from: string) => {
    const entries = [{ generation: 'v1' }, { generation: 'v2', from }];
    return exampleCompany({
      schema_generation: { '01': entries, '03': 'v2', '05': 'v2', '11': 'v2', '14': 'v2' },
    });
  };
  expect(examineGeneration(changing('2026-12-01T00:00:00-06:00'), null, NOW_MS)).toMatchObject({
    status: 'ok',
    message: 'the last of them changes to v2 at 2026-12-01T00:00:00-06:00',
  });
  expect(examineGeneration(changing('2026-12-05T00:00:00-06:00'), null, NOW_MS)).toMatchObject({
    status: 'warning',
    message: 'the last of them changes to v2 at 2026-12-05T00:00:00-06:00; 8 days left to 2026-12-01',
  });
});
