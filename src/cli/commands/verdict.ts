import { join } from 'node:path';
import { KEPT_SERVICES, keptVerdict, MARKS } from '../../core/keeping/kept-verdict.ts';
import type { Answer, Call } from '../command.ts';
import { CommandFailure, UsageFailure } from '../failure.ts';
import { makeFolder, readJsonFile, writeNew } from '../files.ts';

export async function verdictKeep({ places: [file = '', folder = ''], options }: Call): Promise<Answer> {
  const mark = wordIn(options.get('mark') ?? 'R', MARKS, 'mark');
  const named = options.get('service');
  const service = named === undefined ? undefined : wordIn(named, KEPT_SERVICES, 'service');
  const signed = options.get('document');
  const { value: logged } = await readJsonFile(file);
  const document = signed === undefined ? undefined : (await readJsonFile(signed)).value;
  const source = options.get('source') ?? '';
  const kept = keptVerdict({ logged, document, source, mark, service });
  if (kept === null)
    throw new CommandFailure('no_answer', `${file} holds no answer of the authority: it must be an object.`);
  await makeFolder(folder);
  const files: string[] = [];
  for (const [name, content] of Object.entries(kept)) {
    const path = join(folder, name);
    await writeNew(path, textOf(content));
    files.push(path);
  }
  return { json: { files }, text: [...files, READ_IT] };
}

const READ_IT =
  'Read what the authority says in answer.json before you give it away: only words that its known messages have stay, and a name may consist of such words.';

async function* textOf(content: unknown): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${JSON.stringify(content, null, 2)}\n`);
}

function wordIn<Word extends string>(word: string, words: readonly Word[], option: string): Word {
  const found = words.find((one) => one === word);
  if (found !== undefined) return found;
  throw new UsageFailure(`--${option} must be one of ${words.join(', ')}.`);
}
