/** `npm run package [-- flags of electron-builder]`: builds the lab, the list of its parts, and what is handed to users, in dist/. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { writeDebScripts } from '../packaging/debScripts.mjs'
import { ensureBuilt, root } from './fresh.mjs'

ensureBuilt()
run('scripts/sbom.mjs')
writeDebScripts(root)
run('node_modules/electron-builder/cli.js', '--config', 'electron-builder.config.mjs', ...process.argv.slice(2))

/** @param {string} script in the project @param {readonly string[]} args */
function run(script, ...args) {
  const { status } = spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
