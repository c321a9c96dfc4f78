import { readOptions, type GivenOptions } from '../../../src/core/contract/gameOptions'
import { cantGoBack } from '../../../src/core/games/cantGoBack/game'
import type { CantGoBackOptions, CantGoBackState } from '../../../src/core/games/cantGoBack/position'
import { createRandom } from '../../../src/core/random'

/** Of the source: 3 plies walk into the dead end on the left. Rows end with a slash. */
export const HORIZON_BOARDS = {
  single: '200,-1,-1,-1,-1,-1,-1/0,-1,-1,-1,-1,-1,-1/1,0,0,0,0,0,0/-1,-1,-1,-1,-1,-1,-1/2,0,0,0,0,-1,-1 penalty=300',
  pair: '10,-1,-1,-1,-1,-1,-1,-1/10,1,0,0,0,0,0,0/-1,-1,-1,-1,-1,-1,-1,-1/-1,2,0,0,0,0,-1,-1 penalty=25',
} as const

/** The usual ones, but for some. */
export function rules(change: GivenOptions = {}): CantGoBackOptions {
  return readOptions('cantGoBack', change) as CantGoBackOptions
}

export function start(change: GivenOptions = {}, seed = 1): CantGoBackState {
  return cantGoBack.start(rules(change), createRandom(seed))
}

/** What each action is called, in their order. */
export function actionNames(state: CantGoBackState): string[] {
  return cantGoBack.actions(state).map(action => cantGoBack.words(state, action))
}

/** @throws {LabError} `ILLEGAL_MOVE` */
export function after(state: CantGoBackState | string, ...names: string[]): CantGoBackState {
  const first = typeof state === 'string' ? cantGoBack.parse(state) : state
  return names.reduce((now, name) => {
    const action = [0, 1, 2, 3, 4].find(each => cantGoBack.words(now, each) === name)!
    return cantGoBack.apply(now, action).state
  }, first)
}
