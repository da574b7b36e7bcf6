import { partOf, type Query, queryOf, refuseUnaddressable } from './address.ts';
import type {
  CatalogEntry,
  ClassChange,
  Closing,
  CreditMemoStatus,
  Department,
  Difference,
  DistrictPage,
  DocumentEvents,
  DocumentPage,
  DocumentStatus,
  Invalidation,
  IssuedCreditMemo,
  IssuedDocument,
  MailAsked,
  MonthRecord,
  Months,
  Preview,
  Reconciliation,
  Rehearsal,
} from './answers.ts';
import type { BookOptions, DeclarationOptions, ReconciliationOptions } from './declaration-options.ts';
import type { CallOptions, TransportOptions } from './options.ts';
import {
  type DocumentArchive,
  type Reading,
  type Received,
  readArchive,
  readBook,
  readClassChange,
  readClosedFile,
  readClosing,
  readDepartments,
  readDifference,
  readDistricts,
  readDocumentFile,
  readEntries,
  readEvents,
  readInvalidation,
  readIssued,
  readIssuedNote,
  readMailAsked,
  readMonthRecord,
  readMonths,
  readNoteStatus,
  readPage,
  readPaper,
  readPreview,
  readReconciliation,
  readRehearsal,
  readStatus,
  readTable,
  readZip,
} from './readings.ts';
import type {
  ClassChangeRequest,
  ClosingRequest,
  CreditMemoRequest,
  InvalidationRequest,
  InvoiceRequest,
  MailRequest,
  RehearsalRequest,
  SuexRequest,
} from './requests.ts';
import { type ArchiveOptions, type ListOptions, selectionQuery, type TableOptions } from './selection.ts';
import { type Call, createTransport, type Transport } from './transport.ts';

export type { CallOptions } from './options.ts';
export type ClientOptions = TransportOptions;

/** A request with its reference: whoever crashes between two tries needs it to ask again. */
export type Referenced<Body> = Omit<Body, 'external_ref'> & { readonly external_ref: string };

export interface StatusOptions extends CallOptions {
  /** Also the signed document and the authority's answer. */
  readonly includeDte?: boolean | undefined;
}

/** Letter paper, the invoice's thermal ticket, the paper of the event that took a document back; or what was signed. */
export type FileKind = 'invoice' | 'ticket' | 'invalidation' | 'json';

export interface FileOptions extends CallOptions {
  readonly type: FileKind;
  /** The width of the ticket's roll, in millimetres; 80 unless given. */
  readonly width?: '58' | '80' | undefined;
}

/** The body of any call that issues; its reference may be left out, because nothing is issued. */
export type PreviewRequest = InvoiceRequest | SuexRequest | CreditMemoRequest;

export interface PreviewPaperOptions extends CallOptions {
  readonly as: 'invoice' | 'ticket';
  /** The width of the ticket's roll, in millimetres; 80 unless given. */
  readonly width?: '58' | '80' | undefined;
}

export interface DistrictOptions extends CallOptions {
  readonly q?: string | undefined;
  /** From 1. */
  readonly page?: number | undefined;
}

/** The lists with which a form is filled, beside those that have functions of their own. */
export type CatalogName =
  | 'countries'
  | 'document-types'
  | 'payment-methods'
  | 'incoterms'
  | 'precincts'
  | 'regime-types'
  | 'regimes'
  | 'establishment-kinds';

export interface CatalogOptions extends CallOptions {
  /** Part of a code or a description. */
  readonly search?: string | undefined;
}

export type { BookOptions, DeclarationOptions, ReconciliationOptions } from './declaration-options.ts';
export type DocumentFile = Received;
export type { DocumentArchive } from './readings.ts';

/**
 * One function for each operation of docs/openapi.json. All may be repeated, and reject with RequestRefused, NoAnswer or
 * the reason of their signal; with TypeError, and nothing sent, where a reference is missing or cannot be sent.
 */
