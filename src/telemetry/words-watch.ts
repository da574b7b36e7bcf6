import { accountName } from '../core/dte/kinds.ts';
import type { AuthorityAccount, Words } from '../operations/authority/ports.ts';

export interface WordsWatchLog {
  warn(event: string, detail: Readonly<Record<string, string>>): void;
}

/** So many different texts are remembered; with the next one, all are forgotten and may be logged once more. */
const MOST_REMEMBERED = 1_000;

/** What differs between two answers that say the same: codes of generation, numbers, instants. */
const CHANGING = /[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}|\d+/gi;

/** Tells the operator what the authority says in answers without a verdict: each code and text once for each account. */
export function createWordsWatch(log: WordsWatchLog): (account: AuthorityAccount, words: Words) => void {
  const told = new Set<string>();
  return (account, { code, text }) => {
    const key = [accountName(account), code, text.replaceAll(CHANGING, '#')].join('\n');
    if (told.has(key)) return;
    if (told.size >= MOST_REMEMBERED) told.clear();
    told.add(key);
    const { companyId, ambiente: environment } = account;
    log.warn('authority_words_without_verdict', { companyId, environment, code, text });
  };
}
