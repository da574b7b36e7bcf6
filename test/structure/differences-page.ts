import { DIFFERENCES } from './differences.ts';
import { INERT_RULES } from './inert-rules.ts';

/** The page `docs/structure-differences.md`, made from the tables that the tests judge by. */
export function differencesPage(): string {
  const differences = DIFFERENCES.map(
    ({ name, where, official, ours, reason }) => `| ${name} | ${where} | ${official} | ${ours} | ${reason} |`,
  );
  const inert = INERT_RULES.map(({ schema, says, because }) => `| ${schema} | ${cell(says)} | ${because} |`);
  return `${INTRODUCTION}

## Where the two judge otherwise

| What | Where | The official file | Ours | Why |
|---|---|---|---|---|
${differences.join('\n')}

${LEFT_OUT}

## Rules of the official files that do nothing

Their authors meant more than a validator makes of them. Our description follows what they do, so that the two agree.

| File | Says | Does nothing because |
|---|---|---|
${inert.join('\n')}
`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

const INTRODUCTION = `# Our description of the documents, and the official one

Before a number is taken, Sello checks each document against its own description of the official structure
(\`src/core/dte/structure\`). The official schema files are no part of the product; where they lie beside the repository,
a test compares both on tens of thousands of documents, right and wrong. A disagreement that the first table does not
explain fails that test. This page is made from the tables that the test uses: \`npm run -s vitest -- run
test/structure-agreement.test.ts -u\`.`;

const LEFT_OUT = `## What neither side asks

The municipalities that the v1 files list for each department. They are the codes from before May 2024, and the authority
seals documents that carry those of today ([decision 3](decisions/0003-v1-carries-the-municipalities-of-2024.md)).`;
