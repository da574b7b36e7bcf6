import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { once } from '../core/once.ts';

/** A file that pages load; its address names its content, so that a browser may keep it for good. */
interface Asset {
  readonly address: string;
  readonly type: string;
  readonly content: Buffer;
  /** Made once, when a browser first asks for it. */
  readonly compressed: () => Promise<Buffer>;
}

/** Where all of them are. */
const FOLDER = '/app/-/';
const HASH_LENGTH = 16;
const A_YEAR_S = 31_536_000;

const compress = promisify(brotliCompress);

/** One script ends before the next begins, however it is written. */
const BETWEEN_SCRIPTS = '\n;\n';

function assetOf(name: string, type: string, files: readonly string[]): Asset {
  const texts = files.map((file) => readFileSync(new URL(`assets/${file}`, import.meta.url), 'utf8'));
  const content = Buffer.from(texts.join(BETWEEN_SCRIPTS));
  const hash = createHash('sha256').update(content).digest('hex').slice(0, HASH_LENGTH);
  return {
    address: FOLDER + name.replace('.', `.${hash}.`),
    type,
    content,
    compressed: once(() => compress(content)),
  };
}

const STYLE = assetOf('console.css', 'text/css; charset=utf-8', ['console.css']);
const SCRIPTS = ['htmx.min.js', 'hx-sse.min.js', 'copy.js', 'passkeys.js'];
const SCRIPT = assetOf('console.js', 'text/javascript; charset=utf-8', SCRIPTS);
const ICON = assetOf('icon.svg', 'image/svg+xml; charset=utf-8', ['icon.svg']);

/** The addresses of the files that every page loads. */
export const ASSETS = { style: STYLE.address, script: SCRIPT.address, icon: ICON.address };

/** The style sheet as it stands in the first page of a visitor, and the hash by which the policy lets it stand there. */
export const FIRST_STYLE = {
  text: STYLE.content.toString('utf8'),
  hash: `'sha256-${createHash('sha256').update(STYLE.content).digest('base64')}'`,
};

/** Serves these files; they are for everybody. */
export function registerAssets(app: FastifyInstance): void {
  for (const { address, type, content, compressed } of [STYLE, SCRIPT, ICON])
    app.get(address, { config: { access: 'everybody' } }, async (request, reply) => {
      const packed = /\bbr\b/.test(String(request.headers['accept-encoding']));
      reply.type(type).header('cache-control', `public, max-age=${A_YEAR_S}, immutable`);
      reply.header('vary', 'accept-encoding');
      if (packed) reply.header('content-encoding', 'br');
      return reply.send(packed ? await compressed() : content);
    });
}
