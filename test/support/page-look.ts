import { setTimeout as sleep } from 'node:timers/promises';
import type { Window } from './console-browser.ts';

/** What the console's templates write; anything else on a page came out of somebody's text. */
const ELEMENTS =
  'html head meta title link script style body a aside b bdi br button caption code datalist dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 header i iframe input label legend li main nav noscript ol option output p path polyline circle line rect progress section select small span strong summary svg table tbody td textarea tfoot th thead time tr ul';
const ATTRIBUTES =
  'accept action async autocomplete autofocus charset checked class colspan content cx cy d datetime defer disabled download enctype enterkeyhint for formaction formnovalidate headers height hidden href hx-get hx-post hx-select hx-sse:connect hx-status:4xx hx-status:5xx hx-swap hx-swap-oob hx-target hx-trigger id inputmode lang list loading max maxlength method min minlength multiple name novalidate open pattern placeholder points preserveaspectratio preserveAspectRatio r readonly rel required role rows scope selected size spellcheck src step tabindex target title type value viewBox width x y';
const ADDRESSES = 'href src action formaction hx-get hx-post hx-sse:connect';
/** What the browser holds apart from the words around it. */
const APART = 'bdi, option, textarea, title, svg, script, style';

/**
 * What is wrong with a page, a line each: a frame that is not the console's, elements and attributes that it does not
 * write, addresses of others, what is wider than its place or than the window, and marks of direction that reach the
 * words beside them.
 */
const LOOK = `(() => {
  const found = [];
  const say = (what, one) => found.push(what + ': ' + String(one?.outerHTML ?? one).slice(0, 240));
  const setOf = (names) => new Set(names.split(' '));
  const [elements, attributes, addresses] = [setOf('${ELEMENTS}'), setOf('${ATTRIBUTES}'), setOf('${ADDRESSES}')];
  for (const part of ['main#main', 'h1', 'body > header.top', 'body > a.skip'])
    if (document.querySelectorAll(part).length !== 1) say('not one ' + part, document.body);
  if (!document.title.endsWith(' · Sello')) say('title', document.title);
  const clips = (one) => getComputedStyle(one).overflowX !== 'visible' || getComputedStyle(one).clipPath !== 'none';
  const isClipped = (one) => one !== document.body && (clips(one) || isClipped(one.parentElement));
  for (const one of document.querySelectorAll('*')) {
    if (!elements.has(one.localName)) say('a strange element', one);
    if (one.localName === 'script' && (one.textContent !== '' || !one.hasAttribute('src'))) say('a script of its own', one);
    for (const { name, value } of one.attributes) {
      if (!attributes.has(name) && !/^(?:aria|data)-[a-z-]+$/.test(name)) say('a strange attribute ' + name, one);
      if (addresses.has(name) && new URL(value, location).origin !== location.origin && !value.startsWith('https://sello.example.com/'))
        say('leads elsewhere', one);
    }
    if (!document.body.contains(one) || one.matches('.skip, .hidden-words, .hidden-words *, svg, svg *, option')) continue;
    if (!one.checkVisibility({ visibilityProperty: true })) continue;
    const { left, right, width } = one.getBoundingClientRect();
    if (width > 0 && (right > innerWidth + 1 || left < -1) && !isClipped(one.parentElement)) say('beyond the window', one);
    if (one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1 && !isClipped(one)) say('wider than its place', one);
  }
  if (document.documentElement.scrollWidth > innerWidth) say('wider than the window', document.documentElement.scrollWidth);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    if (!/[\\u202a-\\u202e\\u2066-\\u2069\\u200f\\u061c\\u0590-\\u08ff]/.test(text.data)) continue;
    let block = text.parentElement;
    if (block.closest('${APART}') !== null) continue;
    while (getComputedStyle(block).display.startsWith('inline')) block = block.parentElement;
    if (block.textContent.trim() !== text.data.trim()) say('turns what is beside it', block);
  }
  return found;
})()`;

/** What the fields of the page hold now, each with its name; what is kept from people and what they choose is left out. */
const TYPED = `(() => [...document.querySelectorAll('main input, main textarea')]
  .filter((one) => one.name !== '' && !/^(?:hidden|password|checkbox|radio|file)$/.test(one.type))
  .map((one) => [one.name, one.localName === 'textarea' ? one.value : one.getAttribute('value') ?? '']))()`;

/** The forms of a page that somebody types in: their addresses, in the order of the page. */
const TYPED_IN = `[...document.querySelectorAll('main form')]
  .filter((form) => [...form.elements].some((one) => one.name !== '' && /^(?:text|email|search|tel|url|password|date|textarea)$/.test(one.type)))`;
