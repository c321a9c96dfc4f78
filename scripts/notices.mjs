/**
 * The licences of what ships, in one text that the page shows: every package, with the texts that its licence requires.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './fresh.mjs'
import { shippedPackages } from './shipped.mjs'

const LICENCE_FILES = /^(licen[cs]e|copying|notice|ofl)/i
/**
 * Texts of packages under their names: of those that come without one, from their repositories, or MIT's with the authors that they name;
 * and of those of which only a part ships. NAME.also.txt holds texts that a package only refers to.
 */
const OURS = join(root, 'packaging', 'licences')

/** Writes out/renderer/licences.txt. Must be called after a complete build. */
export function writeNotices() {
  const own = `2048 Lab\n\n${readFileSync(join(root, 'LICENSE'), 'utf8')}`
  const notices = [own, ...shippedPackages().map(noticeOf)]
  writeFileSync(join(root, 'out', 'renderer', 'licences.txt'), `${notices.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`)
}

/** @param {string} path of a package, as in the lock file */
function noticeOf(path) {
  const folder = join(root, path)
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const heading = `${name} ${version} (${license})`
  // 150 kB, with those of the programs in it
  if (name.startsWith('node-'))
    return `${heading}\n\nIts licence is in resources/bin/node-licence.txt, in the folder of the program.`
  const ours = join(OURS, `${name}.txt`)
  const own = readdirSync(folder).filter(file => LICENCE_FILES.test(file))
  const files = existsSync(ours) ? [ours] : own.map(file => join(folder, file))
  const also = join(OURS, `${name}.also.txt`)
  if (existsSync(also)) files.push(also)
  if (files.length === 0) throw new Error(`${name} has no text of its licence: write it into ${ours}`)
  const chromium = name === 'electron' ? ['Those of Chromium are in LICENSES.chromium.html, in the folder of the program.'] : []
  return [heading, ...chromium, ...files.map(file => readFileSync(file, 'utf8').trim())].join('\n\n')
}
