/** The texts of the window, and what `npm run check` requires of them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './fresh.mjs'
import { sourceFiles } from './sourceTexts.mjs'

const PAGE = join(root, 'src/renderer/src')
const LOCALES = 'locales/en'

/** A label, message, notice, button or tooltip must be read at a glance. */
const MOST_CHARACTERS = 90
/** Stands for a placeholder, such as a number or a short name. */
const FILLED = '000000'
/** Keys of help, which may be longer: a hint or an explaining paragraph. */
const HELP = /(?:^|\.)(?:hint|note)$|(?:Hint|Note)$/
/** A call of `t` or `$t`, and the key of an `<i18n-t>`. */
const USES = /(?<![\w$])\$?t\(\s*(['"`])([\w.]+)\1|\bkeypath="([\w.]+)"/g

/**
 * The texts of the page, each with the name of its file and its key as in `t('tree.name')`.
 *
 * @param {string} [page] the folder of its sources
 */
export function localeTexts(page = PAGE) {
  const folder = join(page, LOCALES)
  return readdirSync(folder).flatMap(file =>
    flattened(JSON.parse(readFileSync(join(folder, file), 'utf8'))).map(message => ({ file, ...message })),
  )
}

/** A line for each text that is too long; each form of a plural counts alone. */
export function longTexts() {
  return localeTexts()
    .filter(({ key }) => !HELP.test(key))
    .flatMap(({ file, key, text }) =>
      text.split(' | ').flatMap(form => {
        const { length } = form.replaceAll(/\{\w+\}/g, FILLED)
        return length > MOST_CHARACTERS ? [`${file}: ${key} has ${length} characters, at most ${MOST_CHARACTERS}: ${form}`] : []
      }),
    )
}

/**
 * A line for each text that no source uses. The rule `no-unused-keys` of the plugin for vue-i18n does the same, but takes longer
 * than the rest of the lint: it parses every component once more, although each key is a literal (`no-dynamic-keys`).
 *
 * @param {string} [page] the folder of its sources
 */
export function unusedTexts(page = PAGE) {
  const uses = sourceFiles(page).flatMap(file => [...readFileSync(file, 'utf8').matchAll(USES)])
  const used = new Set(uses.map(([, , called, shown]) => called ?? shown))
  return localeTexts(page)
    .filter(({ key }) => !used.has(key))
    .map(({ file, key }) => `${relative(root, join(page, LOCALES, file))}: nothing shows ${key}`)
}

/** @param {Record<string, unknown>} messages @param {string} [above] @returns {{ key: string, text: string }[]} */
function flattened(messages, above = '') {
  return Object.entries(messages).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [{ key: above + name, text: value }]
      : flattened(/** @type {Record<string, unknown>} */ (value), `${above}${name}.`),
  )
}
