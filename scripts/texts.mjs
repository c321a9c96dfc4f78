/**
 * Texts of the window that nothing shows: a step of `npm run check`. The rule `no-unused-keys` of the plugin for vue-i18n does
 * the same, but takes longer than the rest of the lint: it parses every component once more, although each key is a literal
 * (`no-dynamic-keys`).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './fresh.mjs'
import { messagesOf } from './locales.mjs'

const PAGE = join(root, 'src/renderer/src')

/** A call of `t` or `$t`, and the key of an `<i18n-t>`. */
const USES = /(?<![\w$])\$?t\(\s*(['"`])([\w.]+)\1|\bkeypath="([\w.]+)"/g

/** A line for each text of a locale that no source uses. @param {string} [page] the folder of the page's sources */
export function unusedTexts(page = PAGE) {
  const files = readdirSync(page, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  /** @type {Set<string>} */
  const used = new Set()
  for (const file of files)
    if (/\.(?:ts|vue)$/.test(file))
      for (const [, , called, shown] of readFileSync(file, 'utf8').matchAll(USES)) used.add(called ?? shown ?? '')
  return files.flatMap(file =>
    /locales.[\w-]+.\w+\.json$/.test(file)
      ? messagesOf(file)
          .filter(({ key }) => !used.has(key))
          .map(({ key }) => `${relative(root, file)}: nothing shows ${key}`)
      : [],
  )
}
