/** How a program of the bench takes commands from the process that started it: one message asks, one answers. */
export type Command = (options: Readonly<Record<string, unknown>>) => unknown;

/** Says under which address the program serves, and answers commands until the starter is gone. */
export function serve(url: string, commands: Readonly<Record<string, Command>>): void {
  process.on(
    'message',
    (order: {
      readonly id: number;
      readonly command: string;
      readonly options: Readonly<Record<string, unknown>>;
    }) => {
      const command = commands[order.command];
      if (command === undefined) throw new Error(`no command ${order.command}`);
      void Promise.resolve(command(order.options)).then((answer) => process.send?.({ id: order.id, answer }));
    },
  );
  process.on('disconnect', () => process.exit(0));
  process.send?.({ url });
}
