/** Rules about the repository as a whole: steps of `npm run check`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './fresh.mjs'

/** Most files in a folder that a newcomer can survey. */
const MOST_FILES = 25

/** A line for each folder with too many files. @param {string} folder */
export function heaps(folder) {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
  /** @type {Map<string, number>} */
  const files = new Map()
  for (const entry of entries) if (entry.isFile()) files.set(entry.parentPath, (files.get(entry.parentPath) ?? 0) + 1)
  return [...files].flatMap(([path, count]) =>
    count > MOST_FILES ? [`${relative(root, path)}: ${count} files side by side; at most ${MOST_FILES}`] : [],
  )
}

const BASES = ['', 'src', 'tests'] // pages on one of them leave it out

/** A line for each missing file or folder that a page names. @param {readonly string[]} pages */
export function deadPaths(pages) {
  return pages.flatMap(page => {
    const named = readFileSync(page, 'utf8').matchAll(/`((?:src|tests|scripts|resources|core|main|preload|renderer)\/[\w./-]+)`/g)
    const dead = [...named].map(([, path]) => path ?? '').filter(path => !BASES.some(base => existsSync(join(root, base, path))))
    return [...new Set(dead)].map(path => `${relative(root, page)}: there is no ${path}`)
  })
}

/** The pages that a reader of the repository may begin with. */
export function pages() {
  const docs = readdirSync(join(root, 'docs')).filter(name => name.endsWith('.md'))
  return [...['README.md', 'CONTRIBUTING.md'].map(name => join(root, name)), ...docs.map(name => join(root, 'docs', name))]
}
