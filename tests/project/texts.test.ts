import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { longTexts, unusedTexts } from '../../scripts/locales.mjs'
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

test('every text of the window is short, or help', () => {
  expect(longTexts()).toEqual([])
})
