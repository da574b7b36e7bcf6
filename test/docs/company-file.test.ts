import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CompanyFileSchema } from '../../src/schema/company-file.ts';
import { readCompanyFile } from '../../src/schema/read-company-file.ts';
import { companyFilePage } from '../../tools/docs/company-file.ts';
import { MINIMAL_COMPANY_FILE } from '../support/example-company.ts';

const PAGE = readFileSync(new URL('../../docs/company-file.md', import.meta.url), 'utf8');
const FIELDS = Object.keys(CompanyFileSchema.properties);

describe('docs/company-file.md', () => {
  it('has the tables of the schema that reads the file', () => {
    expect(PAGE, 'npm run docs').toBe(companyFilePage(PAGE));
    expect(() => companyFilePage(PAGE.replace('### `windows`', '### windows'))).toThrow(
      'no table under `windows`',
    );
  });

  it('says of each field of the file whether it is required', () => {
    const [, table = ''] = PAGE.split('## Fields\n');
    const rows = [...(table.split('\n### ')[0] ?? '').matchAll(/^\| `([a-z_]+)` \| ([^|]+) \|/gm)];
    const required = rows.filter(([, , word]) => word !== 'no').map(([, field]) => field);
    expect(required.toSorted()).toEqual(Object.keys(MINIMAL_COMPANY_FILE).toSorted());
    expect(rows.length).toBe(FIELDS.length);
  });

  it('has an example that parses without problem or warning and shows every field', () => {
    const [, json = ''] = /```json\n([\s\S]*?)```/.exec(PAGE) ?? [];
    const example: unknown = JSON.parse(json);
    expect(readCompanyFile(example)).toMatchObject({
      kind: 'company',
      warnings: [],
      company: {
        nit: '06140101900018',
        defaultEstablishment: 'M001',
        generations: {
          '05': [
            { generation: 'v1', fromMs: null },
            { generation: 'v2', fromMs: Date.UTC(2026, 11, 1, 6) },
          ],
        },
      },
    });
    for (const field of FIELDS) {
      if (field !== 'district') expect(json).toContain(`"${field}"`);
    }
  });
});
