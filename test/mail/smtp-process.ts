// A mail server of its own process: it keeps what it takes and does as it is told over the process channel.
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** How the server answers; a text is its answer to RCPT TO or to the message, with the code in front. */
export interface SmtpScript {
  /** Answers to the next recipients, in order; after them, all are welcome. */
  readonly recipients?: readonly string[];
  /** Answers to the next messages after their last byte. */
  readonly messages?: readonly string[];
  /** Takes the connection and says nothing, for as long as this holds. */
  readonly hangs?: boolean;
  /** Refuses logins, and says in clear what it was told. */
  readonly refusesLogins?: boolean;
}

/** What a server shows to be trusted, both as PEM. */
export interface MailTls {
  readonly key: string;
  readonly cert: string;
}

export interface TakenMessage {
  readonly from: string;
  readonly to: readonly string[];
  readonly secure: boolean;
  readonly user: string | null;
  /** The name that the sender gave itself. */
  readonly greeting: string;
  /** As it came, in Latin-1, so that no byte is lost on the channel. */
  readonly source: string;
}

const OFFER = process.argv[2] ?? '';
const TLS: object = JSON.parse(process.env['MAIL_TLS'] ?? '{}');
let recipients: string[] = [];
let messages: string[] = [];
let hangs = false;
let refusesLogins = false;

function refusal(answer: string): Error {
  return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) });
}

function takenBy(
  { envelope, secure, user, hostNameAppearsAs }: SMTPServerSession,
  source: string,
): TakenMessage {
  const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
  const to = envelope.rcptTo.map(({ address }) => address);
  return {
    from,
    to,
    secure,
    user: user === undefined ? null : String(user),
    greeting: hostNameAppearsAs,
    source,
  };
}

const DISABLED = new Map([
  ['login', ['STARTTLS']],
  ['starttls', []],
  ['tls', ['STARTTLS']],
]);

const server = new SMTPServer({
  ...TLS,
  disabledCommands: DISABLED.get(OFFER) ?? ['STARTTLS', 'AUTH'],
  secure: OFFER === 'tls',
  allowInsecureAuth: true,
  authOptional: true,
  disableReverseLookup: true,
  closeTimeout: 100,
  onConnect(_session, done) {
    if (!hangs) done();
  },
  onAuth({ username, password }, _session, done) {
    process.send?.({ kind: 'login' });
    if (refusesLogins) return done(refusal(`535 5.7.8 nobody is ${username} with ${password}`));
    done(null, { user: username });
  },
  onRcptTo(_address, _session, done) {
    const answer = recipients.shift();
    done(answer === undefined ? null : refusal(answer));
  },
  onData(stream, session, done) {
    const parts: Buffer[] = [];
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () => {
      const answer = messages.shift();
      if (answer !== undefined) return done(refusal(answer));
      const message = takenBy(session, Buffer.concat(parts).toString('latin1'));
      process.send?.({ kind: 'message', message });
      done();
    });
  },
});
server.on('error', () => undefined);

process.on('message', (script: SmtpScript) => {
  recipients = [...(script.recipients ?? [])];
  messages = [...(script.messages ?? [])];
  hangs = script.hangs ?? false;
  refusesLogins = script.refusesLogins ?? false;
  process.send?.({ kind: 'told' });
});
process.on('disconnect', () => process.exit());

const listening = server.listen(0, '127.0.0.1', () => {
  const address = listening.address();
  if (typeof address === 'object') process.send?.({ kind: 'ready', port: address?.port });
});
