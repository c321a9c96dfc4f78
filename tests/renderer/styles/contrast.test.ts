import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contrast } from './colourMath'

const css = (name: string) => readFileSync(join(import.meta.dirname, '../../../src/renderer/src/styles', name), 'utf8')
const TOKENS = new Map(
  [...css('tokens.css').matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, light, dark]) => [
    name!,
    { light: light!, dark: dark! },
  ]),
)
const SCHEMES = ['light', 'dark'] as const

function colour(token: string, scheme: (typeof SCHEMES)[number]): string {
  return TOKENS.get(token)![scheme]
}

describe.each(SCHEMES)('%s', scheme => {
  test.each([
    ...['ground', 'panel', 'raised', 'sunken', 'bar', 'accent-wash'].map(ground => ['text', ground]),
    ...['ground', 'panel', 'raised', 'sunken', 'bar', 'accent-wash'].map(ground => ['text-soft', ground]),
    ...['ground', 'panel', 'raised', 'accent-wash'].map(ground => ['accent', ground]),
    ['accent-ink', 'accent'],
    ...['best', 'inaccuracy', 'mistake', 'blunder'].flatMap(loss =>
      ['ground', 'panel', 'raised', 'sunken', 'accent-wash'].map(ground => [loss, ground]),
    ),
    ['panel', 'best'],
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
})
