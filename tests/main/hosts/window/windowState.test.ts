import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import {
  DEFAULT_STATE,
  readWindowState,
  writeWindowState,
  type Bounds,
  type WindowState,
} from '../../../../src/main/hosts/window/windowState'

const folder = mkdtempSync(join(tmpdir(), 'lab-window-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'window.json')

const LEFT: Bounds = { x: 0, y: 0, width: 1920, height: 1080 }
const RIGHT: Bounds = { x: 1920, y: 200, width: 1280, height: 800 }

function reopened(bounds: Bounds, screens: readonly Bounds[], maximised = false): WindowState {
  writeWindowState(file, { bounds, maximised })
  return readWindowState(file, screens)
}

describe('a window opens where it was closed', () => {
  test.each<[where: string, bounds: Bounds]>([
    ['in the middle', { x: 100, y: 100, width: 900, height: 700 }],
    ['on the second screen', { x: 2000, y: 250, width: 900, height: 700 }],
    ['partly beyond an edge', { x: 1500, y: 900, width: 900, height: 700 }],
  ])('%s', (_, bounds) => {
    expect(reopened(bounds, [LEFT, RIGHT], true)).toEqual({ bounds, maximised: true })
  })
})

describe('a window out of reach opens in the middle, at its usual size', () => {
  test.each<[where: string, bounds: Bounds]>([
    ['its screen is gone', { x: 2000, y: 250, width: 900, height: 700 }],
    ['only a sliver is left on the screen', { x: 1900, y: 100, width: 900, height: 700 }],
    ['its title bar is above the screen', { x: 100, y: -300, width: 900, height: 700 }],
    ['its title bar is below the screen', { x: 100, y: 1070, width: 900, height: 700 }],
  ])('%s', (_, bounds) => {
    expect(reopened(bounds, [LEFT], true)).toEqual({ bounds: DEFAULT_STATE.bounds, maximised: true })
  })
})

test('a window is at most as large as its screen, and never too small to use', () => {
  expect(reopened({ x: 2000, y: 250, width: 5000, height: 4000 }, [LEFT, RIGHT]).bounds).toMatchObject({
    width: 1280,
    height: 800,
  })
  expect(reopened({ x: 100, y: 100, width: 300, height: 50 }, [LEFT]).bounds).toMatchObject({ width: 640, height: 480 })
})

test.each([
  '',
  '{"bounds":{"x":1e99,"y":0,"width":1,"height":1},"maximised":false}',
  '{"bounds":{"x":"0","y":0,"width":900,"height":700},"maximised":false}',
])('a damaged file gives the default: %s', text => {
  writeFileSync(file, text)
  expect(readWindowState(file, [LEFT])).toEqual(DEFAULT_STATE)
})

test('a missing file gives the default', () => {
  expect(readWindowState(join(folder, 'none.json'), [LEFT])).toEqual(DEFAULT_STATE)
})
