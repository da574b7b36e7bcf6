import { MINUTE_MS } from '../../../core/calendar/spans.ts';
import { summedTally, timeWithin } from '../../../operations/installation/counting.ts';
import type { Period } from '../../../operations/installation/node-history.ts';
import { countedOf, countOf, spanOf } from '../../words.ts';
import type { Chart, Series } from './chart.ts';

/** `40 ms`, `1.2 s`, `12 s`, `2 min`. */
export function timeOf(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${Math.round(ms / 100) / 10} s`;
  return ms < 2 * MINUTE_MS ? `${Math.round(ms / 1_000)} s` : spanOf(ms);
}

/** A number with a decimal where it is small. */
function rateText(value: number): string {
  return value < 10 ? String(Math.round(value * 10) / 10) : countOf(Math.round(value));
}

/** How often something happened in a minute of a period. */
function perMinute(of: (period: Period) => number): Series['of'] {
  return (period) => (of(period) * MINUTE_MS) / Math.max(1, period.toMs - period.fromMs);
}

function mostOf(periods: readonly Period[], of: Series['of']): number {
  return Math.max(0, ...periods.map((period) => of(period) ?? 0));
}

const waited = (of: (waiting: NonNullable<Period['waiting']>) => number) => (period: Period) =>
  period.waiting === null ? null : of(period.waiting);
const documents = waited((waiting) => waiting.documents);
const mails = waited((waiting) => waiting.mails);
const oldest = waited(({ oldestSeconds }) => oldestSeconds / 60);
const oldestMail = waited(({ oldestMailSeconds }) => oldestMailSeconds / 60);
const ageText = (minutes: number) => (minutes === 0 ? 'ninguno' : timeOf(minutes * MINUTE_MS));

/** What an operator looks at, in the order of its weight. */
export const CHARTS: readonly Chart[] = [
  {
    name: 'emitidos',
    title: 'Documentos por minuto',
    kind: 'bars',
    series: [
      { label: 'Sellados', tone: 'good', of: perMinute(({ issued }) => issued.stamped) },
      { label: 'En contingencia', tone: 'warn', of: perMinute(({ issued }) => issued.contingency) },
      { label: 'Rechazados', tone: 'bad', of: perMinute(({ issued }) => issued.rejected) },
      { label: 'Con error', tone: 'soft', of: perMinute(({ issued }) => issued.failed) },
    ],
    text: rateText,
    said(periods) {
      const { issued } = summedTally(periods);
      return `${countedOf(issued.stamped, 'sellado', 'sellados')}, ${countOf(issued.contingency)} en contingencia, ${countedOf(issued.rejected, 'rechazado', 'rechazados')}, ${countOf(issued.failed)} con error.`;
    },
  },
  {
    name: 'tiempo',
    title: 'Tiempo hasta el sello',
    kind: 'times',
    series: [
      { label: 'La mitad', tone: 'accent', of: (period) => timeWithin(period, 0.5) },
      { label: '99 de cada 100', tone: 'warn', of: (period) => timeWithin(period, 0.99) },
    ],
    text: timeOf,
    said(periods) {
      const all = summedTally(periods);
      const [half, most] = [timeWithin(all, 0.5), timeWithin(all, 0.99)];
      return half === null || most === null
        ? 'nada se selló.'
        : `la mitad en ${timeOf(half)}, 99 de cada 100 en ${timeOf(most)}.`;
    },
  },
  {
    name: 'cola',
    title: 'En cola, en toda la instalación',
    kind: 'lines',
    series: [
      { label: 'Documentos', tone: 'accent', of: documents },
      { label: 'Correos', tone: 'warn', of: mails },
    ],
    text: rateText,
    said: (periods) =>
      `a lo más ${countedOf(mostOf(periods, documents), 'documento', 'documentos')} y ${countedOf(mostOf(periods, mails), 'correo', 'correos')}.`,
  },
  {
    name: 'edad',
    title: 'Lo que espera el más viejo',
    kind: 'lines',
    series: [
      { label: 'Documento', tone: 'accent', of: oldest },
      { label: 'Correo', tone: 'warn', of: oldestMail },
    ],
    text: ageText,
    said: (periods) =>
      `documento, a lo más ${ageText(mostOf(periods, oldest))}; correo, ${ageText(mostOf(periods, oldestMail))}.`,
  },
  {
    name: 'hacienda',
    title: 'Llamadas a Hacienda por minuto',
    kind: 'bars',
    series: [
      { label: 'Respondidas', tone: 'good', of: perMinute(({ calls }) => calls.answered) },
      { label: 'Sin respuesta', tone: 'bad', of: perMinute(({ calls }) => calls.silent) },
    ],
    text: rateText,
    said(periods) {
      const { calls } = summedTally(periods);
      return `${countedOf(calls.answered, 'respondida', 'respondidas')}, ${countOf(calls.silent)} sin respuesta.`;
    },
  },
  {
    name: 'silencio',
    title: 'Empresas a las que Hacienda no responde',
    kind: 'lines',
    series: [{ label: 'Empresas', tone: 'bad', of: ({ silentCompanies }) => silentCompanies }],
    text: rateText,
    said: (periods) => `a lo más ${countOf(mostOf(periods, ({ silentCompanies }) => silentCompanies))}.`,
  },
  {
    name: 'conexiones',
    title: 'Conexiones a la base de datos',
    kind: 'lines',
    series: [
      { label: 'En uso', tone: 'accent', of: ({ connections }) => connections.taken },
      { label: 'Esperan una', tone: 'bad', of: ({ connections }) => connections.awaited },
    ],
    text: rateText,
    said: (periods) =>
      `a lo más ${countOf(mostOf(periods, ({ connections }) => connections.taken))} en uso, de ${countOf(mostOf(periods, ({ connections }) => connections.most))}.`,
  },
  {
    name: 'ocupado',
    title: 'Ocupación del proceso',
    kind: 'lines',
    series: [{ label: 'Del tiempo, ocupado (%)', tone: 'accent', of: ({ busy }) => Math.round(busy * 100) }],
    text: rateText,
    said: (periods) => `a lo más ${Math.round(mostOf(periods, ({ busy }) => busy) * 100)} %.`,
  },
];
