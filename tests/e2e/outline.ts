/** What a screen is made of, without its values: the roles and names that a screen reader finds, numbers as `#`. */
import type { Locator } from '@playwright/test'

/** One line for each thing, in the order of the page: `button "Undo"`. */
export type Outline = readonly string[]

/** Things that a picture shows and a page explains. Rows, cells and texts hold values. */
const ROLES =
  'navigation|main|region|group|toolbar|heading|button|link|switch|checkbox|radio|combobox|textbox|searchbox|spinbutton|slider|tab|columnheader|tree|grid|table'

const LINE = new RegExp(String.raw`^\s*- '?(${ROLES})(?: "((?:[^"\\]|\\.)*)")?`)

export async function outlineOf(page: Locator): Promise<Outline> {
  const lines = (await page.ariaSnapshot()).split('\n').flatMap(line => {
    const [, role, name] = LINE.exec(line) ?? []
    return role === undefined || name === undefined ? [] : [`${role} ${withoutNumbers(name)}`]
  })
  return [...new Set(lines)]
}

/** Signs, units and exponents belong to a number. */
function withoutNumbers(text: string): string {
  return text.replaceAll(/[−-]?\d[\d,.]*(?:\s?[kMG]\b)?(?:e[−-]?\d+)?/g, '#')
}
