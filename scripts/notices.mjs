/**
 * The licences of what ships, in one text that the page shows: every package that the build bundled, with the texts that its
 * licence asks to go with it.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './fresh.mjs'
import { bundledPackages } from './shipped.mjs'

const LICENCE_FILES = /^(licen[cs]e|copying|notice|ofl)/i

/** Writes out/renderer/licences.txt. Must be called after a complete build. */
export function writeNotices() {
  const own = `2048 Lab\n\n${readFileSync(join(root, 'LICENSE'), 'utf8')}`
  const notices = [own, ...bundledPackages().map(noticeOf)]
  writeFileSync(join(root, 'out', 'renderer', 'licences.txt'), `${notices.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`)
}

/** @param {string} path of a package, as in the lock file */
function noticeOf(path) {
  const folder = join(root, path)
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = existsSync(folder) ? readdirSync(folder).filter(file => LICENCE_FILES.test(file)) : []
  return [`${name} ${version} (${license})`, ...files.map(file => readFileSync(join(folder, file), 'utf8').trim())].join('\n\n')
}
