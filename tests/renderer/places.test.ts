/** What a tab finds again after a reload. */
import { afterEach, expect, test } from 'vitest'
import { leavePlaces, leftPlaces, rememberHome } from '../../src/renderer/src/bridge/admission'
import { useErrands, useNavigation, usePlace, type Errand, type ScreenId } from '../../src/renderer/src/ui/shell/navigation'
import { fakeLab, unmountAll, withSetup } from './helpers'

afterEach(() => window.sessionStorage.clear())

const PLACE = { screen: 'replays', game: { id: 3, slides: 40 } } as const

/** A page that shows Replays, and what that screen was opened for. */
function show(errand: Errand = { screen: 'replays' }): Errand[] {
  const opened: Errand[] = []
  withSetup(fakeLab().lab, () => {
    comeBack()
    useNavigation().open(errand)
    useErrands('replays', its => opened.push(its))
    usePlace('replays', () => PLACE)
  })
  return opened
}

function comeBack(): void {
  for (const [screen, place] of leftPlaces<ScreenId, Errand>()) useNavigation().left.set(screen, place)
}

function reload(): void {
  leavePlaces(useNavigation().leaving())
  unmountAll()
}

test('a screen is as this tab left it, once; what it is opened for comes first, and another data folder has other numbers', () => {
  rememberHome('/one')
  expect(show()).toEqual([{ screen: 'replays' }])
  reload()
  expect(show()).toEqual([PLACE])
  reload()
  expect(show({ screen: 'replays', look: [7] })).toEqual([{ screen: 'replays', look: [7] }])
  reload()
  rememberHome('/two')
  expect(show()).toEqual([{ screen: 'replays' }])
})

test('a screen that was not opened since the reload is still as it was left, after another reload', () => {
  rememberHome('/one')
  show()
  reload()
  withSetup(fakeLab().lab, () => {
    comeBack()
    useNavigation().open({ screen: 'play' })
  })
  reload()
  expect(show()).toEqual([PLACE])
})
