/** The texts of the window, for the steps of `npm run check` that read them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './fresh.mjs'

const LOCALES = join(root, 'src/renderer/src/locales/en')

/**
 * @typedef {{ key: string, text: string }} Message its key as in `t('tree.name')`
 */

/** The texts of a folder of locale files, each with the name of its file. @param {string} [folder] */
export function localeTexts(folder = LOCALES) {
  return readdirSync(folder).flatMap(file => messagesOf(join(folder, file)).map(message => ({ file, ...message })))
}

/** @param {string} file @returns {Message[]} */
export function messagesOf(file) {
  return flattened(JSON.parse(readFileSync(file, 'utf8')))
}

/** @param {Record<string, unknown>} messages @param {string} [above] @returns {Message[]} */
function flattened(messages, above = '') {
  return Object.entries(messages).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [{ key: above + name, text: value }]
      : flattened(/** @type {Record<string, unknown>} */ (value), `${above}${name}.`),
  )
}