const FORMS = `(() => ${TYPED_IN}
  .map((form) => ({ action: form.getAttribute('action') ?? '', method: form.method,
    fields: [...form.elements].filter((one) => one.matches('input:not([type=hidden]), textarea, select')).length })))()`;

/**
 * Fills in each field of a form, whatever the browser would admit there, and sends it by its first named button. What the
 * form of a sign-in carries for later is filled in as well.
 */
const SEND = (action: string, texts: readonly string[]) => `(() => {
  const texts = ${JSON.stringify(texts)};
  const form = ${TYPED_IN}.find((one) => one.getAttribute('action') === ${JSON.stringify(action)});
  if (form === undefined) return null;
  const isSignIn = form.querySelector('[autocomplete=current-password]') !== null;
  const typed = {};
  let place = 0;
  for (const one of form.elements) {
    if (/^(?:_csrf|_entrar)?$/.test(one.name) || /^(?:submit|button|checkbox|radio|file)$/.test(one.type)) continue;
    if (one.type === 'hidden' && !isSignIn) continue;
    const text = texts[place % texts.length];
    place += 1;
    if (one.localName === 'select') one.add(Object.assign(new Option(text, text), { selected: true }));
    else {
      const isKept = /^(?:hidden|password)$/.test(one.type);
      if (one.localName === 'input' && !isKept) one.type = 'text';
      one.value = text;
      if (!isKept) typed[one.name] = one.value;
    }
  }
  const button = [...form.elements].find((one) => one.type === 'submit' && /^(?:paso|seguir)$/.test(one.name));
  if (button !== undefined) form.append(Object.assign(document.createElement('input'), { type: 'hidden', name: button.name, value: button.value }));
  HTMLFormElement.prototype.submit.call(form);
  return typed;
})()`;

/** A form of a page. */
export interface SeenForm {
  readonly action: string;
  readonly method: string;
  readonly fields: number;
}

/** A window that is watched while hostile words come and go in it. */
export interface WatchedWindow {
  readonly window: Window;
  /** Opens an address, and again where too many were opened. */
  go(path: string): Promise<void>;
  forms(): Promise<readonly SeenForm[]>;
  /** Sends a form of the page with these texts in its fields; what was typed by the fields' names, or null where too many were sent. */
  send(action: string, texts: readonly string[]): Promise<Readonly<Record<string, string>> | null>;
  typed(): Promise<readonly (readonly [name: string, text: string])[]>;
  /** What is wrong with the page, and what has gone wrong since the last look: dialogs, errors, calls of others. */
  look(): Promise<readonly string[]>;
}

const TOO_MANY = 429;
const PATIENCE_MS = 1_000;

/** Watches a window of the console at this address. */
export function watchWindow(window: Window, url: string): WatchedWindow {
  const { page } = window;
  const wrong: string[] = [];
  let told = 0;
  let status = 200;
  page.on('dialog', (dialog) => {
    wrong.push(`a script said ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${url}/app`) && !request.url().startsWith('data:'))
      wrong.push(`it asked ${request.url().slice(0, 100)}`);
  });
  page.on('response', (response) => {
    if (response.request().isNavigationRequest() && response.frame() === page.mainFrame())
      status = response.status();
  });
  const settled = async (navigate: () => Promise<unknown>): Promise<void> => {
    await Promise.all([page.waitForEvent('load'), navigate()]);
  };
  return {
    window,
    async go(path) {
      for (;;) {
        await settled(() => window.go(path));
        if (status !== TOO_MANY) return;
        await sleep(PATIENCE_MS);
      }
    },
    forms: () => page.evaluate<readonly SeenForm[]>(FORMS),
    async send(action, texts) {
      let typed: Readonly<Record<string, string>> | null = null;
      const fill = async () => {
        typed = await page.evaluate<Readonly<Record<string, string>> | null>(SEND(action, texts));
      };
      await settled(fill);
      const forms = await page.evaluate<readonly SeenForm[]>(FORMS);
      // Whoever has tried too often to sign in is shown the form again.
      if (status !== TOO_MANY || forms.some((form) => form.action === action)) return typed;
      await sleep(PATIENCE_MS);
      return null;
    },
    typed: () => page.evaluate<readonly (readonly [name: string, text: string])[]>(TYPED),
    async look() {
      const found = await page.evaluate<readonly string[]>(LOOK);
      const complaints = window.complaints.slice(told).filter((line) => !/status of [34]\d\d/.test(line));
      told = window.complaints.length;
      const answer = status >= 500 ? [`answered with ${status}`] : [];
      return [...answer, ...wrong.splice(0), ...complaints, ...found];
    },
  };
}
