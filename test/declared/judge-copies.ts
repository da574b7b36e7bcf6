import { draftPool, fullMonth, generateMonth } from './generated-months.ts';
import { judgeMonth } from './judge-month.ts';
import { productOf } from './product.ts';

/** `node judge-copies.ts SEED MONTHS FOLDER...`: prints the first complaint about each copy of the product, or nothing, a line each. */
const [seed = '1', months = '1', ...folders] = process.argv.slice(2);
const DRAFTS_A_KIND = 40;
const first = Number(seed);
const pool = draftPool(first, DRAFTS_A_KIND);
const all = [
  fullMonth(first, pool),
  ...Array.from({ length: Number(months) }, (_, index) => generateMonth(first + index, pool)),
];

for (const folder of folders) process.stdout.write(`${await complaintAbout(folder)}\n`);

async function complaintAbout(folder: string): Promise<string> {
  try {
    const product = await productOf(folder);
    for (const generated of all) {
      const files = await product.filesOf(generated);
      const records = generated.documents.map(({ record }) => record);
      const [complaint] = judgeMonth(files, records, generated);
      if (complaint !== undefined) return complaint.replace(/\s+/g, ' ');
    }
    return '';
  } catch (error) {
    return String(error).replace(/\s+/g, ' ');
  }
}
