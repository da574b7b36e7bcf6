import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseEstablishmentCode } from '../../core/identifiers/establishment-code.ts';
import { bookNamed, bookPieces, VAT_BOOKS } from '../../operations/declarations/books/book-files.ts';
import type { Command } from '../command.ts';
import { orderIn } from '../criteria-options.ts';
import { UsageFailure } from '../failure.ts';
import { findCompany, withInstallation } from '../installation.ts';
import { periodOfText } from '../period-option.ts';

const KEYS = VAT_BOOKS.map(({ key }) => key).join(' or ');

export const f07Book: Command = {
  name: 'f07 book',
  places: ['COMPANY', 'MONTH', 'BOOK', 'FILE'],
  options: { establishment: 'CODE', exports: 'WORD' },
  summary: `Write a book of IVA for a month, like 2026-11, into a new file, whose name ends with .pdf or .xlsx. BOOK is ${KEYS}. --establishment takes one of them alone, like M001.`,
  async run({ places: [slug = '', month = '', key = '', file = ''], options }, { program }) {
    const period = periodOfText(month);
    const book = bookNamed(key);
    if (book === null) throw new UsageFailure(`There is no book ${key}: it is ${KEYS}.`);
    const format = /\.(pdf|xlsx)$/i.exec(file)?.[1]?.toLowerCase();
    if (format !== 'pdf' && format !== 'xlsx')
      throw new UsageFailure('The name of the file must end with .pdf or .xlsx.');
    const wanted = options.get('establishment');
    const establishment = wanted === undefined ? null : parseEstablishmentCode(wanted);
    if (wanted !== undefined && establishment === null)
      throw new UsageFailure(`${wanted} is no code of an establishment: it is like M001.`);
    await withInstallation(program(), async ({ office }) => {
      const stored = await findCompany(office, slug);
      const order = await orderIn(options, office, stored, period);
      const pieces = bookPieces(office, { ...order, establishment, book, format });
      const source = Readable.from(pieces, { objectMode: false });
      await pipeline(source, createWriteStream(file, { flags: 'wx' }));
    });
    return { json: { month, book: key, file }, text: [file] };
  },
};
