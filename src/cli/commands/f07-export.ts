import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { declaredFiles } from '../../operations/declarations/declared-files.ts';
import type { Command } from '../command.ts';
import { CRITERIA_OPTIONS, orderIn } from '../criteria-options.ts';
import { findCompany, withInstallation } from '../installation.ts';
import { periodOfText } from '../period-option.ts';

export const f07Export: Command = {
  name: 'f07 export',
  places: ['COMPANY', 'MONTH', 'FOLDER'],
  options: CRITERIA_OPTIONS,
  summary:
    'Write the annexes of form F-07 for a month, like 2026-11, as the portal takes them, the detail of F-14 and a control sheet into a folder. The options stand for an accountant who reads the manual otherwise: credit notes below zero, exports with freight and insurance, codes of annulled documents with 32 characters, names with accents (Windows-1252).',
  async run({ places: [slug = '', month = '', folder = ''], options }, { program }) {
    const period = periodOfText(month);
    const files = await withInstallation(program(), async ({ office }) => {
      const order = await orderIn(options, office, await findCompany(office, slug), period);
      await mkdir(folder, { recursive: true });
      const written: string[] = [];
      for await (const { name, content } of declaredFiles(office, order)) {
        const file = join(folder, name);
        const source = Readable.from(content, { objectMode: false });
        await pipeline(source, createWriteStream(file, { flags: 'wx' }));
        written.push(file);
      }
      return written;
    });
    return { json: { month, files }, text: files };
  },
};
