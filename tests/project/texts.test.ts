import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { longTexts } from '../../scripts/lengths.mjs'
import { unusedTexts } from '../../scripts/texts.mjs'
import { cleanUp, newFolder } from '../main/store/storeSupport'

afterEach(cleanUp)

test('a text that no component names is a fault, by its file and key', () => {
  const page = newFolder()
  mkdirSync(join(page, 'locales', 'en'), { recursive: true })
  const texts = { tree: { shown: 'a', quoted: 'b', inside: 'c', forgotten: 'd', own: 'e' } }
  writeFileSync(join(page, 'locales', 'en', 'tree.json'), JSON.stringify(texts))
  writeFileSync(
    join(page, 'Tree.vue'),
    `<template><p :title="$t('tree.shown')">{{ t(\n"tree.quoted", 2) }}</p><i18n-t keypath="tree.inside" /></template>`,
  )
  writeFileSync(join(page, 'tree.ts'), "at('tree.forgotten'); const own = `tree.own`; t(own)")
  expect(unusedTexts(page)).toEqual([
    expect.stringMatching(/tree\.json: nothing shows tree\.forgotten$/),
    expect.stringMatching(/tree\.json: nothing shows tree\.own$/),
  ])
})

test('every text of the window is shown', () => {
  expect(unusedTexts()).toEqual([])
})

test('a text of more than 90 characters is a fault, a plural form by form, unless it is help', () => {
  const locales = newFolder()
  const long = 'a'.repeat(91)
  const texts = {
    short: `${'a'.repeat(90)} | ${'b'.repeat(90)}`,
    filled: `{aPlaceholderOfAnyName}${'a'.repeat(85)}`,
    label: long,
    plural: `one | ${long}`,
    tree: { hint: long, rowsHint: long, note: long, rowsNote: long, hinted: long },
  }
  writeFileSync(join(locales, 'tree.json'), JSON.stringify(texts))
  expect(longTexts(locales).map(problem => problem.split(' has ')[0])).toEqual([
    'tree.json: filled',
    'tree.json: label',
    'tree.json: plural',
    'tree.json: tree.hinted',
  ])
})

test('every text of the window is short, or help', () => {
  expect(longTexts()).toEqual([])
})
