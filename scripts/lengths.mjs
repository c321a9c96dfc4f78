/**
 * Lengths of the window's texts: a step of `npm run check`. A label, message, notice, button or tooltip must be read at a glance.
 * Help may be longer: the key of a hint or an explaining paragraph is or ends in `hint` or `note`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './fresh.mjs'

const LOCALES = join(root, 'src/renderer/src/locales/en')
const MOST_CHARACTERS = 90
/** Stands for a placeholder, such as a number or a short name. */
const FILLED = '000000'
const HELP = /(?:^|\.)(?:hint|note)$|(?:Hint|Note)$/

/** A line for each text of a locale that is too long; each form of a plural counts alone. @param {string} [locales] a folder */
export function longTexts(locales = LOCALES) {
  return readdirSync(locales).flatMap(name =>
    textsOf(JSON.parse(readFileSync(join(locales, name), 'utf8')))
      .filter(({ key }) => !HELP.test(key))
      .flatMap(({ key, text }) =>
        text.split(' | ').map(form => ({ key, form, length: form.replaceAll(/\{\w+\}/g, FILLED).length })),
      )
      .filter(({ length }) => length > MOST_CHARACTERS)
      .map(({ key, form, length }) => `${name}: ${key} has ${length} characters, at most ${MOST_CHARACTERS}: ${form}`),
  )
}

/** @param {Record<string, unknown>} messages @param {string} [above] @returns {{ key: string, text: string }[]} */
function textsOf(messages, above = '') {
  return Object.entries(messages).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [{ key: above + name, text: value }]
      : textsOf(/** @type {Record<string, unknown>} */ (value), `${above}${name}.`),
  )
}
