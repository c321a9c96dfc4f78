/** What the terms and weights of heuristics, and the settings of searchers, are called. */
import { mount } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { readOptions } from '../../../../src/core/contract/gameOptions'
import { configFields, SEARCHER_IDS } from '../../../../src/core/contract/searchers'
import { GAMES, type GameEntry } from '../../../../src/core/games/registry'
import { createRandom } from '../../../../src/core/random'
import { useAllTermNames } from '../../../../src/renderer/src/games/gameViews'
import { createTranslations } from '../../../../src/renderer/src/locales'
import { useConfigWords } from '../../../../src/renderer/src/ui/search/searchWords'
import { useExplain } from '../../../../src/renderer/src/ui/words/explain'

function inSetup<Words>(use: () => Words): Words {
  let its: Words
  const setup = () => {
    its = use()
    return () => null
  }
  mount({ setup }, { global: { plugins: [createTranslations()] } })
  return its!
}

test('only an argument of the wrong shape is answered by advice to reload, not a refusal that says what to do first', () => {
  const explain = inSetup(useExplain)
  const refusal = explain({ code: 'BAD_REQUEST', message: 'Training run 1 is being trained: pause it first.', detail: { id: 1 } })
  expect(refusal).toMatchObject({ title: 'Not possible', detail: 'Training run 1 is being trained: pause it first.' })
  expect(refusal.advice).toBeUndefined()
  const { advice } = explain({ code: 'BAD_REQUEST', message: 'x', detail: { where: 'startTuning', field: 'config' } })
  expect(advice).toContain('Reload the page.')
})

test('the warehouse names every term and weight, and none as 2048 does', () => {
  const { game, heuristics, families = {} }: GameEntry = GAMES.warehouse
  const start = game.start(readOptions('warehouse'), createRandom(1))
  const ids = [
    ...Object.values(heuristics).flatMap(make => make(start).terms!(start).map(({ id }) => id)),
    ...Object.values(families).flatMap(({ weights }) => weights.map(({ name }) => name)),
  ]
  expect(ids.length).toBeGreaterThan(10)
  const names = inSetup(useAllTermNames)
  const [its, ofBoards] = [names('warehouse'), names('twenty48')]
  for (const id of ids) {
    expect(its[id], id).toBeDefined()
    expect(its[id]).not.toBe(ofBoards[id])
  }
})

test('every setting of every searcher has a label, a hint, and searchers their names', () => {
  const words = inSetup(useConfigWords)
  for (const searcher of SEARCHER_IDS)
    for (const { name } of configFields(searcher, 'warehouse')) {
      expect(words.label(name), `${searcher} ${name}`).not.toBe(name)
      expect(words.hint(name), `${searcher} ${name}`).not.toBe('')
    }
  expect(words.choice('inner', 'alphaBeta')).toBe('Alpha-beta')
})
