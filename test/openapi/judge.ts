import { EXPORTS } from '../../src/http/openapi/exchanges.ts';
import type { Answer } from '../support/http-caller.ts';
import type { DescribedOperation } from './description.ts';
import type { GeneratedRequest } from './generated-requests.ts';

/** The flags of specification 3.1, as success, dte_success, contingency and rejected. */
const OUTCOMES = ['true true false false', 'true false true false', 'false false false true'];

/** What an answer breaks of the description and of the specification; nothing where it is as promised. */
export function violations(
  operation: DescribedOperation,
  request: Pick<GeneratedRequest, 'body'>,
  answer: Answer,
): readonly string[] {
  const { status } = answer;
  if (status >= 500) return [`${status}`];
  if (!operation.statuses.includes(status)) return [`${status} is not described`];
  return [
    ...operation
      .headers(status)
      .filter((name) => answer.headers[name.toLowerCase()] === undefined)
      .map((name) => `no ${name}`),
    ...brokenBody(operation, answer),
    ...(status === 200 && !isOriginal(answer) ? acceptedInSpite(operation, request) : []),
    ...(status === 200 && 'dte_success' in answer.body ? brokenFlags(answer) : []),
  ];
}

/** Whoever repeats a stamped reference is answered with the original, whatever else the request says. */
function isOriginal({ body }: Answer): boolean {
  return body['is_duplicate'] === true && body['dte_success'] === true;
}

/** Operations that answer with a PDF where they are asked for one. */
const WITH_PAPER = ['getFile', 'previewDocument'];

function brokenBody(
  operation: DescribedOperation,
  { status, headers, body, text }: Answer,
): readonly string[] {
  if (status === 304) return text === '' ? [] : ['304 has a body'];
  const type = headers['content-type'] ?? '';
  if (WITH_PAPER.includes(operation.operationId) && type === 'application/pdf') return [];
  if (status === 200 && EXPORTS.includes(operation.operationId)) return [];
  if (!type.startsWith('application/json')) return [`${status} is ${type}`];
  return operation.answerProblems(status, body['list'] ?? body).map((problem) => `${status}: ${problem}`);
}

/** A reader of JSON may ignore it (RFC 8259 section 8.1), and ours does. */
const BYTE_ORDER_MARK = /^\uFEFF/;

/** What the description forbids must not be issued. */
function acceptedInSpite(
  operation: DescribedOperation,
  { body }: Pick<GeneratedRequest, 'body'>,
): readonly string[] {
  if (operation.bodySchema === null || body === null || body === '') return [];
  return operation
    .bodyProblems(JSON.parse(body.replace(BYTE_ORDER_MARK, '')))
    .map((problem) => `accepted in spite of ${problem}`);
}

function brokenFlags({ body }: Answer): readonly string[] {
  const { success, dte_success, contingency, rejected, is_duplicate } = body;
  const flags = [success, dte_success, contingency, rejected].join(' ');
  const observed = Array.isArray(body['observaciones']) && body['observaciones'].length > 0;
  return [
    ...(OUTCOMES.includes(flags) ? [] : [`no outcome has the flags ${flags}`]),
    ...(rejected === observed ? [] : ['observations without a rejection, or the other way round']),
    ...((body['dte_state'] === 'RECHAZADO') === rejected ? [] : ['dte_state says otherwise']),
    ...(body['reception_stamp'] !== '' && dte_success !== true ? ['a seal without a stamp'] : []),
    ...(is_duplicate === true && 'doc_type' in body ? ['a status is no duplicate'] : []),
  ];
}
