import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { AnalysisView, GameView, Hello } from '../../../../core/contract/calls'
import type { Board } from '../../../../core/games/twenty48/board'
import type { SearchReport } from '../../../../core/search/report'

/** The game on the board and what the engine thinks of it. Views are replaced whole, never edited in place. */
export const useGameStore = defineStore('game', () => {
  const game = shallowRef<GameView>()
  const analysis = shallowRef<AnalysisView>({ on: false, running: false })
  /** Of the last engine move that was asked for here. */
  const moveReport = shallowRef<SearchReport>()

  /** The newest report; one on the board that is shown goes before any other. */
  const report = computed(() => {
    const reports = [analysis.value.report, moveReport.value].filter(each => each !== undefined)
    return reports.find(({ board }) => game.value && sameBoard(board, game.value.board)) ?? reports[0]
  })

  function greet(hello: Hello): void {
    game.value = hello.game
    analysis.value = hello.analysis
    moveReport.value = undefined
  }

  /** An answer about a game before the one that is shown comes too late, and is dropped. */
  function show(view: GameView): void {
    if (game.value && view.id < game.value.id) return
    if (view.id !== game.value?.id) moveReport.value = undefined
    game.value = view
  }

  function showAnalysis(view: AnalysisView): void {
    analysis.value = view
  }

  /** A report of another game says nothing about this one. */
  function showMoveReport(gameId: number, report: SearchReport): void {
    if (gameId === game.value?.id) moveReport.value = report
  }

  return { game, analysis, report, greet, show, showAnalysis, showMoveReport }
})

export function sameBoard(one: Board, other: Board): boolean {
  return one.every((rank, cell) => rank === other[cell])
}
