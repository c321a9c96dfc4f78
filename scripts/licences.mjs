/**
 * Licences of the packages that the lab uses: a step of `npm run check`. A package with another licence fails it. Add an id only
 * after reading the licence, and state why it is acceptable.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './fresh.mjs'

/** Licences of packages that may be bundled under the MIT licence: all of these require only their notice. SPDX ids. */
const ANYWHERE = {
  MIT: 'our own',
  ISC: 'MIT in fewer words',
  '0BSD': 'asks for nothing',
  'BSD-2-Clause': 'notice',
  'BSD-3-Clause': 'notice, and no use of names',
  'Apache-2.0': 'notice, and a grant of patents',
  'OFL-1.1': 'notice beside the font, which may not be sold by itself: Inter',
  'BlueOak-1.0.0': 'notice or a link to it, and a grant of patents',
}

/** Licences of tools only, whose code does not ship: bundling one would add its own terms. */
const TOOLS = {
  'MPL-2.0': 'changed files of it must be published: axe-core, which tests accessibility, and lightningcss of vite',
  'CC-BY-4.0': 'data that must be credited: caniuse-lite, the table of browsers of eslint-plugin-vue',
  Unlicense: 'public domain, asks for nothing: robust-predicates of vega, which draws the plots of docs/results',
  WTFPL: 'asks for nothing: truncate-utf8-bytes of electron-builder',
  'Python-2.0': 'notice and a list of changes: argparse, of the tools that read YAML',
}

/**
 * @typedef {{ readonly version?: string, readonly license?: unknown, readonly link?: boolean }} LockedPackage
 * @typedef {{ readonly packages: Readonly<Record<string, LockedPackage>> }} LockFile
 */

/** @returns {LockFile} */
export function readLock() {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
}

/**
 * A line for each package whose licence is not listed.
 *
 * @param {LockFile} lock
 * @param {(path: string) => unknown} installed the licence that an installed package states itself; `undefined` where it is not installed
 * @param {(path: string) => boolean} ships whether it is bundled
 */
export function unlistedLicences({ packages }, installed = installedLicence, ships = () => false) {
  return Object.entries(packages).flatMap(([path, { version, license }]) => {
    if (path === '') return []
    const allowed = ships(path) ? ANYWHERE : { ...ANYWHERE, ...TOOLS }
    const refused = [license, installed(path)].filter((each, i) => (i === 0 || each !== undefined) && !isListed(each, allowed))
    if (refused.length === 0) return []
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const stated = typeof refused[0] === 'string' ? `its licence "${refused[0]}"` : 'it states no licence, which'
    const where = ships(path) ? 'is not one of those that may ship' : 'is not listed'
    return [`${name} ${version}: ${stated} ${where} in scripts/licences.mjs`]
  })
}

/**
 * An SPDX expression without nested brackets: of `OR` one must be listed, of `AND` all.
 * @param {unknown} licence
 * @param {Readonly<Record<string, string>>} allowed
 */
function isListed(licence, allowed) {
  if (typeof licence !== 'string') return false
  const choices = licence.replace(/^\((.*)\)$/, '$1').split(' OR ')
  return choices.some(choice => choice.split(' AND ').every(id => Object.hasOwn(allowed, id)))
}

/** @param {string} path in the project, as in the lock file */
function installedLicence(path) {
  try {
    const { license } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'))
    return typeof license === 'object' && license !== null ? license.type : license
  } catch {
    return undefined // not installed on this system
  }
}
