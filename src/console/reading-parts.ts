import type { FastifyReply } from 'fastify';
import type { FileType } from '../operations/access/ports.ts';
import type { AttentionReader } from '../operations/attention/ports.ts';
import type { CompanyReader } from '../operations/background/ports.ts';
import type { ClassStore, MonthArchive } from '../operations/declarations/month-ports.ts';
import type { DeclarationReader } from '../operations/declarations/ports.ts';
import type { ReconciliationReader } from '../operations/declarations/reconciliation-ports.ts';
import type { DocumentRecord } from '../operations/documents/ports.ts';
import type { DocumentReader } from '../operations/documents/reading-ports.ts';
import type {
  ArchiveGuard,
  BrandingReader,
  EventReader,
  Press,
  StreamedFile,
} from '../operations/files/ports.ts';
import type { CancellingContext } from '../operations/invalidations/invalidate-document.ts';
import type { LifeReader, MailRepeater } from '../operations/life/ports.ts';
import type { BookReader, DocumentLister, ExportWriter, SheetPress } from '../operations/listings/ports.ts';
import type { TodayReader } from '../operations/today/ports.ts';
import type { TodayParts } from '../operations/today/read-today.ts';

/** What the pages that show documents, and cancel or adjust them, need. */
export interface ReadingParts extends CancellingContext {
  readonly companies: CompanyReader;
  readonly lister: DocumentLister;
  readonly books: BookReader;
  readonly documents: DocumentReader;
  readonly lives: LifeReader;
  readonly mails: MailRepeater;
  readonly events: EventReader;
  readonly guard: ArchiveGuard;
  readonly brandings: BrandingReader;
  readonly press: Press;
  readonly writer: ExportWriter;
  readonly declarations: DeclarationReader;
  readonly sheets: SheetPress;
  readonly months: MonthArchive;
  readonly classes: ClassStore;
  readonly reconciliations: ReconciliationReader;
  readonly today: TodayReader;
  readonly attention: AttentionReader;
  /** Whether this node may number anything. */
  readonly watch: TodayParts['watch'];
  /** Seals what somebody typed into an address, for one company. */
  readonly addresses: SealedAddresses;
  /** How many exports are written at once: null where no slot is free. */
  readonly exportSlots: {
    /** A function that gives the slot back. */
    take(companyId: string): (() => void) | null;
    during<T>(companyId: string, work: () => Promise<T>): Promise<T | null>;
  };
  readonly files: FileStreams;
  /** The address of a file of a document, which opens without anybody signed in. */
  readonly fileUrl: (record: DocumentRecord, type: FileType) => string;
}

/** Files that are written while they are read, each in a slot of the exports. */
export interface FileStreams {
  /** Answers with a file, or as `busy` does where no slot is free. */
  send(reply: FastifyReply, file: StreamedFile, busy: () => FastifyReply): FastifyReply;
}

/** What names a person stands in addresses in a form that nobody else can read: proxies and browsers keep addresses. */
export interface SealedAddresses {
  seal(text: string, companyId: string): string;
  /** Null for what was not sealed for this company. */
  open(sealed: string, companyId: string): string | null;
}
