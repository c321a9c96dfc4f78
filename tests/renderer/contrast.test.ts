import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MAX_RANK } from '../../src/core/games/twenty48/board'

const css = (name: string) => readFileSync(join(import.meta.dirname, '../../src/renderer/src/styles', name), 'utf8')
const TOKENS = new Map(
  [...css('tokens.css').matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, light, dark]) => [
    name!,
    { light: light!, dark: dark! },
  ]),
)
const SCHEMES = ['light', 'dark'] as const
const RANKS = Array.from({ length: MAX_RANK }, (_, i) => i + 1)

/** WCAG 2.2, "relative luminance". */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5]
    .map(i => parseInt(hex.slice(i, i + 2), 16) / 255)
    .map(c => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function colour(token: string, scheme: (typeof SCHEMES)[number]): string {
  return TOKENS.get(token)![scheme]
}

describe.each(SCHEMES)('%s', scheme => {
  test.each([
    ...['ground', 'panel', 'raised', 'sunken', 'bar', 'accent-wash'].map(ground => ['text', ground]),
    ...['ground', 'panel', 'raised', 'sunken', 'bar', 'accent-wash'].map(ground => ['text-soft', ground]),
    ...['ground', 'panel', 'raised', 'accent-wash'].map(ground => ['accent', ground]),
    ['accent-ink', 'accent'],
    ...['ground', 'panel', 'raised', 'danger-wash'].map(ground => ['danger', ground]),
  ] as [string, string][])('%s on %s can be read (AA)', (text, ground) => {
    expect(contrast(colour(text, scheme), colour(ground, scheme))).toBeGreaterThanOrEqual(4.5)
  })

  test.each([
    ['line-strong', 'panel'],
    ['line-strong', 'ground'],
    ['accent', 'sunken'],
    ...[1, 2, 3, 4, 5, 6].map((i): [string, string] => [`series-${i}`, 'panel']),
  ])('the edge of a control or the line of a chart, %s on %s, can be seen', (line, ground) => {
    expect(contrast(colour(line, scheme), colour(ground, scheme))).toBeGreaterThanOrEqual(3)
  })

  test.each(RANKS)('the number on a tile of rank %i can be read', rank => {
    const [, ink] = new RegExp(`\\.rank-${rank} \\{[^}]*color: (?:var\\(--)?([\\w-]+)`).exec(
      css('tiles.css').replaceAll('background: var(--tile-', ''),
    )!
    const text = ink === 'white' ? '#ffffff' : colour(ink!, scheme)
    expect(contrast(text, colour(`tile-${rank}`, scheme))).toBeGreaterThanOrEqual(4.5)
  })

  test('every rank is darker (light) or lighter (dark) than the one below it', () => {
    const steps = RANKS.map(rank => luminance(colour(`tile-${rank}`, scheme)))
    expect(steps).toEqual(steps.toSorted((a, b) => (scheme === 'light' ? b - a : a - b)))
  })
})
