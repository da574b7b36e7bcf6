import { setTimeout as sleep } from 'node:timers/promises';
import { PUBLIC_URL } from '../support/composition.ts';
import type { HouseCompany } from '../support/house.ts';
import { isJson } from '../support/http-caller.ts';
import { type CallStep, commandOf, filledIn, type ShownAnswer } from './guia-page.ts';
import type { TerminalOrder } from './guia-terminal.ts';

/** A walk through one page, as its company. */
export interface Walk {
  readonly company: HouseCompany;
  /** What the page calls `$API`, `$CLAVE` and the like. */
  readonly variables: Readonly<Record<string, string>>;
  /** How many documents the company had numbered before the page: in a page the first has number 1. */
  readonly numbered: number;
}

/** Where the pages say that the service is. */
const PRINTED_URL = 'http://localhost:8080';

/** What is another in every run, each with what stands for it; all else must be as the page shows it. */
const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}\b/g, '(CODIGO)'],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '(uuid)'],
  [/\b[0-9A-Z]{40}\b/g, '(sello)'],
  [/token=[\w.-]+/g, 'token=(token)'],
  [/(?<=[a-z0-9]-)[1-9]\d{9}\b/g, '(vez)'],
  [/\b\d{4}-\d\d-\d\dT[\d:.]+(?:-06:00|Z)/g, '(instante)'],
  [/\b\d{4}-\d\d-\d\d\b/g, '(fecha)'],
  [/^\d\d:\d\d:\d\d$/, '(hora)'],
  [/\b\d\d\/\d\d\/\d{4} [\d:]{8}\b/g, '(instante de Hacienda)'],
];

/** Headers whose number depends on the clock and on what was asked before. */
const COUNTED = /^(?:retry-after|x-ratelimit-(?:remaining-.*|reset))$/;

const PATIENCE_MS = 5_000;

/** A number of ten digits, as `date +%s` prints it, and never the same one twice. */
let time = Math.floor(Date.now() / 1000);

/** Does what the terminal is told and answers the variables after it. */
export async function obey(order: TerminalOrder, { company, variables }: Walk): Promise<Walk['variables']> {
  if (order.kind === 'company') {
    if (!isJson(order.change)) throw new Error('a company file is changed by an object');
    await company.change(order.change);
    return variables;
  }
  if (order.kind === 'key') {
    const { key } = await company.withKey({ perMinute: order.perMinute, perHour: 5000 });
    return { ...variables, [order.variable]: key ?? '' };
  }
  if (order.kind === 'start') return variables;
  if (order.kind === 'time') {
    time += 1;
    return { ...variables, [order.variable]: String(time) };
  }
  const headers = { authorization: `Bearer ${variables['CLAVE']}` };
  const { body } = await ask(`${variables['API']}${filledIn(order.path, variables)}`, {
    method: order.method ?? 'GET',
    headers,
  });
  return { ...variables, [order.variable]: isJson(body) ? String(body[order.field]) : '' };
}

/** Runs a command and answers what came back; of one that has to wait, the first answer that `fits`, or the last. */
export async function runStep(
  step: CallStep,
  walk: Walk,
  fits: (answer: ShownAnswer) => boolean,
): Promise<ShownAnswer> {
  const { url, ...init } = commandOf(step, walk.variables);
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask(url.replace(PUBLIC_URL, walk.company.url), init);
    if (!step.waits || fits(answer) || performance.now() > deadline) return answer;
    await sleep(50);
  }
}

async function ask(url: string, init: RequestInit): Promise<ShownAnswer> {
  const response = await fetch(url, init);
  const bytes = Buffer.from(await response.arrayBuffer());
  const isText = /json/.test(response.headers.get('content-type') ?? '');
  const headers = Object.fromEntries(response.headers);
  return { status: response.status, headers, body: isText ? JSON.parse(bytes.toString('utf8')) : {} };
}

/** An answer with everything that is another in every run replaced, and control numbers counted from `numbered`. */
export function masked({ status, headers, body }: ShownAnswer, numbered = 0): ShownAnswer {
  const counted = Object.entries(headers).map(([name, value]) => [
    name,
    COUNTED.test(name) ? value.replace(/\d+/g, '(número)') : value,
  ]);
  return { status, headers: Object.fromEntries(counted), body: maskedValue(body, numbered) };
}

function maskedValue(value: unknown, numbered: number): unknown {
  if (typeof value === 'string') return maskedText(value, numbered);
  if (Array.isArray(value)) return value.map((inner) => maskedValue(inner, numbered));
  if (!isJson(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, maskedValue(inner, numbered)]),
  );
}

function maskedText(text: string, numbered: number): string {
  const printed = text
    .replaceAll(PUBLIC_URL, PRINTED_URL)
    .replace(/(?<=DTE-\d\d-\w{8}-)\d{15}/g, (number) => String(Number(number) - numbered).padStart(15, '0'));
  return VOLATILE.reduce((before, [pattern, name]) => before.replace(pattern, name), printed);
}
