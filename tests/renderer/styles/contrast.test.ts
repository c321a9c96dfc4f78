import { readdirSync, readFileSync } from 'node:fs'
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
    ...['paper', 'panel', 'sunk', 'select-soft'].flatMap(ground =>
      ['ink', 'muted', 'select', 'best', 'inaccuracy', 'mistake', 'blunder'].map(text => [text, ground]),
    ),
    ...['paper', 'panel'].map(ground => ['faint', ground]),
    ['primary-ink', 'primary'],
    ['select-ink', 'select'],
    ['panel', 'best'],
    ...['paper', 'panel', 'danger-wash'].map(ground => ['danger', ground]),
  ] as [string, string][])('%s on %s can be read (AA)', (text, ground) => {
    expect(contrast(colour(text, scheme), colour(ground, scheme))).toBeGreaterThanOrEqual(4.5)
  })

  test.each([
    ['line-strong', 'panel'],
    ['line-strong', 'paper'],
    ['select', 'sunk'],
    ...[1, 2, 3, 4, 5, 6].map((i): [string, string] => [`series-${i}`, 'panel']),
  ])('the edge of a control or the line of a chart, %s on %s, can be seen', (line, ground) => {
    expect(contrast(colour(line, scheme), colour(ground, scheme))).toBeGreaterThanOrEqual(3)
  })
})

test('every token that a style reads is there', () => {
  const root = join(import.meta.dirname, '../../../src/renderer/src')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(name => /\.(css|vue|ts)$/.test(name))
  const texts = files.map(name => readFileSync(join(root, name), 'utf8'))
  const given = new Set(texts.flatMap(text => [...text.matchAll(/(?<!var\()--[\w-]+(?='?\]?: )/g)].map(([name]) => name)))
  const read = texts.flatMap(text => [...text.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name!))
  expect(read.filter(name => !given.has(name) && !name.startsWith('--reka-'))).toEqual([])
})
