import { expect, it } from 'vitest';
import { idOf, refOf } from '../../test/support/identifiers.ts';
import { isAboutDocument, keptUnder } from './desk.ts';

it('tells the forms that are about a document from drafts', () => {
  for (const plan of ['anular', 'nota-de'] as const)
    expect(isAboutDocument({ externalRef: keptUnder(plan, idOf('a')) })).toBe(true);
  for (const draft of [`nota-${idOf('a')}`, idOf('a'), 'anular-1'])
    expect(isAboutDocument({ externalRef: refOf(draft) })).toBe(false);
});
