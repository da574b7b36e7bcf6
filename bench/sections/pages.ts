import { measurePages, pageGoals, pageTable } from '../listing/console-pages.ts';
import { fillDocuments, rememberAll } from '../listing/fill.ts';
import type { Report, Run, Section } from '../report.ts';
import { openBenchHouse } from '../rig/house.ts';

/** What a page of the console takes. */
export const pages: Section = {
  name: 'pages',
  asks: 'How long does each page of the console take with two million documents of one company, beside 49 others?',
  run,
};

const DOCUMENTS = 2_000_000;
const COMPANIES = 50;
/** What each of the others has of the documents of the first. */
const SHARE = 1 / 500;

async function run({ isShort, tell }: Run): Promise<Report> {
  const documents = isShort ? 20_000 : DOCUMENTS;
  const house = await openBenchHouse(isShort ? 3 : COMPANIES);
  try {
    const { postgres, companies } = house;
    const [company] = companies;
    if (company === undefined) throw new Error('a house without companies');
    for (const { companyId } of companies) {
      tell(`pages: documents of ${companyId}`);
      await fillDocuments(
        postgres,
        companyId,
        companyId === company.companyId ? documents : documents * SHARE,
      );
      await postgres.sql('ANALYZE');
      await rememberAll(postgres, companyId);
    }
    await postgres.sql('VACUUM ANALYZE');
    tell('pages: turns');
    const figures = await measurePages({ postgres, company, node: await house.startNode() });
    return {
      goals: pageGoals(figures),
      text: [
        `The first company has ${documents.toLocaleString('en')} documents. Each page is asked for one at a time, 20 times after four others: from the request to its last byte by the clock, with the processor of the service and of PostgreSQL, and its size before compression.`,
        pageTable(figures),
      ],
      plots: {},
    };
  } finally {
    await house.close();
  }
}
