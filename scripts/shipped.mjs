/** Records which packages a build bundled, because nothing of node_modules ships under its own name. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './fresh.mjs'

const NOTES = join(root, 'out', 'bundled')

/**
 * A plugin of the build.
 * @param {string} part of the build: each has a file of its own
 * @returns {import('vite').Plugin}
 */
export function noteBundled(part) {
  return {
    name: 'note-bundled',
    generateBundle(_, bundle) {
      const ids = Object.values(bundle).flatMap(part => (part.type === 'chunk' ? part.moduleIds : part.originalFileNames))
      mkdirSync(NOTES, { recursive: true })
      writeFileSync(join(NOTES, `${part}.json`), JSON.stringify([...new Set(ids.flatMap(packageOf))].sort(), undefined, 2) + '\n')
    },
  }
}

/** @returns {string[]} paths as in the lock file, `node_modules/vue` */
export function bundledPackages() {
  return [...new Set(readdirSync(NOTES).flatMap(name => JSON.parse(readFileSync(join(NOTES, name), 'utf8'))))].sort()
}

/** @param {string} id of a module; plugins may add text before and after its path */
function packageOf(id) {
  const [path] = /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/?]+/.exec(id.replaceAll('\\', '/')) ?? []
  return path === undefined ? [] : [path]
}
