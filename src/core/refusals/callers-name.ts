/** What callers call a member of their orders: `documentType` is `document_type`. */
export function callersName(member: string): string {
  return member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
