import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { AnalysisView, GameAnalysisView, GameView, Hello, OutlookView } from '../../../../core/contract/calls'
import { wasInterrupted } from '../../../../core/contract/calls/runRow'
import { sameBoard, type Board, type Move } from '../../../../core/games/twenty48/board'
import type { Player } from '../../../../core/games/twenty48/player'
import type { SearchReport } from '../../../../core/games/twenty48/search/report'
import { turnsBetween } from '../../../../core/games/twenty48/turnsBetween'
import { accuraciesOf } from '../../../../core/games/twenty48/accuracy'
import { classOf, compareLosses, isMistake, MISTAKE_THRESHOLD, type Loss } from '../../../../core/games/twenty48/gameAnalysis'
import { samePlayer, isJudge, JUDGE, judgeFrom } from '../../../../core/games/twenty48/playerHash'
import { LOSS_SIGNS, UNCLEAR_SIGN } from '../../../../core/games/twenty48/scale/lossClass'
import { usePreferences } from '../../bridge/preferences'
import type { Ask } from '../../bridge/guarded'
import { useLab } from '../../bridge/lab'
import { useProfiles } from '../../bridge/profiles'
import { useLatest } from '../../bridge/useLatest'
import { useMutation } from '../../bridge/useMutation'
import { useFailureToast } from '../../ui/toasts/failureToast'
import type { LossSign } from '../../ui/game/chartSigns'
import { usePlayerStore } from './engine/playerStore'

/** A move, and the search of the board before it. */
interface SearchedMove {
  readonly slides: number
  readonly before: Board
  readonly move: Move
  readonly report: SearchReport
  readonly player: Player | undefined
}

/** Up to this speed each move of a game that plays itself is searched singly, right after the one before. */
const SEARCHED_PER_SECOND = 30
/** How long such a move waits for the search of its board, in ms: usually both come within this, and are drawn at once. */
const TOGETHER_MS = 30

/** The game on the board and the engine's report on it. Views are replaced whole, never edited in place. */
export const useGameStore = defineStore('game', () => {
  const game = shallowRef<GameView>()
  const analysis = shallowRef<AnalysisView>({ on: false, running: false })
  /** Whether the board is being edited: no search and no outlook is of what is shown. */
  const editing = shallowRef(false)
  /** How far quick games get from a board: the last that the lab sent. */
  const outlook = shallowRef<OutlookView | null>()
  const player = usePlayerStore()

  const isChosen = (searcher: Player) => !player.mover || samePlayer(searcher, player.mover)

  /**
   * The last search of the shown board by the chosen player: analysis, an engine's move or autoplay. Of an earlier board only while the
   * next one is about to follow.
   */
  const report = computed(() => {
    const { report: last, player: searcher, on } = analysis.value
    if (!last || !game.value || editing.value) return undefined
    if (searcher && !isChosen(searcher)) return undefined
    const follows = game.value.autoplay || (on && !game.value.over)
    return follows || sameBoard(last.board, game.value.board) ? last : undefined
  })
  /**
   * The search that chose the last move, where the shown board is not searched itself. It follows from the two boards: many moves may
   * have passed since the view before.
   */
  const behind = computed(() => {
    const { report: last } = analysis.value
    if (!last?.best || !game.value || editing.value) return undefined
    const [turn] = turnsBetween(last.board, game.value.board, 1, last.best) ?? []
    return turn?.move === last.best ? last : undefined
  })
  /** Whether the report is about another board than the shown one. */
  const stale = computed(() => !report.value || !game.value || !sameBoard(report.value.board, game.value.board))

  /** On each connection: whatever is shown may come from a lab that no longer runs. */
  function greet(hello: Hello): void {
    clearTimeout(held?.timer)
    held = undefined
    game.value = hello.game
    analysis.value = hello.analysis
  }

  /** An answer about an earlier game than the shown one arrives too late, and is dropped. */
  function show(view: GameView): void {
    release()
    if (game.value && view.id < game.value.id) return
    if (awaitsSearch(view)) held = { view, timer: setTimeout(release, TOGETHER_MS) }
    else put(view)
  }

  function put(view: GameView): void {
    note(view)
    game.value = view
  }

  /** The next move of a game that plays itself, until the search of its board is known. */
  let held: { readonly view: GameView; readonly timer: ReturnType<typeof setTimeout> } | undefined

  function awaitsSearch({ id, board, slides, over, autoplay }: GameView): boolean {
    const { value: shown } = game
    if (!autoplay || !shown?.autoplay || over || id !== shown.id || slides <= shown.slides) return false
    const { slidesPerSecond: speed } = autoplay
    return speed !== 'fastest' && speed <= SEARCHED_PER_SECOND && !isReported(board)
  }

  function isReported(board: Board): boolean {
    const { report: last } = analysis.value
    return last !== undefined && sameBoard(last.board, board)
  }

  function release(): void {
    if (!held) return
    clearTimeout(held.timer)
    const { view } = held
    held = undefined
    put(view)
  }

  function showAnalysis(view: AnalysisView): void {
    if (held && view.report && sameBoard(view.report.board, held.view.board)) release()
    analysis.value = view
  }

  /** Moves of the game whose board was searched before them, by their number: as far as this page has seen them. */
  const moves = new Map<number, SearchedMove>()
  let noted: number | undefined

  function note({ id, slides, last }: GameView): void {
    if (id !== noted) moves.clear()
    noted = id
    const { report: known, player: searcher } = analysis.value
    if (!last || !known) return
    moves.delete(slides)
    if (sameBoard(known.board, last.before))
      moves.set(slides, { slides, before: last.before, move: last.turn.move, report: known, player: searcher })
  }

  /** Searched moves of the game as it is now: without those that were undone. */
  const searched = () => [...moves.values()].filter(({ slides }) => slides <= (game.value?.slides ?? 0))

  return { game, analysis, editing, outlook, isChosen, report, behind, stale, greet, show, showAnalysis, searched }
})

