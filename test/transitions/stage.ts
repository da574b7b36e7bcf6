import { expect } from 'vitest';
import type { House, HouseCompany } from '../support/house.ts';
import type { Answer } from '../support/http-caller.ts';

export type Json = Readonly<Record<string, unknown>>;

/** A fresh company in a house whose clock the test moves. */
export interface Stage {
  readonly house: House;
  readonly company: HouseCompany;
  /** Sets the clock of nodes and authority forward. */
  travel(days: number): void;
}

const FLAGS = { success: true, dte_success: true, contingency: false, rejected: false, posted: true };

/** The states of specification 3.1, by their flags. */
export const STATES = {
  stamped: { ...FLAGS, dte_state: '', observaciones: [] },
  contingency: { ...FLAGS, dte_success: false, contingency: true, dte_state: '', observaciones: [] },
  rejected: {
    ...FLAGS,
    success: false,
    dte_success: false,
    rejected: true,
    dte_state: 'RECHAZADO',
    observaciones: [expect.any(String)],
  },
} as const;

/** The authority refuses the company's next document, or its next event. */
export function rejectNext({ house, company }: Stage, service = 'recepcion'): Promise<void> {
  return house.authority.script({ service, action: 'code', codigoMsg: '096', nit: company.nit });
}

/** Nothing of the company reaches the authority until it behaves again. */
export function takeDown({ house, company }: Stage): Promise<void> {
  return house.authority.script({ service: 'all', action: 'down', forMs: 600_000, nit: company.nit });
}

/** The body of an answer that must be 200. */
export async function ok(answer: Promise<Answer>): Promise<Json> {
  const { status, body, text } = await answer;
  expect(status, text).toBe(200);
  return body;
}

/** Posts something that must be refused with this code, and changes nothing of a document. */
export async function refused(answer: Promise<Answer>, code: string): Promise<void> {
  const { status, body } = await answer;
  expect([status, body['code']]).toEqual([400, code]);
}

export function statusOf({ company }: Stage, { document_id: id }: Json): Promise<Json> {
  return ok(company.get(`/status/${id}`));
}

/** What stays of a document, whatever becomes of it. */
export function identityOf({ document_id, external_ref, control_number, posted }: Json): Json {
  return { document_id, external_ref, control_number, posted };
}
