import type { UnstampedDocument } from './ports.ts';

/** Why a document without a seal is in no annex and no book, and what to do about it. */
export const WHY_LEFT_OUT: Readonly<Record<UnstampedDocument['state'], string>> = {
  contingency:
    'Emitido en contingencia y todavía sin sello: entra cuando Hacienda lo selle. Si no se sella antes de declarar, no va en estos archivos: declárelo con una modificatoria cuando se selle.',
  rejected: 'Rechazado por Hacienda: no existe para el fisco mientras no se corrija y se selle.',
};
