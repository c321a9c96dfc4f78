import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { AnalysisView, GameView, Hello } from '../../../../core/contract/calls'
import { sameBoard, type Board } from '../../../../core/games/twenty48/board'
import { samePlayer } from '../../../../core/games/twenty48/playerHash'
import { usePlayerStore } from './engine/playerStore'
import { isNear, type NearBoards } from './engine/shownSearch'

/** The game on the board and the engine's report on it. Views are replaced whole, never edited in place. */
export const useGameStore = defineStore('game', () => {
  const game = shallowRef<GameView>()
  const analysis = shallowRef<AnalysisView>({ on: false, running: false })
  const before = shallowRef<Board>()
  const player = usePlayerStore()

  const near = computed((): NearBoards | undefined => game.value && { now: game.value.board, before: before.value })
  /**
   * The last search by the chosen player: analysis, an engine's move or autoplay. `undefined` once the game has moved on, unless
   * a search is about to follow it, and while another player's search is the last.
   */
  const report = computed(() => {
    const { report: last, player: searcher, on } = analysis.value
    if (!last || !game.value || !near.value) return undefined
    if (searcher && player.mover && !samePlayer(searcher, player.mover)) return undefined
    const follows = game.value.autoplay || (on && !game.value.over)
    return follows || isNear(last, near.value) ? last : undefined
  })
  /** Whether the report is about another board than the shown one. */
  const stale = computed(() => !report.value || !game.value || !sameBoard(report.value.board, game.value.board))

  /** On each connection: whatever is shown may come from a lab that no longer runs. */
  function greet(hello: Hello): void {
    before.value = undefined
    game.value = hello.game
    analysis.value = hello.analysis
  }

  /** An answer about an earlier game than the shown one arrives too late, and is dropped. */
  function show(view: GameView): void {
    if (game.value && view.id < game.value.id) return
    // a view that does not change the board reports no move, and undoes none
    if (view.last || !game.value || !sameBoard(view.board, game.value.board)) before.value = view.last?.before
    game.value = view
  }

  function showAnalysis(view: AnalysisView): void {
    analysis.value = view
  }

  return { game, analysis, near, report, stale, greet, show, showAnalysis }
})