export interface SelloClient {
  createInvoice(body: Referenced<InvoiceRequest>, options?: CallOptions): Promise<IssuedDocument>;
  createSuex(body: Referenced<SuexRequest>, options?: CallOptions): Promise<IssuedDocument>;
  createCreditMemo(body: Referenced<CreditMemoRequest>, options?: CallOptions): Promise<IssuedCreditMemo>;
  /** What issuing this would make of it; it rejects with RequestRefused as issuing would. */
  previewDocument(body: PreviewRequest, options?: CallOptions): Promise<Preview>;
  /** The same on paper that says on every page that it is worth nothing. */
  previewPaper(body: PreviewRequest, options: PreviewPaperOptions): Promise<DocumentFile>;
  getCreditMemoStatus(idOrRef: string, options?: CallOptions): Promise<CreditMemoStatus>;
  invalidateDocument(
    idOrRef: string,
    body?: InvalidationRequest,
    options?: CallOptions,
  ): Promise<Invalidation>;
  invalidateSuex(idOrRef: string, body?: InvalidationRequest, options?: CallOptions): Promise<Invalidation>;
  getInvalidationStatus(idOrRef: string, options?: CallOptions): Promise<Invalidation>;
  getSuexInvalidationStatus(idOrRef: string, options?: CallOptions): Promise<Invalidation>;
  getStatus(idOrRef: string, options?: StatusOptions): Promise<DocumentStatus>;
  getSuexStatus(idOrRef: string, options?: StatusOptions): Promise<DocumentStatus>;
  listDocumentEvents(idOrRef: string, options?: CallOptions): Promise<DocumentEvents>;
  mailDocument(idOrRef: string, body?: MailRequest, options?: CallOptions): Promise<MailAsked>;
  getFile(idOrRef: string, options: FileOptions): Promise<DocumentFile>;
  /** One page of a list; its `next`, as `cursor`, asks for the one behind it. */
  listDocuments(options?: ListOptions): Promise<DocumentPage>;
  /** Page after page of a list, to its end; a page may be short, or empty, although more follow. */
  documentPages(options?: ListOptions): AsyncGenerator<DocumentPage, void>;
  /** A selection as a table, which is read whole into memory. */
  exportCsv(options?: TableOptions): Promise<DocumentFile>;
  exportXlsx(options?: TableOptions): Promise<DocumentFile>;
  /** One page of a selection with the JSON and the PDF of each document; `next` is null behind the last page. */
  exportZip(options?: ArchiveOptions): Promise<DocumentArchive>;
  /** What a month (`2026-11`) declares, as a ZIP: the annexes of F-07, the detail of F-14 and the control sheet. */
  getF07(month: string, options?: DeclarationOptions): Promise<DocumentFile>;
  /** One annex of it: 1, 2, 5, 9, `anulados` or `f14`. */
  getF07Annex(month: string, annex: string, options?: DeclarationOptions): Promise<DocumentFile>;
  /** The months of the company, the current one first, and how each stands. */
  listF07Months(options?: CallOptions): Promise<Months>;
  /** Gives documents of a month that is open other codes of the income tax; each call that arrives is on record, so it is sent once. */
  classifyF07(month: string, body: ClassChangeRequest, options?: CallOptions): Promise<ClassChange>;
  /**
   * Keeps the files of a month as they are presented; the same again while nothing has changed. It takes long and is sent once:
   * after NoAnswer, `getF07Closing` tells whether the month is closed.
   */
  closeF07(month: string, body?: ClosingRequest, options?: CallOptions): Promise<Closing>;
  getF07Closing(month: string, options?: CallOptions): Promise<MonthRecord>;
  /** A file of a closed month, as it was kept. */
  getF07ClosedFile(
    month: string,
    version: number,
    name: string,
    options?: CallOptions,
  ): Promise<DocumentFile>;
  /** What would be otherwise in a closed month's annexes by now, or what its `version` changed; it takes long and is sent once. */
  getF07Difference(month: string, options?: CallOptions & { readonly version?: number }): Promise<Difference>;
  /** What a month differs in from what the authority told when it was last asked; its `next`, as `after`, asks for more. */
  getF07Reconciliation(month: string, options?: ReconciliationOptions): Promise<Reconciliation>;
  /** A book of IVA: `contribuyentes` or `consumidores`; a PDF unless `format` says otherwise. */
  getBook(month: string, book: string, options?: BookOptions): Promise<DocumentFile>;
  createRehearsal(body?: RehearsalRequest, options?: CallOptions): Promise<Rehearsal>;
  getRehearsal(id: string, options?: CallOptions): Promise<Rehearsal>;
  listActivities(search?: string, options?: CallOptions): Promise<readonly CatalogEntry[]>;
  listDepartments(search?: string, options?: CallOptions): Promise<readonly Department[]>;
  searchDistricts(options?: DistrictOptions): Promise<DistrictPage>;
  listUnits(search?: string, options?: CallOptions): Promise<readonly CatalogEntry[]>;
  listCatalog(name: CatalogName, options?: CatalogOptions): Promise<readonly CatalogEntry[]>;
}