/** Moves that the end of a game shows. */
export const MOST_WORST = 3

/**
 * The judge's analysis of the finished game on the board. It begins by itself, in the background, and continues after an end of the lab; one
 * that the user paused remains so.
 */
export const useJudged = defineStore('judged', () => {
  const store = useGameStore()
  const preferences = usePreferences()
  const profiles = useProfiles()
  const onFailure = useFailureToast()
  const judge = computed(() => {
    const profile = profiles.list.find(({ name }) => name === JUDGE.profile)
    return profile && judgeFrom(profile)
  })
  const row = shallowRef<GameAnalysisView>()
  onScopeDispose(useLab().on('gameAnalysis', view => view.id === row.value?.id && (row.value = view)))
  const about = () => (store.game?.over ? store.game.id : undefined)
  watch(about, () => (row.value = undefined), { flush: 'sync' })

  /** The accuracies, the marks and the most costly moves; absent until all moves are searched. */
  const { value: judged } = useLatest({
    about,
    clearOn: id => id,
    async ask(ask) {
      const game = await ask('saveGame', undefined)
      const rows = await ask('gameAnalyses', { game })
      const known = rows.find(({ player }) => isJudge(player))
      row.value = known && !wasInterrupted(known) ? known : ((await begun(ask, game)) ?? known)
      return row.value?.state === 'complete' ? judgedIn(ask, row.value) : undefined
    },
    renewOn: () => judge.value !== undefined,
    again: { gameAnalysis: its => its.state === 'complete' },
  })

  async function begun(ask: Ask, game: number): Promise<GameAnalysisView | undefined> {
    if (!judge.value || !store.game?.undo) return undefined
    return ask('startGameAnalysis', { game, player: judge.value, profile: JUDGE.profile })
  }

  async function judgedIn(ask: Ask, { id, game, slides }: GameAnalysisView) {
    const counted: (number | null)[] = []
    const marks: LossSign[] = []
    const costly: (Loss & { readonly slide: number; readonly isRough: boolean })[] = []
    const { lossThresholds } = preferences
    while (counted.length < slides) {
      const part = await ask('assessedSlides', { id, from: counted.length })
      if (part.loss.length === 0) break
      for (const [i, loss] of part.loss.entries()) {
        const slide = part.from + i + 1
        const lost = { loss, chanceLoss: part.chanceLoss[i]!, noise: part.noise[i]!, risk: part.risk[i]! }
        const its = classOf(lost, lossThresholds)
        if (its && its !== 'equal') marks.push({ slide, its, sign: LOSS_SIGNS[its] })
        else if (!its && lost.chanceLoss !== null) marks.push({ slide, its: 'unclear', sign: UNCLEAR_SIGN })
        if (isMistake(lost, { ...MISTAKE_THRESHOLD, ...lossThresholds })) costly.push({ slide, isRough: part.rough[i]!, ...lost })
      }
      counted.push(...part.counted)
    }
    const asked = costly
      .toSorted(compareLosses)
      .slice(0, MOST_WORST)
      .map(({ slide }) => ask('analysedSlide', { id, slide }))
    const hand = store.game?.by === 'both' ? (await ask('openReplay', { id: game })).hand : undefined
    const rough = costly.filter(({ isRough }) => isRough).length
    const accuracies = accuraciesOf(counted, hand)
    return { accuracies, marks, costly: costly.length, rough, worst: await Promise.all(asked) }
  }

  const change = useMutation(onFailure, 'ignore')
  const pause = (id: number) => change(ask => ask('pauseRun', { kind: 'analysis', id }))
  const resume = ({ game, player, profile }: GameAnalysisView) =>
    change(ask => ask('startGameAnalysis', { game, player, profile }))
  return { judged, row, pause, resume }
})
