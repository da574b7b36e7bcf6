import type { Ambiente } from '../core/dte/kinds.ts';
import type { PageQuery } from '../operations/listings/ports.ts';
import { readSelection, SELECTION_PARAMETERS } from '../operations/listings/read-selection.ts';
import { UsageFailure } from './failure.ts';

const NAMES = Object.keys(SELECTION_PARAMETERS);

const optionOf = (name: string) => name.replaceAll('_', '-');

/** The options that say which documents are meant, as the parameters of GET /documents do. */
export const SELECTION_OPTIONS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(NAMES.map((name) => [optionOf(name), 'VALUE'])),
  from: 'DATE',
  to: 'DATE',
};

/** Documents that are read at a time. */
const PAGE = 200;

/** What the options mean, page by page. Throws UsageFailure with the first that is wrong. */
export function queryOfOptions(
  options: ReadonlyMap<string, string>,
  ambiente: Ambiente,
  newestFirst: boolean,
): PageQuery {
  const texts = Object.fromEntries(NAMES.map((name) => [name, options.get(optionOf(name))]));
  const reading = readSelection(texts, ambiente);
  if (reading.kind === 'problems') {
    const [first] = reading.problems;
    throw new UsageFailure(`--${optionOf(first?.path ?? '')}: ${first?.message}`);
  }
  const { selection } = reading;
  return { selection, after: null, newestFirst, limit: PAGE, withStanding: true, withDelivery: false };
}