/** A client with one company's key. Throws TypeError, which names the option, where one of them is of no use. */
export function createClient(options: ClientOptions): SelloClient {
  const calls = callsOver(createTransport(options));
  return {
    ...issuing(calls),
    ...previewing(calls),
    ...invalidating(calls),
    ...reading(calls),
    ...listing(calls),
    ...declaring(calls),
    ...closing(calls),
    ...rehearsing(calls),
    ...catalogs(calls),
  };
}

interface Calls {
  get<T>(path: string, read: Reading<T>, options?: CallOptions): Promise<T>;
  post<T>(
    path: string,
    read: Reading<T>,
    sent: { readonly body: unknown; readonly options: CallOptions | undefined },
  ): Promise<T>;
  /** What is sent again only where nothing was done. */
  once<T>(call: Call<T>, options: CallOptions | undefined): Promise<T>;
}

function callsOver(send: Transport): Calls {
  return {
    once: (call, options) => send({ ...call, isOnce: true, signal: options?.signal }),
    get: (path, read, options) => send({ method: 'GET', path, read, signal: options?.signal }),
    post: (path, read, { body, options }) =>
      send({ method: 'POST', path, body, read, signal: options?.signal }),
  };
}

type Issuing = 'createInvoice' | 'createSuex' | 'createCreditMemo';

function issuing({ post }: Calls): Pick<SelloClient, Issuing> {
  const issue = <T>(path: string, read: Reading<T>) => {
    return async (body: Referenced<object>, options?: CallOptions) => {
      refuseUnaddressable('external_ref', body.external_ref);
      return post(path, read, { body, options });
    };
  };
  return {
    createInvoice: issue('/invoice', readIssued),
    createSuex: issue('/suex', readIssued),
    createCreditMemo: issue('/credit-memo', readIssuedNote),
  };
}

function previewing({ post }: Calls): Pick<SelloClient, 'previewDocument' | 'previewPaper'> {
  return {
    previewDocument: async (body, options) => post('/preview', readPreview, { body, options }),
    previewPaper: async (body, options) => {
      const { as, width } = options;
      return post(`/preview${queryOf({ as, width })}`, readPaper, { body, options });
    },
  };
}

type Invalidating =
  | 'invalidateDocument'
  | 'invalidateSuex'
  | 'getInvalidationStatus'
  | 'getSuexInvalidationStatus';

function invalidating({ get, post }: Calls): Pick<SelloClient, Invalidating> {
  const invalidate = (path: string) => {
    return async (name: string, body?: InvalidationRequest, options?: CallOptions) =>
      post(path + partOf(name), readInvalidation, { body, options });
  };
  const standing = (path: string) => {
    return async (name: string, options?: CallOptions) => get(path + partOf(name), readInvalidation, options);
  };
  return {
    invalidateDocument: invalidate('/invalidate/'),
    invalidateSuex: invalidate('/invalidate/suex/'),
    getInvalidationStatus: standing('/invalidate/status/'),
    getSuexInvalidationStatus: standing('/invalidate/suex/status/'),
  };
}

type Consulting =
  | 'getStatus'
  | 'getSuexStatus'
  | 'getCreditMemoStatus'
  | 'listDocumentEvents'
  | 'mailDocument'
  | 'getFile';

function reading({ get, post }: Calls): Pick<SelloClient, Consulting> {
  const status = (path: string) => {
    return async (name: string, options?: StatusOptions) => {
      const query = queryOf({ include_dte: options?.includeDte === true ? '1' : undefined });
      return get(path + partOf(name) + query, readStatus, options);
    };
  };
  return {
    getStatus: status('/status/'),
    getSuexStatus: status('/suex/status/'),
    getCreditMemoStatus: async (name, options) =>
      get(`/credit-memo/status/${partOf(name)}`, readNoteStatus, options),
    listDocumentEvents: async (name, options) =>
      get(`/documents/${partOf(name)}/events`, readEvents, options),
    mailDocument: async (name, body, options) =>
      post(`/documents/${partOf(name)}/mail`, readMailAsked, { body, options }),
    getFile: async (name, options) => {
      const { type, width } = options;
      const path = `/file/${partOf(name)}${queryOf({ type, width })}`;
      return get(path, type === 'json' ? readDocumentFile : readPaper, options);
    },
  };
}

