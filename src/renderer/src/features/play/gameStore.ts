import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { AnalysisView, GameView, Hello } from '../../../../core/contract/calls'
import { sameBoard } from '../../../../core/games/twenty48/board'

/** The game on the board and what the engine thinks of it. Views are replaced whole, never edited in place. */
export const useGameStore = defineStore('game', () => {
  const game = shallowRef<GameView>()
  const analysis = shallowRef<AnalysisView>({ on: false, running: false })

  /** Of the last search, whoever asked for it: the analysis, an engine's move or autoplay. */
  const report = computed(() => analysis.value.report)
  /** The report is about another board than the one that is shown. */
  const stale = computed(() => !report.value || !game.value || !sameBoard(report.value.board, game.value.board))

  /** The lab is met, for the first time or again: whatever was shown may be of a lab that is no more. */
  function greet(hello: Hello): void {
    game.value = hello.game
    analysis.value = hello.analysis
  }

  /** An answer about a game before the one that is shown comes too late, and is dropped. */
  function show(view: GameView): void {
    if (!game.value || view.id >= game.value.id) game.value = view
  }

  function showAnalysis(view: AnalysisView): void {
    analysis.value = view
  }

  return { game, analysis, report, stale, greet, show, showAnalysis }
})
