/** Root of the terminal: `lab play`, `lab search`, `lab bench`, `lab profile`, `lab replay`, `lab perft`, `lab serve`. */
import { runTerminal } from './hosts/terminal/program'

await runTerminal(process.argv.slice(2))
