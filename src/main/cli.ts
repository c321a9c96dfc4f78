/** Root of the terminal: `lab play`, `lab search`, `lab tree`, `lab bench`, `lab data`, `lab tune`, `lab profile`, `lab replay`, `lab perft`, `lab serve`, `lab address`. */
import process from 'node:process'

const { node } = process.versions
const [major, minor] = node.split('.').map(Number) as [number, number]
// as package.json has it: node:sqlite without a flag, and with backups
if (major > 22 || (major === 22 && minor >= 15)) {
  // not above: an older Node cannot load these modules, and this file has to say so
  // no module.enableCompileCache(): its folder for temporary files may be another user's, whose code the lab would run
  const { runTerminal } = await import('./hosts/terminal/program')
  const { Terminal } = await import('./hosts/terminal/terminal')
  await runTerminal(process.argv.slice(2), new Terminal(process))
} else {
  process.stderr.write(`lab: Node 22.15 or newer is needed, this is ${node}. Install one from https://nodejs.org.\n`)
  process.exitCode = 1
}
