/** What the lab says of the thesis is said once: pages, profiles and presets quote the list of departures. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { DEVIATIONS, deviationText, measuredText, THESIS_MEASURED } from '../../../../src/core/games/twenty48/thesisDeviations'
import { ASSUMPTIONS, PRESETS } from '../../../../src/core/contract/tuning/presets'
import { builtInProfile } from '../../../../src/main/lab/profiles/builtInProfiles'

/** The text's form of all of them: the profile `thesis-face`. */
const LETTER_MEASURED: typeof THESIS_MEASURED = { mean: 5_895, interval: [5_414, 6_409] }

/** The list, and the cut: the text has none. */
const DEPARTURES = DEVIATIONS.length + 1

/** The command that gives all the means. */
const DEVIATIONS_COMMAND = [
  'npx lab compare thesis',
  ...DEVIATIONS.map(({ player }) => player),
  'thesis-face --depth 1 --cut 0 --games 200 --seed 11',
].join(' ')

/** The rows of the table in docs/search-values.md, under their head. */
function deviationRows(): string[][] {
  return [
    ['', 'the text', 'the profile `thesis`', "mean score with the text's form", 'player'],
    ...DEVIATIONS.map(({ of, text, ours, player, measured }) => [of, text, ours, measuredText(measured), `\`${player}\``]),
    ['all', 'as above', '', measuredText(LETTER_MEASURED), '`thesis-face`'],
    ['none', '', 'as above', measuredText(THESIS_MEASURED), '`thesis`'],
  ]
}

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../../../${path}`, import.meta.url)), 'utf8')
const words = (text: string) => text.replaceAll(/\s+/g, ' ')

test('docs/search-values.md has the list as its table, and the command that gives its figures', () => {
  const page = read('docs/search-values.md')
  const rows = page.split('\n').filter(line => line.startsWith('|'))
  const cells = rows.map(line => line.slice(1, -1).split('|').map(cell => cell.trim()).join(' | ')) // oxfmt-ignore
  for (const row of deviationRows()) expect(cells).toContain(row.join(' | '))
  expect(page).toContain(DEVIATIONS_COMMAND)
})

test('the notes of a profile and the page on the thesis quote the figures of the list, with their intervals', () => {
  for (const text of [builtInProfile('thesis-face')!.notes, words(read('docs/reproduce-the-thesis.md'))])
    for (const measured of [LETTER_MEASURED, THESIS_MEASURED]) expect(text).toContain(measuredText(measured))
})

test('every text that counts the departures counts those of the list and the cut', () => {
  const texts = [
    ...['README.md', 'docs/search-values.md', 'docs/reproduce-the-thesis.md'].map(read),
    ...[builtInProfile('thesis')!.notes, builtInProfile('thesis-face')!.notes],
  ]
  const counted = texts.flatMap(text =>
    [...words(text).matchAll(/departs from [^.]*text in (\w+) places/g)].map(([, word]) => word),
  )
  expect(counted).toEqual(Array(4).fill(['four', 'five', 'six', 'seven'][DEPARTURES - 4]))
})

test('the presets of the thesis give each departure with its effect', () => {
  for (const id of ['thesis-1', 'thesis-2', 'thesis-3'] as const) {
    const reasons = Object.values(PRESETS[id].assumed).map(reason => ASSUMPTIONS[reason])
    for (const { of } of DEVIATIONS) expect(reasons.join(' ')).toContain(deviationText(of))
  }
})

test('thesis-face is the letter but for its depth and its cut', () => {
  const { evaluator, settings } = builtInProfile('thesis-face')!
  expect(evaluator).toMatchObject({
    family: 'thesis-letter',
    parameters: { h1: -1.6321, h2: 2.7553, h3: 3.0645, h4: 6.8515 },
    variants: { h1Tile: 'face', h4Tile: 'face', h4Minimum: 'board' },
  })
  expect(settings).toMatchObject({ leaf: 'spawned', dead: 'heuristic', points: 'ignored', floor: 'none' })
  expect(builtInProfile('thesis-face')!.notes).toMatch(/Assumed: the depth by distinct tiles and the cut of 0[.]001/)
})
