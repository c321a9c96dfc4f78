/**
 * `npm run package [-- flags of electron-builder]`: builds the lab, the list of its parts, and what is handed to users, in dist/.
 * `--stand-in` makes a folder around the stand-in for Electron, which is for tests and needs no network.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeDebScripts } from '../packaging/debScripts.mjs'
import { writeStandIn } from '../tests/electron-shim/standIn.mjs'
import { ensureBuilt, root } from './fresh.mjs'

// what is packaged is read by all users; the packager copies the icons with the mode that they have
process.umask(0o022)
const icons = join(root, 'packaging', 'icons')
for (const icon of readdirSync(icons)) chmodSync(join(icons, icon), 0o644)
refuseUntracked()
ensureBuilt()
run('scripts/sbom.mjs')
writeDebScripts(root)
const flags = process.argv.slice(2).filter(flag => flag !== '--stand-in')
if (flags.length < process.argv.length - 2) {
  const standIn = mkdtempSync(join(tmpdir(), 'stand-in-'))
  process.on('exit', () => rmSync(standIn, { recursive: true, force: true }))
  writeStandIn(standIn)
  flags.push('--dir', `-c.electronDist=${standIn}`)
}
run('node_modules/electron-builder/cli.js', '--config', 'electron-builder.config.mjs', ...flags)

/** A file in resources/ that git does not know would be packaged too, and the next builder would not have it. */
function refuseUntracked() {
  const { status, stdout } = spawnSync('git', ['ls-files', '--others', 'resources'], { cwd: root, encoding: 'utf8' })
  if (status !== 0 || stdout === '') return
  console.error(`Not packaged: git does not know these files, remove or add them:\n${stdout}`)
  process.exit(1)
}

/** @param {string} script in the project @param {readonly string[]} args */
function run(script, ...args) {
  const { status } = spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
