/** Numbers that stand under each other, each with as many decimals as the one that has the most. */
export function evened(numbers: readonly string[]): readonly string[] {
  const most = Math.max(0, ...numbers.map(decimalsOf));
  return numbers.map((number) => {
    const missing = most - decimalsOf(number);
    if (missing === 0) return number;
    return `${number}${number.includes('.') ? '' : '.'}${'0'.repeat(missing)}`;
  });
}

function decimalsOf(number: string): number {
  const point = number.indexOf('.');
  return point < 0 ? 0 : number.length - point - 1;
}
