import type { ClassStore, MonthArchive } from '../declarations/month-ports.ts';
import type { DeclarationReader } from '../declarations/ports.ts';
import type { ReconciliationReader } from '../declarations/reconciliation-ports.ts';
import type { ArchiveGuard, BrandingReader, EventReader, PayloadOf, Press } from '../files/ports.ts';
import type { LifeReader, MailRepeater } from '../life/ports.ts';
import type { DocumentLister, ExportWriter, SheetPress } from '../listings/ports.ts';
import type { DocumentReader } from './reading-ports.ts';

/** What documents and months are read, listed and exported with, by whichever way somebody asks. */
export interface ReadingParts {
  readonly documents: DocumentReader;
  readonly lives: LifeReader;
  readonly lister: DocumentLister;
  readonly declarations: DeclarationReader;
  readonly months: MonthArchive;
  readonly classes: ClassStore;
  readonly reconciliations: ReconciliationReader;
  readonly writer: ExportWriter;
  readonly sheets: SheetPress;
}

/** What a node serves and mails the files of documents with besides. */
export interface ServingParts extends ReadingParts {
  readonly mails: MailRepeater;
  readonly payloadOf: PayloadOf;
  readonly guard: ArchiveGuard;
  readonly brandings: BrandingReader;
  readonly events: EventReader;
  readonly press: Press;
}
