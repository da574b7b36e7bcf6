import type {
  CatalogEntry,
  CreditMemoStatus,
  Department,
  DistrictPage,
  DocumentStatus,
  Invalidation,
  IssuedCreditMemo,
  IssuedDocument,
} from './answers.ts';
import type { CreditMemoRequest, InvalidationRequest, InvoiceRequest, SuexRequest } from './requests.ts';
import { type Call, createTransport, type Received, type TransportOptions } from './transport.ts';

/** A request with its reference: whoever crashes between two tries needs it to ask again. */
export type Referenced<Body> = Omit<Body, 'external_ref'> & { readonly external_ref: string };

export type FileKind = 'invoice' | 'ticket' | 'json';

export interface DocumentFile {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** One function for each operation of docs/openapi.json. All throw RequestRefused and NoAnswer, and may be repeated. */
export interface SelloClient {
  createInvoice(body: Referenced<InvoiceRequest>): Promise<IssuedDocument>;
  createSuex(body: Referenced<SuexRequest>): Promise<IssuedDocument>;
  createCreditMemo(body: Referenced<CreditMemoRequest>): Promise<IssuedCreditMemo>;
  getCreditMemoStatus(idOrRef: string): Promise<CreditMemoStatus>;
  invalidateDocument(idOrRef: string, body?: InvalidationRequest): Promise<Invalidation>;
  invalidateSuex(idOrRef: string, body?: InvalidationRequest): Promise<Invalidation>;
  getInvalidationStatus(idOrRef: string): Promise<Invalidation>;
  getSuexInvalidationStatus(idOrRef: string): Promise<Invalidation>;
  /** With `includeDte`, also the signed document and the authority's answer. */
  getStatus(idOrRef: string, options?: { readonly includeDte?: boolean }): Promise<DocumentStatus>;
  getSuexStatus(idOrRef: string, options?: { readonly includeDte?: boolean }): Promise<DocumentStatus>;
  getFile(
    idOrRef: string,
    options: { readonly type: FileKind; readonly width?: '58' | '80' },
  ): Promise<DocumentFile>;
  listActivities(search?: string): Promise<readonly CatalogEntry[]>;
  listDepartments(search?: string): Promise<readonly Department[]>;
  searchDistricts(options?: { readonly q?: string; readonly page?: number }): Promise<DistrictPage>;
  listUnits(search?: string): Promise<readonly CatalogEntry[]>;
}

/** A client with one company's key. */
export function createClient(options: TransportOptions): SelloClient {
  const send = createTransport(options);
  const ask = async <T>(call: Call, isAnswer: (value: unknown) => value is T): Promise<T> =>
    answerIn(await send(call), isAnswer);
  const post = <T>(path: string, body: unknown, isAnswer: (value: unknown) => value is T) =>
    ask({ method: 'POST', path, ...(body === undefined ? {} : { body }) }, isAnswer);
  const get = <T>(path: string, isAnswer: (value: unknown) => value is T) =>
    ask({ method: 'GET', path }, isAnswer);
  return {
    createInvoice: (body) => post('/invoice', referenced(body), isIssued),
    createSuex: (body) => post('/suex', referenced(body), isIssued),
    createCreditMemo: (body) => post('/credit-memo', referenced(body), isIssuedNote),
    getCreditMemoStatus: (name) => get(`/credit-memo/status/${part(name)}`, isNoteStatus),
    invalidateDocument: (name, body) => post(`/invalidate/${part(name)}`, body, isInvalidation),
    invalidateSuex: (name, body) => post(`/invalidate/suex/${part(name)}`, body, isInvalidation),
    getInvalidationStatus: (name) => get(`/invalidate/status/${part(name)}`, isInvalidation),
    getSuexInvalidationStatus: (name) => get(`/invalidate/suex/status/${part(name)}`, isInvalidation),
    getStatus: (name, wanted) => get(`/status/${part(name)}${statusQuery(wanted)}`, isStatus),
    getSuexStatus: (name, wanted) => get(`/suex/status/${part(name)}${statusQuery(wanted)}`, isStatus),
    getFile: (name, { type, width }) =>
      send({ method: 'GET', path: `/file/${part(name)}${queryOf({ type, width })}` }),
    listActivities: (search) => get(`/catalogs/activities${queryOf({ search })}`, isListOf(isEntry)),
    listDepartments: (search) => get(`/catalogs/departments${queryOf({ search })}`, isListOf(isDepartment)),
    searchDistricts: ({ q, page } = {}) =>
      get(`/catalogs/districts/search${queryOf({ q, page: page?.toString() })}`, isDistrictPage),
    listUnits: (search) => get(`/catalogs/units${queryOf({ search })}`, isListOf(isEntry)),
  };
}

/** Throws TypeError without a reference: the next try would issue another document. */
function referenced<Body extends { readonly external_ref: string }>(body: Body): Body {
  if (typeof body.external_ref !== 'string' || body.external_ref === '')
    throw new TypeError('external_ref is required: it is what makes a repeated request safe');
  return body;
}

function part(name: string): string {
  return encodeURIComponent(name);
}

function statusQuery(options: { readonly includeDte?: boolean } | undefined): string {
  return queryOf({ include_dte: options?.includeDte === true ? '1' : undefined });
}

function queryOf(values: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return given.length === 0 ? '' : `?${given.join('&')}`;
}

/** Throws where something else than the service has answered. */
function answerIn<T>({ bytes }: Received, isAnswer: (value: unknown) => value is T): T {
  const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (!isAnswer(value)) throw new Error('the answer has not the form that was promised');
  return value;
}

/** Whether a value has the fields that tell its kind. */
function withFields<T extends object>(...fields: readonly (keyof T & string)[]) {
  return (value: unknown): value is T =>
    typeof value === 'object' && value !== null && fields.every((field) => field in value);
}

const isIssued = withFields<IssuedDocument>('success', 'control_number', 'is_duplicate');
const isIssuedNote = withFields<IssuedCreditMemo>('success', 'control_number', 'ccf_control_number');
const isStatus = withFields<DocumentStatus>('success', 'control_number', 'amount_total');
const isNoteStatus = withFields<CreditMemoStatus>('success', 'control_number', 'ccf_document_id');
const isInvalidation = withFields<Invalidation>('success', 'control_number', 'invalidated');
const isEntry = withFields<CatalogEntry>('code', 'description');
const isDepartment = withFields<Department>('code', 'name', 'municipalities');
const isDistrictPage = withFields<DistrictPage>('results', 'pagination');

function isListOf<T>(isItem: (value: unknown) => value is T) {
  return (value: unknown): value is readonly T[] => Array.isArray(value) && value.every(isItem);
}
