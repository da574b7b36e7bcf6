/** What a stand-in says once: as it is, or what comes of looking around first. */
export type Scripted<T, Asked = void> = T | ((asked: Asked) => T | Promise<T>);

/** What a stand-in says one after the other; a call beyond the script fails the test. */
export interface Script<T, Asked = void> {
  add(...more: readonly Scripted<T, Asked>[]): void;
  next(asked: Asked): Promise<T>;
}

export function scriptOf<T, Asked = void>(what: string): Script<T, Asked> {
  const script: Scripted<T, Asked>[] = [];
  return {
    add: (...more) => void script.push(...more),
    async next(asked) {
      const said = script.shift();
      if (said === undefined) throw new Error(`the script has no answer for this ${what}`);
      return said instanceof Function ? said(asked) : said;
    },
  };
}
