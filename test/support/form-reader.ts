import { type ConsoleUser, type Posted, shownText } from './console-caller.ts';
import type { Answer } from './http-caller.ts';

/** What the form of this address in a page sends when nobody changes anything, but for its buttons. */
export function fieldsIn(page: string, action: RegExp): Readonly<Record<string, string>> {
  const form = [...page.matchAll(/<form [^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].find(([, at = '']) =>
    action.test(at),
  );
  const [, , inside = ''] = form ?? [];
  const inputs = [...inside.matchAll(/<input [^>]*>/g)].map(([tag]) => [
    attributeOf(tag, 'name'),
    attributeOf(tag, 'value'),
  ]);
  const areas = [...inside.matchAll(/<textarea ([^>]*)>(.*?)<\/textarea>/gs)].map(
    ([, tag = '', text = '']) => [attributeOf(` ${tag}`, 'name'), shownText(text)],
  );
  const selects = [...inside.matchAll(/<select ([^>]*)>(.*?)<\/select>/gs)].map(
    ([, tag = '', options = '']) => {
      const chosen =
        /<option value="([^"]*)" selected/.exec(options) ?? /<option value="([^"]*)"/.exec(options);
      return [attributeOf(` ${tag}`, 'name'), shownText(chosen?.[1] ?? '')];
    },
  );
  return Object.fromEntries([...inputs, ...areas, ...selects]);
}

function attributeOf(tag: string, attribute: string): string {
  return shownText(new RegExp(` ${attribute}="([^"]*)"`).exec(tag)?.[1] ?? '');
}

/** The fields of a page beside which it says what is wrong. */
export function wrongFieldsIn(page: string): readonly string[] {
  return [...page.matchAll(/ id="([^"]+)-problem"/g)].map(([, name = '']) => name);
}

/** The address of the paper that a page shows in a frame. */
export function paperIn(page: string): string {
  const [, address = ''] = /<iframe class="sheet-view" src="([^"#]+)/.exec(page) ?? [];
  return shownText(address);
}

/** Opens an address and whatever it leads to. */
export async function open(user: Pick<ConsoleUser, 'get'>, address: string): Promise<Answer> {
  const answer = await user.get(address);
  const { location } = answer.headers;
  return location === undefined ? answer : open(user, location);
}

/** Fills the form of a page in, presses a button, and opens what that leads to. */
export async function submit(
  user: Pick<ConsoleUser, 'get' | 'post'>,
  page: Pick<Answer, 'text'>,
  form: { readonly action: RegExp; readonly fields?: Posted; readonly button: readonly [string, string] },
): Promise<Answer & { readonly address: string }> {
  const [, action = ''] =
    [...page.text.matchAll(/<form [^>]*action="([^"]*)"/g)].find(([, at = '']) => form.action.test(at)) ?? [];
  const [name, value] = form.button;
  const fields = { ...fieldsIn(page.text, form.action), ...form.fields, [name]: value };
  const answer = await user.post(action, fields);
  const { location } = answer.headers;
  if (location === undefined) return { ...answer, address: action };
  return { ...(await open(user, location)), address: location };
}
