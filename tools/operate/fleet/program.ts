import { Command } from '@commander-js/extra-typings';

/** The tool without its commands; each group of those adds its own. */
export type Program = ReturnType<typeof newProgram>;

/** Options that every command takes, before its name or after. */
export type GlobalOptions = ReturnType<Program['opts']>;

/** The tool with nothing but what all commands share. It throws where the library would end the process. */
export function newProgram() {
  return new Command('fleet')
    .description('Fills and inspects the tables of a stage, and starts upgrades through its API.')
    .option('--stage <name>', 'a deployed stage, by the outputs of its stack; without it, the local one')
    .option('--json', 'print JSON, one object a line')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      outputError: (text, write) => {
        write(`${oneLine(text)}\n`);
      },
    })
    .addHelpText('after', '\nExit code: 0 done, 1 it failed, 2 the command line makes no sense.')
    .exitOverride();
}

/** A suggestion would stand on a line of its own; and what was given where nothing is expected may be a secret. */
function oneLine(text: string): string {
  return text
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replace(/(unknown option '[^'=]*)=.*'/s, "$1'")
    .replace(/(arguments? but got \d+): .*/s, '$1.');
}
