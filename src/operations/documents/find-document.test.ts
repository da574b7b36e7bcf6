import { expect, it } from 'vitest';
import { exampleRecord } from '../../../test/support/document-view.ts';
import { type ExternalRef, referencesNamedBy } from '../../core/identifiers/external-ref.ts';
import { namedBy, referenceIn } from './find-document.ts';

/** A text, what is stored, the reference of a request that has it, and what the database was asked for to find that out. */
const CASES: readonly (readonly [
  text: string,
  stored: readonly string[],
  reference: string | null,
  asked: readonly string[],
])[] = [
  ['POS-1', [], 'POS-1', []],
  ['POS-1', ['POS-1'], 'POS-1', []],
  ['Pedido ñ', ['POS-1 '], 'Pedido ñ', []],
  ['POS-1 ', [], 'POS-1', ['POS-1 ']],
  ['POS-1 ', ['POS-1 ', 'POS-1'], 'POS-1 ', ['POS-1 ']],
  ['n\u0303', ['n\u0303'], 'n\u0303', ['n\u0303']],
  ['n\u0303', ['ñ'], 'ñ', ['n\u0303']],
  ['POS\u200b1', ['POS\u200b1'], 'POS\u200b1', ['POS\u200b1']],
  ['POS\u200b1', ['POS1'], null, ['POS\u200b1']],
  ['POS-1\0', ['POS-1'], 'POS-1', []],
  ['a\nb', [], null, []],
  ['', [], null, []],
];

it.each(CASES)('%j among %j is %j to a request that issues', async (text, stored, reference, asked) => {
  const lookedFor: string[] = [];
  const findByReference = async (_companyId: string, externalRef: string) => {
    lookedFor.push(externalRef);
    return stored.includes(externalRef) ? exampleRecord({ externalRef: keptRef(externalRef) }) : null;
  };
  expect(await referenceIn({ findByReference }, 'c', text)).toBe(reference);
  expect(lookedFor).toEqual(asked);
});

it.each([
  ['POS-1', ['POS-1']],
  ['nada', ['nada']],
  ['POS-1 ', ['POS-1 ', 'POS-1']],
  ['n\u0303', ['n\u0303', 'ñ']],
  ['a\nb', []],
])('%j is looked for as %j', async (text, asked) => {
  const lookedFor: string[] = [];
  const found = await namedBy(text, async (named) => {
    lookedFor.push(named);
    return named === 'POS-1' || named === 'ñ' ? named : null;
  });
  expect(lookedFor).toEqual(asked);
  expect(found).toBe(asked.find((one) => one === 'POS-1' || one === 'ñ') ?? null);
});

function keptRef(text: string): ExternalRef {
  const [reference] = referencesNamedBy(text);
  if (reference === undefined) throw new Error(`nothing has the reference ${text}`);
  return reference;
}
