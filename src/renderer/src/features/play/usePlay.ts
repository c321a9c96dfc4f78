import { inject, onScopeDispose, provide, readonly, ref, shallowRef, watch, type InjectionKey } from 'vue'
import { useI18n } from 'vue-i18n'
import type { GameView, Speed } from '../../../../core/contract/calls'
import type { LabErrorCode } from '../../../../core/errors'
import type { Board, Move } from '../../../../core/games/twenty48/board'
import { makePosition } from '../../../../core/games/twenty48/notation'
import { attemptWith } from '../../bridge/attempt'
import { useLab } from '../../bridge/lab'
import { useCopy } from '../../ui/clipboard'
import { useNavigation } from '../../ui/navigation'
import { useFailureToast } from '../../ui/toasts/failureToast'
import { useGameStore } from './gameStore'
import { usePlayerStore } from './playerStore'
import { shownSearch } from './shownSearch'
import { useAskedSwitch } from './useAskedSwitch'

/** Slides that the lab goes back or on with one question: more than a game has. */
const MOST_SLIDES = 1e9
/** Slides of one PgUp or PgDn. */
export const LEAP = 10
/** A slider in motion changes a weight many times a second; a search starts when it rests. */
const SETTLE_MS = 150
/** Expected answers to a key pressed too late; nobody needs to read about them. */
const QUIET: readonly LabErrorCode[] = ['CANCELLED', 'ILLEGAL_MOVE']

export type Play = ReturnType<typeof createPlay>

const playKey: InjectionKey<Play> = Symbol('play')

export function usePlay(): Play {
  const play = inject(playKey)
  if (!play) throw new Error('usePlay() outside the Play screen')
  return play
}

/** What can be done with the game, for the buttons, the keys and the board alike. Failures become toasts. */
export function providePlay(): Play {
  const play = createPlay()
  provide(playKey, play)
  return play
}

