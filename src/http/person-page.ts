import type { FastifyRequest } from 'fastify';
import type { Refusal } from '../core/refusals/refusal.ts';

/** Whether the answer is shown to a person: a browser asks for a page, and brings no key as programs do. */
export function isForPerson({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  const { accept = '', authorization } = headers;
  if (!['GET', 'HEAD'].includes(method) || authorization !== undefined) return false;
  return /\btext\/html\b/i.test(accept) && !/\bapplication\/json\b/i.test(accept);
}

/** What a page may load: nothing but its own style. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

interface Words {
  readonly title: string;
  readonly advice: string;
}

const WRONG_LINK: Words = {
  title: 'Este enlace no lleva a ningún documento',
  advice: 'Revise que la dirección esté completa, o pida el enlace de nuevo a quien se lo envió.',
};
const NO_ENTRY: Words = {
  title: 'Esta dirección no se abre en un navegador',
  advice: 'Es de la interfaz para programas. Si buscaba un documento, abra el enlace que le enviaron.',
};
const TROUBLE: Words = {
  title: 'No se pudo mostrar lo que pidió',
  advice: 'Vuelva a abrir el enlace dentro de unos minutos.',
};

/** A refusal as a small page for whoever opened a link. */
export function refusalPage({ status, detail }: Pick<Refusal, 'status' | 'detail'>): string {
  const { title, advice } = wordsFor(status);
  return `<!doctype html>
<html lang="es">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <style>body{font:1.1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:12vh auto;padding:0 1.5rem}small{color:#555}</style>
  </head>
  <body>
    <h1>${title}</h1>
    <p>${advice}</p>
    <p><small>${detail.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)}</small></p>
  </body>
</html>
`;
}

function wordsFor(status: number): Words {
  if (status === 401) return NO_ENTRY;
  return status < 429 ? WRONG_LINK : TROUBLE;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
