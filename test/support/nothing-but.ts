/** A part that can do what is given; whatever else is asked of it fails. */
export function nothingBut<Part extends object>(given: NoInfer<Partial<Part>> = {}): Part {
  const part: Part = Object.assign(Object.create(null), given);
  return new Proxy(part, {
    get(own, name) {
      // A part is awaited like any other value, and shown where a test fails.
      if (name in own || name === 'then' || typeof name === 'symbol') return Reflect.get(own, name);
      return () => {
        throw new Error('not expected here');
      };
    },
  });
}
