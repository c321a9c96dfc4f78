import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PALETTES } from '../../../src/core/contract/preferences'
import { MAX_RANK } from '../../../src/core/games/twenty48/board'
import { contrast, EYES, lab, linear, luminance, seenBy } from './colourMath'

const css = (name: string) => readFileSync(join(import.meta.dirname, '../../../src/renderer/src/styles', name), 'utf8')
const SCHEMES = ['light', 'dark'] as const
const RANKS = Array.from({ length: MAX_RANK }, (_, i) => i + 1)

/** What a palette says, by token. */
const palette = (name: string) => tokensOf(`\\[data-palette='${name}'\\]`)

function tokensOf(selector: string): ReadonlyMap<string, Readonly<Record<(typeof SCHEMES)[number], string>>> {
  const [, body] = new RegExp(`${selector} \\{([^}]*)\\}`).exec(css('palettes.css'))!
  return new Map(
    [...body!.matchAll(/--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}))/g)].map(([, token, light, dark, both]) => [
      token!,
      { light: (light ?? both)!, dark: (dark ?? both)! },
    ]),
  )
}

test('every tile wears its colour and its ink', () => {
  for (const rank of RANKS)
    expect(css('tiles.css')).toMatch(
      new RegExp(`\\.rank-${rank} \\{\\s*background: var\\(--tile-${rank}\\);\\s*color: var\\(--tile-${rank}-ink\\);`),
    )
})

describe.each(PALETTES.flatMap(name => SCHEMES.map(scheme => [name, scheme] as const)))('%s, %s', (name, scheme) => {
  const colours = palette(name)
  const tiles = RANKS.map(rank => colours.get(`tile-${rank}`)![scheme])

  // those of a small board are small
  test('the number on every tile can be read (AA)', () => {
    for (const [i, tile] of tiles.entries())
      expect(contrast(tile, colours.get(`tile-${i + 1}-ink`)![scheme]), `rank ${i + 1}`).toBeGreaterThanOrEqual(4.5)
  })

  // the ends of a colour map are given
  const most = name === 'viridis' ? 1.2 : 1.25
  test('a 2 and a 4 stand out from an empty cell', () => {
    const { cell } = Object.fromEntries(name === 'classic' ? colours : tokensOf(String.raw`:not\(\[data-palette='classic'\]\)`))
    for (const tile of tiles.slice(0, 2)) expect(contrast(tile, cell![scheme])).toBeGreaterThanOrEqual(most)
  })

  if (name !== 'classic')
    test('every rank is darker (light) or lighter (dark) than the one below it', () => {
      const steps = tiles.map(luminance)
      expect(steps).toEqual(steps.toSorted((a, b) => (scheme === 'light' ? b - a : a - b)))
      expect(new Set(steps).size).toBe(MAX_RANK)
    })
})

/** The settings call these safe: neighbours differ in lightness to every eye, and are in the same order to all. */
describe.each(['cividis', 'viridis', 'grey'] as const)('%s is safe for colour-blind eyes', name => {
  test.each(SCHEMES.flatMap(scheme => (Object.keys(EYES) as (keyof typeof EYES)[]).map(eye => [scheme, eye] as const)))(
    '%s, %s',
    (scheme, eye) => {
      const seen = RANKS.map(rank => lab(seenBy(eye, linear(palette(name).get(`tile-${rank}`)![scheme]))))
      for (let i = 1; i < seen.length; i++) {
        const rise = (seen[i]![0] - seen[i - 1]![0]) * (scheme === 'light' ? -1 : 1)
        const distance = Math.hypot(...seen[i]!.map((value, axis) => value - seen[i - 1]![axis]!))
        expect(rise, `lightness from rank ${i} to ${i + 1}`).toBeGreaterThan(2)
        expect(distance, `rank ${i} beside ${i + 1}`).toBeGreaterThan(3)
      }
    },
  )
})

test('cividis is the same to eyes without red or green as to the others', () => {
  for (const [, { light }] of [...palette('cividis')].filter(([token]) => !token.endsWith('ink'))) {
    const usual = lab(linear(light))
    for (const eye of ['protanopia', 'deuteranopia'] as const) {
      const seen = lab(seenBy(eye, linear(light)))
      expect(Math.hypot(...seen.map((value, axis) => value - usual[axis]!))).toBeLessThan(12)
    }
  }
})
