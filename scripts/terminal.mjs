import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt, root } from './fresh.mjs'

/**
 * Runs the terminal in this process, as if it had been started with `args`.
 * @param {readonly string[]} args
 */
export async function runTerminal(args) {
  ensureBuilt()
  const cli = join(root, 'out', 'main', 'cli.js')
  process.argv.splice(1, Infinity, cli, ...args)
  await import(pathToFileURL(cli).href)
}
