/**
 * Lengths of the window's texts: a step of `npm run check`. A label, message, notice, button or tooltip must be read at a glance.
 * Help may be longer: the key of a hint or an explaining paragraph is or ends in `hint` or `note`.
 */
import { localeTexts } from './locales.mjs'

const MOST_CHARACTERS = 90
/** Stands for a placeholder, such as a number or a short name. */
const FILLED = '000000'
const HELP = /(?:^|\.)(?:hint|note)$|(?:Hint|Note)$/

/** A line for each text of a locale that is too long; each form of a plural counts alone. @param {string} [locales] a folder */
export function longTexts(locales) {
  return localeTexts(locales)
    .filter(({ key }) => !HELP.test(key))
    .flatMap(({ file, key, text }) =>
      text.split(' | ').flatMap(form => {
        const { length } = form.replaceAll(/\{\w+\}/g, FILLED)
        return length > MOST_CHARACTERS ? [`${file}: ${key} has ${length} characters, at most ${MOST_CHARACTERS}: ${form}`] : []
      }),
    )
}
