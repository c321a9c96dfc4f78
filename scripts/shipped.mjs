/** Which packages ship. A build records those that it bundled, because nothing of node_modules ships under its own name. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
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

/** Electron is the window. The kernels contain AssemblyScript's library, which its compiler adds, the page Vite's loader of its parts. */
const BESIDES = ['node_modules/assemblyscript', 'node_modules/electron', 'node_modules/vite']

/** Call it after a build. @returns {string[]} paths as in the lock file, `node_modules/vue` */
export function shippedPackages() {
  const bundled = readdirSync(NOTES).flatMap(name => JSON.parse(readFileSync(join(NOTES, name), 'utf8')))
  return [...new Set([...bundled, ...BESIDES, ...(nodePackage() ?? [])])].sort()
}

/** The Node of the packaged terminal; `undefined` where none is installed, as on macOS. @returns {[path: string] | undefined} */
function nodePackage() {
  const path = `node_modules/node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  return existsSync(join(root, path)) ? [path] : undefined
}

/** @param {string} id of a module; plugins may add text before and after its path */
function packageOf(id) {
  const [path] = /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/?]+/.exec(id.replaceAll('\\', '/')) ?? []
  return path === undefined ? [] : [path]
}