function createPlay() {
  const lab = useLab()
  const { t } = useI18n()
  const copy = useCopy()
  const attempt = attemptWith(useFailureToast(QUIET))
  const store = useGameStore()
  const player = usePlayerStore()
  const navigation = useNavigation()
  const thinking = ref(false)
  const speed = shallowRef<Speed>(store.game?.autoplay?.slidesPerSecond ?? 4)
  const autoplay = useAskedSwitch(() => store.game?.autoplay !== undefined)
  const analysis = useAskedSwitch(() => store.analysis.on)

  /** Until what was changed rests. What is stopped meanwhile stays so, though the lab says only a moment later that it is. */
  const settling: { autoplay?: ReturnType<typeof setTimeout>; analysis?: ReturnType<typeof setTimeout> } = {}

  onScopeDispose(lab.on('game', store.show))
  onScopeDispose(lab.on('analysis', store.showAnalysis))

  /** Questions about the game that are not answered yet: until they are, what is known of it is of before. */
  let changing = 0

  /** @returns whether it was */
  async function change(work: Promise<GameView>): Promise<boolean> {
    changing++
    const view = await attempt(work).finally(() => changing--)
    if (view) store.show(view)
    return view !== undefined
  }

  const newGame = (seed?: number) => change(lab.call('newGame', { seed }))

  const slide = (move: Move) => change(lab.call('slide', { move }))

  async function undo(slides = 1): Promise<void> {
    const possible = atMost(slides, store.game?.undo)
    if (possible > 0) await change(lab.call('undo', { slides: possible }))
  }

  async function redo(slides = 1): Promise<void> {
    const possible = atMost(slides, store.game?.redo)
    if (possible > 0) await change(lab.call('redo', { slides: possible }))
  }

  /** What there is nothing of need not be asked for; while there may be more by now than is known, the lab does what it can. */
  function atMost(slides: number, known = 0): number {
    return Math.min(slides, changing > 0 ? MOST_SLIDES : known)
  }

  /** The slide that was aimed at last, until it is gone to. */
  let aim: number | undefined
  let going = false

  /** Steps go from where the board is, so one waits for the other; of those that were aimed at meanwhile the last is meant. */
  async function goTo(slide: number): Promise<void> {
    aim = slide
    if (going) return
    going = true
    try {
      while (aim !== undefined) {
        const target: number = aim
        aim = undefined
        // an engine that plays on has left the slide that was aimed at from: the first step stops it, the second arrives
        await stepTo(target)
        if (aim === undefined) await stepTo(target)
      }
    } finally {
      going = false
    }
  }

  async function stepTo(slide: number): Promise<void> {
    const at = store.game?.undo ?? 0
    if (slide < at) await undo(at - slide)
    else if (slide > at) await redo(slide - at)
  }

  const graph = (points: number) => attempt(lab.call('gameGraph', { points }))

  /** @throws {LabError} `BAD_POSITION`, for the dialog that asked to show it. */
  async function setPosition(text: string): Promise<void> {
    store.show(await lab.call('setPosition', { text }))
  }

  const loadGame = (game: { id: number; slides?: number | undefined }) => change(lab.call('loadGame', game))

  async function engineMove(): Promise<void> {
    const { game } = store
    if (!game || game.over || thinking.value || !player.mover) return
    thinking.value = true
    await attempt(lab.call('engineMove', { player: player.mover }))
    thinking.value = false
  }

  async function startAutoplay(): Promise<void> {
    if (player.mover && !store.game?.over)
      await autoplay.ask(true, attempt(lab.call('startAutoplay', { player: player.mover, speed: speed.value })))
  }

  /** A new game, which the engine begins at once. */
  async function watchGame(): Promise<void> {
    if (await newGame()) await startAutoplay()
  }

  async function stopAutoplay(): Promise<void> {
    clearTimeout(settling.autoplay)
    await autoplay.ask(false, attempt(lab.call('stopAutoplay', undefined)))
  }

  async function toggleAutoplay(): Promise<void> {
    if (autoplay.on.value) await stopAutoplay()
    else await startAutoplay()
  }

  async function startAnalysis(): Promise<void> {
    if (player.analyst) await analysis.ask(true, attempt(lab.call('startAnalysis', { player: player.analyst })))
  }

  async function stopAnalysis(): Promise<void> {
    clearTimeout(settling.analysis)
    await analysis.ask(false, attempt(lab.call('stopAnalysis', undefined)))
  }

  async function toggleAnalysis(): Promise<void> {
    if (analysis.on.value) await stopAnalysis()
    else await startAnalysis()
  }

  /** The tree of the search whose values are shown, else of a search of the board. */
  function openTree(): void {
    const { game, near } = store
    if (!game || !near || !player.mover) return
    const record = shownSearch(near, store.analysis) ?? { board: game.board, player: player.mover }
    navigation.open({ screen: 'tree', record })
  }

  async function stopAll(): Promise<void> {
    await Promise.all([stopAutoplay(), stopAnalysis()])
  }

  async function copyPosition(): Promise<void> {
    if (!store.game) return
    const position = makePosition(store.game.board)
    await copy(position, { title: t('play.copied.position'), detail: position })
  }

  async function copySeed(): Promise<void> {
    if (!store.game) return
    const seed = String(store.game.seed)
    await copy(seed, { title: t('play.copied.seed'), detail: seed })
  }

  // A running game or analysis goes on with what was changed. By its words: with every change of some profile the whole list
  // is told anew, and the player made anew out of it is the same.
  watch(
    () => JSON.stringify([player.mover, player.analyst, speed.value]),
    () => {
      cancelSettling()
      settling.autoplay = setTimeout(() => autoplay.on.value && void startAutoplay(), SETTLE_MS)
      settling.analysis = setTimeout(() => analysis.on.value && void startAnalysis(), SETTLE_MS)
    },
  )
  onScopeDispose(cancelSettling)

  function cancelSettling(): void {
    clearTimeout(settling.autoplay)
    clearTimeout(settling.analysis)
  }

  return {
    thinking: readonly(thinking),
    /** Whether the engine plays on, and whether it analyses: as it was asked for, before the lab has answered too. */
    autoplaying: autoplay.on,
    analysing: analysis.on,
    speed,
    newGame,
    slide,
    undo,
    redo,
    goTo,
    graph,
    setPosition,
    loadGame,
    openPosition: (text: string) => change(lab.call('setPosition', { text })),
    setBoard: (board: Board) => setPosition(makePosition(board)),
    engineMove,
    startAutoplay,
    watchGame,
    toggleAutoplay,
    toggleAnalysis,
    stopAll,
    openTree,
    copyPosition,
    copySeed,
  }
}
