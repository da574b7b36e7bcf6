import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CATALOG_CONTEXT } from '../../src/core/company/catalog-context.ts';
import { COMPANY_FILE_FIELDS, parseCompanyFile } from '../../src/core/company/company-file.ts';
import { ESTABLISHMENT_FIELDS } from '../../src/core/company/file-establishments.ts';
import {
  BRANDING_FIELDS,
  CONTINGENCY_FIELDS,
  DELIVERY_FIELDS,
  EXPORT_FIELDS,
  INVALIDATION_FIELDS,
  PERSON_FIELDS,
  SMTP_FIELDS,
  WINDOW_FIELDS,
} from '../../src/core/company/file-settings.ts';
import { MINIMAL_COMPANY_FILE } from '../support/example-company.ts';

const PAGE = readFileSync(new URL('../../docs/company-file.md', import.meta.url), 'utf8');

/** The rows of the table below a heading: field and whether it is required. */
function tableOf(heading: string): readonly { readonly field: string; readonly required: string }[] {
  const section = PAGE.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const rows = [...section.matchAll(/^\| `([a-z_]+)` \| ([^|]+) \|/gm)];
  return rows.map(([, field = '', required = '']) => ({ field, required }));
}

describe('docs/company-file.md', () => {
  it.each([
    ['Fields', COMPANY_FILE_FIELDS],
    ['`establishments[]`', ESTABLISHMENT_FIELDS],
    ['`export_defaults`', EXPORT_FIELDS],
    ['`invalidation`', INVALIDATION_FIELDS],
    ['`delivery`', DELIVERY_FIELDS],
    ['`delivery.smtp`', SMTP_FIELDS],
    ['`branding`', BRANDING_FIELDS],
    ['`windows`', WINDOW_FIELDS],
    ['`contingency`', CONTINGENCY_FIELDS],
    ['A person', PERSON_FIELDS],
  ])('lists exactly the fields of %s', (heading, fields) => {
    expect(
      tableOf(heading)
        .map(({ field }) => field)
        .toSorted(),
    ).toEqual([...fields].toSorted());
  });

  it('says of each field of the file whether it is required', () => {
    const optional = tableOf('Fields').filter(({ required }) => required === 'no');
    const required = tableOf('Fields').filter(({ required: word }) => word !== 'no');
    expect(required.map(({ field }) => field).toSorted()).toEqual(
      Object.keys(MINIMAL_COMPANY_FILE).toSorted(),
    );
    expect(optional.length + required.length).toBe(COMPANY_FILE_FIELDS.length);
  });

  it('has an example that parses without problem or warning and shows every field', () => {
    const [, json = ''] = /```json\n([\s\S]*?)```/.exec(PAGE) ?? [];
    const example: unknown = JSON.parse(json);
    expect(parseCompanyFile(example, CATALOG_CONTEXT)).toMatchObject({
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
    for (const field of COMPANY_FILE_FIELDS) {
      if (field !== 'district') expect(json).toContain(`"${field}"`);
    }
  });
});
