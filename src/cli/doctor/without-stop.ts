/** A sentence as the message of a check, behind which the stop and the advice follow. */
export function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}
