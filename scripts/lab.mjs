/** `npm run lab`: the terminal, built first if need be and run in this very process, so that Ctrl-C, stdin, TTY and exit code are its own. */
import { runTerminal } from './terminal.mjs'

await runTerminal(process.argv.slice(2))
