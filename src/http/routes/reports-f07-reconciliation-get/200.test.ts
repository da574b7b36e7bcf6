import { expect, it } from 'vitest';
import { sold } from '../../../../test/support/cancelling.ts';
import { ownHouse } from '../../../../test/support/house.ts';
import { sealOf } from '../../../../test/support/identifiers.ts';
import { keepReconciliation } from '../../../../test/support/kept-reconciliation.ts';
import { fiscalTime } from '../../../core/calendar/el-salvador-time.ts';

const house = ownHouse();

it('tells what was found, part by part, and what is not over yet', async () => {
  const month = fiscalTime(Date.now()).fecEmi.slice(0, 7);
  const path = `/reports/f07/${month}/reconciliation`;
  expect((await house.company.get(path)).body).toEqual({
    month,
    runs: [],
    changed_since: 0,
    findings: [],
    next: null,
  });
  const { document_id, control_number, generation_code, reception_stamp } = await sold(house.company);
  const document = { companyId: house.company.companyId, documentId: String(document_id) };
  const stamp = sealOf('OTRO');
  await keepReconciliation(house, { ...document, month, ended: true, findings: [['other_seal', stamp]] });
  const finding = {
    list: 'different',
    reason: 'other_seal',
    document_id,
    doc_type: '01',
    control_number,
    generation_code,
    issued_on: fiscalTime(Date.now()).fecEmi,
    stamp_here: reception_stamp,
    stamp_there: stamp,
  };
  const { body } = await house.company.get(path);
  expect(body).toMatchObject({ changed_since: 0, findings: [finding], next: null });
  expect(body['runs']).toEqual([
    {
      begun_at: expect.stringMatching(/-06:00$/),
      begun_by: 'Ana',
      asked_at: expect.stringMatching(/-06:00$/),
      ended_at: expect.stringMatching(/-06:00$/),
      stopped: null,
      documents: 1,
      total: 3,
      only_here: 0,
      only_there: 0,
      different: 1,
      unanswered: 0,
    },
  ]);

  await sold(house.company);
  expect((await house.company.get(path)).body['changed_since']).toBe(1);
  const many = Array.from({ length: 501 }, () => ['unanswered', null] as const);
  await keepReconciliation(house, { ...document, month, ended: false, findings: many });
  expect((await house.company.get(path)).body).toMatchObject({
    runs: [{ different: 1 }, { ended_at: null, unanswered: 501 }],
    findings: [finding],
  });
  await house.sql('DELETE FROM month_reconciliations WHERE ended_at IS NOT NULL');
  const first = (await house.company.get(path)).body;
  const rest = (await house.company.get(`${path}?after=${first['next']}`)).body;
  expect(first['findings']).toHaveLength(500);
  expect(rest['findings']).toHaveLength(1);
  expect(rest['next']).toBe(null);
});
