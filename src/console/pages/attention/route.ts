import type { FastifyInstance } from 'fastify';
import { parseDocumentId } from '../../../core/identifiers/document-id.ts';
import { may } from '../../../core/users/roles.ts';
import {
  ATTENTION_KINDS,
  type Attention,
  countAttention,
  needingIn,
} from '../../../operations/attention/count-attention.ts';
import { listAttention } from '../../../operations/attention/list-attention.ts';
import type { AttentionKey } from '../../../operations/attention/ports.ts';
import type { Markup } from '../../html.ts';
import { registerPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { recordDone } from '../../visit-deeds.ts';
import { attentionPage, kindAt } from './view.ts';

/** Entries of a page. */
const SHOWN = 20;

/** What needs somebody: one kind at a time, with how much there is of each. */
export function registerAttention(app: FastifyInstance, parts: ConsoleParts): void {
  registerPage(app, parts, {
    path: '/atender',
    isWithoutCount: true,
    permission: 'see_all',
    get: (visit) => shown(parts, visit),
  });
  registerTrial(app, parts);
}

/** In the sandbox nobody waits for a rejection: the simulated authority gives one where somebody asks for it. */
function registerTrial(app: FastifyInstance, parts: ConsoleParts): void {
  const { testAuthority } = parts.own;
  if (testAuthority === null) return;
  registerPage(app, parts, {
    path: '/atender/ensayo',
    permission: 'issue',
    get: (visit, reply) => reply.redirect(addressIn(visit, '/atender'), 303),
    async post(visit, reply) {
      const isAsked = visit.company.ambiente === '00' && (await testAuthority.rejectNext());
      if (isAsked)
        await recordDone(parts, visit, {
          deed: 'rehearsal_asked',
          subject: 'que se rechace el próximo documento',
        });
      const told = isAsked ? 'ensayo' : 'sin_ensayo';
      return reply.redirect(addressIn(visit, `/atender?tipo=rechazados&hecho=${told}`), 303);
    },
  });
}

async function shown({ reading, own, needs, clock }: ConsoleParts, visit: CompanyVisit): Promise<Markup> {
  const { companyId, company, query } = visit;
  const account = { companyId, ambiente: company.ambiente };
  const attention = await countAttention(reading, account);
  const needing = needingIn(attention.counts);
  needs.keep(account, needing);
  const kind = kindAt(query.one('tipo')) ?? mostUrgent(attention);
  const after = keyIn(query.one('despues'));
  const { items, next } = await listAttention(reading, account, { kind, after, limit: SHOWN });
  return attentionPage(
    { ...visit, needs: needing },
    {
      attention,
      kind,
      items,
      next: next === null ? null : `${next.us}.${next.documentId}.${next.address}`,
      isFirst: after === null,
      canRehearse: own.testAuthority !== null && company.ambiente === '00' && may(visit.role, 'issue'),
      done: query.one('hecho'),
      nowMs: clock.now(),
    },
  );
}

/** The first kind of which there is anything. */
function mostUrgent({ counts }: Attention) {
  return ATTENTION_KINDS.find((kind) => counts[kind] > 0) ?? 'rejected';
}

/** Null where the text is no place in a list. */
function keyIn(text: string): AttentionKey | null {
  const [, us, id = '', address = ''] = /^(-?\d{1,17})\.([0-9a-f-]{36})\.(.{0,100})$/.exec(text) ?? [];
  const documentId = parseDocumentId(id);
  return us === undefined || documentId === null ? null : { us, documentId, address };
}
