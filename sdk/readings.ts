import type {
  ApiError,
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
  FieldError,
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

/** What came back with a status of 200. */
export interface Received {
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** The header `Link`; null without one. */
  readonly link?: string | null;
}

/** The answer in what came back; null where it is not whole, or somebody else's. */
export type Reading<T> = (received: Received) => T | null;

/** Whether a value has the fields that tell its kind. */
function withFields<T extends object>(...fields: readonly (keyof T & string)[]) {
  return (value: unknown): value is T =>
    typeof value === 'object' && value !== null && fields.every((field) => field in value);
}

function isListOf<T>(isItem: (value: unknown) => value is T) {
  return (value: unknown): value is readonly T[] => Array.isArray(value) && value.every(isItem);
}

/** An answer in JSON of this form. */
function inJson<T>(isAnswer: (value: unknown) => value is T): Reading<T> {
  return ({ contentType, bytes }) => {
    if (!/^application\/json\b/i.test(contentType)) return null;
    const value = jsonIn(bytes);
    return isAnswer(value) ? value : null;
  };
}

/** The value of a JSON text; undefined where it is none. */
function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

const FLAGS = ['dte_success', 'contingency', 'rejected', 'observaciones', 'control_number'] as const;

export const readIssued = inJson(withFields<IssuedDocument>(...FLAGS, 'is_duplicate'));
export const readIssuedNote = inJson(
  withFields<IssuedCreditMemo>(...FLAGS, 'is_duplicate', 'ccf_control_number'),
);
export const readPreview = inJson(withFields<Preview>('doc_type', 'amount_total', 'warnings', 'dte'));
export const readStatus = inJson(withFields<DocumentStatus>(...FLAGS, 'amount_total'));
export const readEvents = inJson(withFields<DocumentEvents>('document_id', 'events'));
export const readMailAsked = inJson(withFields<MailAsked>('document_id', 'delivery'));
export const readNoteStatus = inJson(
  withFields<CreditMemoStatus>(...FLAGS, 'amount_total', 'ccf_document_id'),
);
export const readInvalidation = inJson(withFields<Invalidation>(...FLAGS, 'invalidated'));

export const readRehearsal = inJson(withFields<Rehearsal>('rehearsal_id', 'state', 'progress'));

const isEntry = withFields<CatalogEntry>('code', 'description');
const isDepartment = withFields<Department>('code', 'name', 'municipalities');

export const readEntries = inJson(isListOf(isEntry));
export const readDepartments = inJson(isListOf(isDepartment));
export const readDistricts = inJson(withFields<DistrictPage>('results', 'pagination'));

const isSignedDocument = withFields<{ readonly identificacion: unknown }>('identificacion');

/** A signed document, byte for byte. */
export const readDocumentFile: Reading<Received> = (received) =>
  inJson(isSignedDocument)(received) === null ? null : received;

/** How far from its end a PDF may say that it ends. */
const PDF_TAIL_BYTES = 1_024;

/** A PDF with its beginning and its end. */
export const readPaper: Reading<Received> = (received) => {
  const { contentType, bytes } = received;
  if (!/^application\/pdf\b/i.test(contentType)) return null;
  const decoder = new TextDecoder();
  const begins = decoder.decode(bytes.subarray(0, 5)) === '%PDF-';
  return begins && decoder.decode(bytes.subarray(-PDF_TAIL_BYTES)).includes('%%EOF') ? received : null;
};

export const readPage = inJson(withFields<DocumentPage>('documents', 'next'));

const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const readMonths = inJson(withFields<Months>('months'));
export const readClassChange = inJson(withFields<ClassChange>('change_id', 'documents'));
export const readClosing = inJson(withFields<Closing>('version', 'files'));
export const readMonthRecord = inJson(withFields<MonthRecord>('closings', 'class_changes'));
export const readReconciliation = inJson(withFields<Reconciliation>('runs', 'findings', 'next'));
export const readDifference = inJson(withFields<Difference>('differs', 'annexes'));

/** A table in CSV. One that is cut off is none: the network says so. */
export const readTable = ofType('text/csv');
export const readBook = ofType(SPREADSHEET);
/** A file as it was kept, of whatever kind. */
export const readClosedFile = ofType('application/octet-stream');
export const readZip = ofType('application/zip');

/** A page of a selection as an archive, and the cursor of the one behind it. */
export interface DocumentArchive extends Received {
  readonly next: string | null;
}

export const readArchive: Reading<DocumentArchive> = (received) => {
  const archive = readZip(received);
  return archive === null ? null : { ...archive, next: cursorIn(archive.link ?? '') };
};

function cursorIn(link: string): string | null {
  return /[?&]cursor=([^&>]+)[^>]*>; rel="next"/.exec(link)?.[1] ?? null;
}

function ofType(type: string): Reading<Received> {
  return (received) => (received.contentType.toLowerCase().split(';')[0] === type ? received : null);
}

const isFieldError = withFields<FieldError>('field', 'message');

/** What the service says when it refuses; null where something in between refused in its own words. */
export function refusalIn(bytes: Uint8Array): ApiError | null {
  const value = jsonIn(bytes);
  return isApiError(value) ? value : null;
}

function isApiError(value: unknown): value is ApiError {
  if (!withFields<ApiError>('detail', 'code')(value)) return false;
  const { detail, code, errors } = value;
  return typeof detail === 'string' && typeof code === 'string' && (errors === undefined || isErrors(errors));
}

const isErrors = isListOf(isFieldError);
