import { expect, it } from 'vitest';
import { download } from '../../../../test/support/download.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

const house = sharedHouse({ certificate: 'none' });

it('gives the bytes that were kept, with their name', async () => {
  const { body } = await house.company.call('POST', '/reports/f07/2026-01/close');
  const files = body['files'];
  if (!Array.isArray(files)) throw new Error('a closing has no files');
  for (const { name, bytes } of files) {
    const file = await download(house.company, `/reports/f07/2026-01/closing/1/files/${name}`);
    expect(file.bytes).toHaveLength(bytes);
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
  }
});