type Listing = 'listDocuments' | 'documentPages' | 'exportCsv' | 'exportXlsx' | 'exportZip';

function listing({ get }: Calls): Pick<SelloClient, Listing> {
  const page = async (options: ListOptions = {}) =>
    get(`/documents${selectionQuery(options)}`, readPage, options);
  return {
    listDocuments: page,
    async *documentPages(options = {}) {
      for (let next = options.cursor ?? null, isFirst = true; isFirst || next !== null; isFirst = false) {
        const found: DocumentPage = await page({ ...options, cursor: next ?? undefined });
        yield found;
        next = found.next;
      }
    },
    exportCsv: async (options = {}) => get(`/documents.csv${selectionQuery(options)}`, readTable, options),
    exportXlsx: async (options = {}) => get(`/documents.xlsx${selectionQuery(options)}`, readBook, options),
    exportZip: async (options = {}) => get(`/documents.zip${selectionQuery(options)}`, readArchive, options),
  };
}

type Closings =
  | 'listF07Months'
  | 'classifyF07'
  | 'closeF07'
  | 'getF07Closing'
  | 'getF07ClosedFile'
  | 'getF07Difference'
  | 'getF07Reconciliation';

function closing({ get, once }: Calls): Pick<SelloClient, Closings> {
  const path = (month: string, part: string, query: Query = {}) =>
    `/reports/f07/${partOf(month)}/${part}${queryOf(query)}`;
  return {
    listF07Months: async (options) => get('/reports/f07/months', readMonths, options),
    classifyF07: async (month, body, options) =>
      once({ method: 'POST', path: path(month, 'classes'), read: readClassChange, body }, options),
    closeF07: async (month, body, options) =>
      once({ method: 'POST', path: path(month, 'close'), read: readClosing, body }, options),
    getF07Closing: async (month, options) => get(path(month, 'closing'), readMonthRecord, options),
    getF07ClosedFile: async (month, version, name, options) =>
      get(path(month, `closing/${version}/files/${partOf(name)}`), readClosedFile, options),
    getF07Difference: async (month, { version, ...options } = {}) =>
      once({ method: 'GET', path: path(month, 'difference', { version }), read: readDifference }, options),
    getF07Reconciliation: async (month, { after, ...options } = {}) =>
      get(path(month, 'reconciliation', { after }), readReconciliation, options),
  };
}

function declaring({ get }: Calls): Pick<SelloClient, 'getF07' | 'getF07Annex' | 'getBook'> {
  const query = ({ notes, exports, codes, names }: DeclarationOptions) =>
    queryOf({ notes, exports, codes, names });
  return {
    getF07: async (month, options = {}) =>
      get(`/reports/f07/${partOf(month)}${query(options)}`, readZip, options),
    getF07Annex: async (month, annex, options = {}) =>
      get(`/reports/f07/${partOf(month)}/annexes/${partOf(annex)}${query(options)}`, readTable, options),
    getBook: async (month, book, options = {}) => {
      const { format, establishment, exports } = options;
      const path = `/reports/books/${partOf(month)}/${partOf(book)}`;
      const read = format === 'xlsx' ? readBook : readPaper;
      return get(`${path}${queryOf({ format, establishment, exports })}`, read, options);
    },
  };
}

function rehearsing({ get, post }: Calls): Pick<SelloClient, 'createRehearsal' | 'getRehearsal'> {
  return {
    createRehearsal: async (body, options) => post('/rehearsals', readRehearsal, { body, options }),
    getRehearsal: async (id, options) => get(`/rehearsals/${partOf(id)}`, readRehearsal, options),
  };
}

type Catalogs = 'listActivities' | 'listDepartments' | 'searchDistricts' | 'listUnits' | 'listCatalog';

function catalogs({ get }: Calls): Pick<SelloClient, Catalogs> {
  const list = <T>(path: string, read: Reading<T>) => {
    return async (search?: string, options?: CallOptions) => get(path + queryOf({ search }), read, options);
  };
  return {
    listActivities: list('/catalogs/activities', readEntries),
    listDepartments: list('/catalogs/departments', readDepartments),
    listUnits: list('/catalogs/units', readEntries),
    listCatalog: async (name, options) =>
      get(`/catalogs/${partOf(name)}${queryOf({ search: options?.search })}`, readEntries, options),
    searchDistricts: async (options = {}) => {
      const query = queryOf({ q: options.q, page: options.page?.toString() });
      return get(`/catalogs/districts/search${query}`, readDistricts, options);
    },
  };
}
