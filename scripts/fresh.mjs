/** Is out/ newer than everything it is made from? Shared by every script that runs the built lab. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/**
 * Written by build.mjs after a complete build, with the time at which that build *started*, so that an edit made during it counts
 * as newer.
 */
export const STAMP = 'out/.built'

export const INPUTS = [
  ...['src', 'resources', 'packaging/licences', 'LICENSE', 'package.json', 'package-lock.json'],
  ...['electron.vite.config.ts', 'asconfig.json'],
  ...['build', 'fresh', 'kernel', 'notices', 'shipped'].map(name => `scripts/${name}.mjs`),
]

/**
 * Latest change under `paths` (relative to the project), in ms since the epoch; -Infinity if none of them exists. Includes the
 * folders' own times, which a deletion changes.
 * @param {readonly string[]} paths
 */
export function newestChange(paths) {
  return Math.max(...paths.map(path => newestUnder(join(root, path))))
}

/** @param {string} path without `join` below it: that of 1,300 files took 9 ms of each start */
function newestUnder(path) {
  const entry = statSync(path, { throwIfNoEntry: false })
  if (!entry) return -Infinity
  let newest = entry.mtimeMs
  if (entry.isDirectory()) for (const name of readdirSync(path)) newest = Math.max(newest, newestUnder(`${path}/${name}`))
  return newest
}

export function isFresh() {
  return newestChange([STAMP]) > newestChange(INPUTS)
}

function isWritable() {
  const out = join(root, 'out')
  try {
    for (const folder of existsSync(out) ? [root, out] : [root]) accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Builds if anything changed, and reports that on stderr. If the build fails, prints its output and ends the process with its
 * exit code.
 */
export function ensureBuilt() {
  if (isFresh()) return
  if (!isWritable()) {
    console.error(`The lab must be built, and you may not write to ${root}. Let its owner run "npm run build" there.`)
    process.exit(1)
  }
  const isFirst = newestChange([STAMP]) === -Infinity
  console.error(isFirst ? 'Building, once (up to a minute) …' : 'Building what has changed …')
  const build = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs'), '--if-stale'], { cwd: root, encoding: 'utf8' })
  if (build.status === 0) return
  process.stderr.write(`${build.stdout}${build.stderr}\nThe lab could not be built; the messages above say why.\n`)
  process.exit(build.status ?? 1)
}
