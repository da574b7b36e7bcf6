import { expect } from 'vitest';
import { noted, soldToTaxpayer } from '../support/cancelling.ts';
import { isJson } from '../support/http-caller.ts';
import { contribuyenteBody, lineBody, noteBody } from '../support/request-bodies.ts';
import { type Json, refused, type Stage, statusOf } from './stage.ts';

/** A line of one thing at this price. */
const line = (unit_price: number, sale_type?: string) => lineBody({ unit_price, sale_type });

function summaryOf({ dte }: Json): unknown {
  return isJson(dte) ? dte['resumen'] : undefined;
}

export async function onlyClass({ company, house }: Stage): Promise<void> {
  const expected = [
    ['exempt', { totalExenta: 20, totalGravada: 0, tributos: null, montoTotalOperacion: 20 }],
    ['non_subject', { totalNoSuj: 20, totalGravada: 0, tributos: null, montoTotalOperacion: 20 }],
    ['taxed', { totalGravada: 17.7, tributos: [{ valor: 2.3 }], montoTotalOperacion: 20 }],
  ] as const;
  for (const [saleType, summary] of expected) {
    const ccf = await soldToTaxpayer(company, { lines: [line(50, saleType)] });
    const note = await noted(company, ccf, { lines: [line(20)] });
    expect(summaryOf(note)).toMatchObject(summary);
    const rest = await noted(company, ccf, { lines: [line(30, saleType)] });
    expect(rest).toMatchObject({ ccf_fully_adjusted: true });
  }
  expect(await house.authority.ledger(company.nit, 'stamped')).toHaveLength(9);
}

export async function leftInEachClass(stage: Stage): Promise<void> {
  const { company } = stage;
  const lines = [line(113), line(1000, 'exempt'), line(50, 'non_subject')];
  const ccf = await soldToTaxpayer(company, { lines });
  const expectLeft = async (wanted: readonly Json[], field: string, left: string) => {
    const answer = company.post('/credit-memo', noteBody(ccf['document_id'], { lines: wanted }));
    await refused(answer, 'ccf_class_exceeded');
    const message = expect.stringContaining(left);
    expect((await answer).body).toMatchObject({
      detail: expect.stringMatching(new RegExp(`^${field.replace(/[[\]]/g, '\\$&')}: la nota toma`)),
      errors: [{ field, message }],
    });
  };
  await expectLeft([line(1000)], 'lines[0].sale_type', '113.00 gravado, 1000.00 exento y 50.00 no sujeto');
  await noted(company, ccf, { lines: [line(100), line(600, 'exempt')] });
  const second = [line(1), line(400.01, 'exempt')];
  await expectLeft(second, 'lines[1].sale_type', '13.00 gravado, 400.00 exento y 50.00 no sujeto');
  await noted(company, ccf, { lines: [line(13), line(50, 'non_subject')] });
  await expectLeft([line(0.01)], 'lines[0].sale_type', '0.00 gravado, 400.00 exento y 0.00 no sujeto');
  const last = await noted(company, ccf, { lines: [line(400, 'exempt')] });
  expect(last).toMatchObject({ ccf_fully_adjusted: true });
  expect(await statusOf(stage, ccf)).toMatchObject({ ccf_remaining_amount: 0 });
}

export async function onePercent({ company, house }: Stage): Promise<void> {
  const agent = await house.addCompany({ file: { vat_perception_agent: true } });
  const large = { customer: contribuyenteBody({ type_contributor: 3 }) };
  const kinds = [
    [company, large, { ivaRete: 0.5, ivaPerci: 0, totalPagar: 56 }],
    [agent, {}, { ivaRete: 0, ivaPerci: 0.5, totalPagar: 57 }],
  ] as const;
  for (const [seller, buyer, onTaxed] of kinds) {
    const lines = [line(226), line(300, 'exempt')];
    const ccf = await soldToTaxpayer(seller, { lines, ...buyer });
    const exempt = await noted(seller, ccf, { lines: [line(200, 'exempt')] });
    expect(summaryOf(exempt)).toMatchObject({ ivaRete: 0, ivaPerci: 0, totalPagar: 200 });
    const taxed = await noted(seller, ccf, { lines: [line(56.5)] });
    expect(summaryOf(taxed)).toMatchObject({ ...onTaxed, montoTotalOperacion: 56.5 });
  }
}
