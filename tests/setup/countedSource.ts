import { join, relative } from 'node:path'
import type { Plugin } from 'vite'

const SRC = join(import.meta.dirname, '..', '..', 'src')
const PLAY_SLIDES = 'playSlides(depth: Depth, slides: number, stop: Stop = neverStop): boolean {'
const TRAINER_PLAYS = '#play(least: number, notes: number, later: boolean): number {'
/** One thread trains here. */
const LEARNED = 'const learned = await Promise.all('
const SERVE_STORE = 'export function serveStore(port: StorePort, start: StoreStart): void {'

/** Where the source and the tests' textbook of 2048 enter a node, begin a game or open a store: the text, and the text that also counts it. */
const PLACES: Readonly<Record<string, readonly (readonly [text: string, counting: string])[]>> = {
  'core/search/depthFirst.ts': [['this.effort.nodes++', 'COUNTS.nodes++, this.effort.nodes++']],
  'core/search/algorithms/manyAgents.ts': [['this.effort.nodes++', 'COUNTS.nodes++, this.effort.nodes++']],
  'core/search/algorithms/mcts/mcts.ts': [['this.effort.nodes++', 'COUNTS.nodes++, this.effort.nodes++']],
  '../tests/support/textbook.ts': [['tried += MOVES.length', 'tried += (COUNTS.nodes += 4, MOVES.length)']],
  'core/games/twenty48/playGame.ts': [['const random = createRandom(seed)', 'COUNTS.games++; const random = createRandom(seed)']],
  'core/match/playMatch.ts': [['new MatchInPlay(match, clocks)', '(COUNTS.games++, new MatchInPlay(match, clocks))']],
  'core/kernel/memory.ts': [['budget -= result.nodes', 'COUNTS.nodes += result.nodes; budget -= result.nodes']],
  'core/kernel/wallKernel/trainer.ts': [[TRAINER_PLAYS, `${TRAINER_PLAYS} COUNTS.moves += least`]],
  'main/compute/training/trainingThreads.ts': [[LEARNED, `if (remotes.length > 1) COUNTS.moves += slice.least; ${LEARNED}`]],
  'core/kernel/port.ts': [
    ['this.#memory.exports.beginGame()', 'COUNTS.games++; this.#memory.exports.beginGame()'],
    [
      PLAY_SLIDES,
      `playSlides(depth, slides, stop) {
        const before = this.game().nodes
        try {
          return this.playUncounted(depth, slides, stop)
        } finally {
          COUNTS.nodes += this.game().nodes - before
        }
      }
      ${PLAY_SLIDES.replace('playSlides', 'playUncounted')}`,
    ],
  ],
  'main/store/storeLoop.ts': [[SERVE_STORE, `${SERVE_STORE} COUNTS.stores++`]],
}

/** Lets the tested source count for `counts.ts`, so that the product has no code for it. */
export function countedSource(): Plugin {
  return {
    name: 'counted source',
    enforce: 'pre',
    transform(code, id) {
      const { [relative(SRC, id)]: places } = PLACES
      return places?.reduce((text, [place, counting]) => {
        if (!text.includes(place)) throw new Error(`tests/setup/countedSource.ts: ${id} has no "${place}"`)
        return text.replaceAll(place, counting.replaceAll('COUNTS', 'globalThis.labCounts'))
      }, code)
    },
  }
}
