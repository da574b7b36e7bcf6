import { integerIn, isRecord, type JsonRecord, readExactJson, recordIn, textIn } from '../exact/json.ts';
import { observation } from '../shapes/fault.ts';
import { findFaults } from '../shapes/find-faults.ts';
import { isGenerationCode } from '../shapes/formats.ts';
import { isSignedBy, payloadText, splitJws } from '../signature/jws.ts';
import type { ContingencyFacts } from '../state/contingencies.ts';
import { NOT_OF_USER, TEXT_BY_CODE } from '../verdict/refusal.ts';
import { contingencyProblems, type EventBench, factsOf } from './contingencia-rules.ts';
import { contingenciaV3 } from './contingencia-v3.ts';
import { contingenciaV4 } from './contingencia-v4.ts';
import { type EventKind, OTHER_VERSION } from './event-kind.ts';

/** The versions of the event that there are. */
export const CONTINGENCY_KINDS: readonly EventKind[] = [contingenciaV3, contingenciaV4];

/** What was read of an event, and what is wrong with it; nothing wrong means that it is sealed. */
export interface ContingencyJudgement {
  readonly codigoGeneracion: string | null;
  readonly facts: ContingencyFacts | null;
  readonly observaciones: readonly string[];
}

/** More observations than this say nothing more. */
const MOST_OBSERVATIONS = 50;

/** Judges a signed contingency event: signature, whose it is, structure, and then all else at once. */
export function judgeContingencia(documento: string, bench: EventBench): ContingencyJudgement {
  const jws = splitJws(documento);
  const text = jws === null ? null : payloadText(jws);
  const event = text === null ? undefined : readExactJson(text);
  const codigoGeneracion = isRecord(event) ? codeOf(event) : null;
  const refused = (...observaciones: readonly string[]) => ({ codigoGeneracion, facts: null, observaciones });
  if (jws === null || !isSignedBy(jws, bench.issuer.key)) return refused(TEXT_BY_CODE['802']);
  if (!isRecord(event)) return refused(TEXT_BY_CODE['098']);
  const stranger = strangerOf(event, bench);
  if (stranger !== null) return refused(stranger);
  const version = integerIn(recordIn(event, 'identificacion'), 'version');
  const kind = CONTINGENCY_KINDS.find((each) => each.version === version);
  if (kind === undefined) return refused(`[identificacion.version] ${TEXT_BY_CODE['007']}`);
  if (!bench.versions.includes(kind.version)) return refused(TEXT_BY_CODE['096'], OTHER_VERSION);
  const faults = eventFaults(kind, event);
  if (faults.length > 0) return refused(...faults);
  return { codigoGeneracion, facts: factsOf(event), observaciones: contingencyProblems(event, bench) };
}

/** All that is wrong with the structure; the conditions are looked at once the fields are well-formed. */
export function eventFaults(kind: EventKind, event: unknown): readonly string[] {
  const faults = findFaults(kind.shape, event);
  const all = faults.length > 0 || !isRecord(event) ? faults : kind.conditions(event);
  return all.slice(0, MOST_OBSERVATIONS).map(observation);
}

function codeOf(event: JsonRecord): string | null {
  const code = textIn(recordIn(event, 'identificacion'), 'codigoGeneracion');
  return code !== null && isGenerationCode(code) ? code : null;
}

/** Another issuer's event, or one of another environment. */
function strangerOf(event: JsonRecord, { issuer }: EventBench): string | null {
  const nit = textIn(recordIn(event, 'emisor'), 'nit');
  const ambiente = textIn(recordIn(event, 'identificacion'), 'ambiente');
  if (nit !== null && nit !== issuer.nit) return NOT_OF_USER;
  if (ambiente === null || ambiente === issuer.ambiente) return null;
  return `[identificacion.ambiente] ${TEXT_BY_CODE['007']}`;
}
