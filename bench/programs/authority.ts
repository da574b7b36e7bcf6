/**
 * The authority of the bench, a process of its own: it stamps whatever arrives after the delay it is told, and keeps a
 * ledger that shows whether anything arrived twice. It judges nothing, so that the processor is the service's; the
 * simulator judges.
 */
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from './commands.ts';
import { createMessageReader, type Message } from './message-reader.ts';

interface Ledger {
  readonly stamps: Set<string>;
  repeated: number;
  /** The time of receptions, from the last byte of the request to the answer. */
  answerMs: number;
  receptions: number;
}

let delayMs = 0;
let ledger = emptyLedger();

function emptyLedger(): Ledger {
  return { stamps: new Set(), repeated: 0, answerMs: 0, receptions: 0 };
}

const TOKEN = answer(200, { status: 'OK', body: { token: 'Bearer un-token-de-prueba', roles: [] } });

function answer(status: number, body: unknown): string {
  const text = JSON.stringify(body);
  return `HTTP/1.1 ${status} OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

/** 40 characters, as seals have. */
function sealOf(codigoGeneracion: string): string {
  return `2026${codigoGeneracion.replaceAll('-', '')}ABCD`;
}

function stamp(codigoGeneracion: string): string {
  return answer(200, {
    version: 2,
    ambiente: '00',
    versionApp: 2,
    estado: 'PROCESADO',
    codigoGeneracion,
    selloRecibido: sealOf(codigoGeneracion),
    fhProcesamiento: '22/11/2026 10:00:00',
    clasificaMsg: '10',
    codigoMsg: '001',
    descripcionMsg: 'RECIBIDO',
    observaciones: [],
  });
}

const NOT_HERE = 'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n';
const CODE = Buffer.from('"codigoGeneracion":"');
const CODE_LENGTH = 36;

/** Null for what is no document: an invalidation, a lote, a query. */
function codeIn(body: Buffer): string | null {
  const at = body.lastIndexOf(CODE);
  if (at < 0) return null;
  return body.toString('latin1', at + CODE.length, at + CODE.length + CODE_LENGTH);
}

async function receive(socket: Socket, { start, body }: Message): Promise<void> {
  const startedMs = performance.now();
  if (start.startsWith('POST /seguridad/auth')) {
    socket.write(TOKEN);
    return;
  }
  const code = codeIn(body);
  if (code === null) {
    socket.write(NOT_HERE);
    return;
  }
  const isReception = start.startsWith('POST /fesv/recepciondte');
  if (isReception && ledger.stamps.has(code)) ledger.repeated += 1;
  if (isReception) ledger.stamps.add(code);
  if (delayMs > 0) await sleep(delayMs);
  socket.write(stamp(code));
  ledger.receptions += 1;
  ledger.answerMs += performance.now() - startedMs;
}

const server = createServer((socket) => {
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on(
    'data',
    createMessageReader((message) => void receive(socket, message)),
  );
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  serve(`http://127.0.0.1:${port}`, {
    delay: ({ ms }) => {
      delayMs = Number(ms);
      return {};
    },
    /** What happened since the last look. */
    ledger: () => {
      const { stamps, repeated, answerMs, receptions } = ledger;
      ledger = emptyLedger();
      return { stamps: stamps.size, repeated, meanAnswerMs: receptions === 0 ? 0 : answerMs / receptions };
    },
  });
});
