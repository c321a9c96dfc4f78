import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import type { GameView, Speed } from '../../../../core/contract/calls'
import type { LabErrorCode } from '../../../../core/errors'
import type { Board, Move } from '../../../../core/games/twenty48/board'
import { makePosition } from '../../../../core/games/twenty48/notation'
import type { Ask, OnFailure } from '../../bridge/guarded'
import { useLab } from '../../bridge/lab'
import { usePreferences } from '../../bridge/preferences'
import { useMutation } from '../../bridge/useMutation'
import { useCopy } from '../../ui/exchange/clipboard'
import { provided } from '../../ui/provided'
import { useNavigation, type Errand } from '../../ui/shell/navigation'
import { useFailureToast } from '../../ui/toasts/failureToast'
import { useToasts } from '../../ui/toasts/toasts'
import { useGameStore } from './gameStore'
import { shownSearch, usePlayerStore } from './engine/playerStore'

/** Moves to undo or redo in one request: more than a game has. */
const MOST_SLIDES = 1e9
/** Moves per PgUp or PgDn. */
export const LEAP = 10
/** A dragged slider changes a weight many times a second; the search starts when it rests. */
const SETTLE_MS = 150
/** Expected answers to a key pressed too late; not worth a message. */
const QUIET: readonly LabErrorCode[] = ['CANCELLED', 'ILLEGAL_MOVE']

export type Play = ReturnType<typeof createPlay>

/** The actions on the game, for buttons, keys and the board alike. Failures become toasts. */
export const [providePlay, usePlay] = provided('usePlay()', createPlay)

function createPlay() {
  const lab = useLab()
  const { t, n } = useI18n()
  const copy = useCopy()
  const toasts = useToasts()
  const onFailure = useFailureToast(QUIET)
  const store = useGameStore()
  const player = usePlayerStore()
  const navigation = useNavigation()
  const thinking = useMutation(onFailure, 'ignore')
  const preferences = usePreferences()
  const speed = shallowRef<Speed>(store.game?.autoplay?.slidesPerSecond ?? preferences.chosen.autoplaySpeed)
  watch(speed, autoplaySpeed => preferences.set({ autoplaySpeed }))
  const autoplay = useAskedSwitch(() => store.game?.autoplay !== undefined, onFailure)
  const analysis = useAskedSwitch(() => store.analysis.on, onFailure)

  /**
   * Timers that restart work once changed settings rest. What the user stops meanwhile stays stopped, though the lab confirms it
   * only later.
   */
  const settling: { autoplay?: ReturnType<typeof setTimeout>; analysis?: ReturnType<typeof setTimeout> } = {}

  onScopeDispose(lab.on('game', store.show))
  onScopeDispose(lab.on('analysis', store.showAnalysis))

  /** Until these are answered, the known game is outdated. */
  const changing = useMutation(onFailure)

  /** @returns whether it succeeded */
  async function change(work: (ask: Ask) => Promise<GameView>, onThisFailure?: OnFailure): Promise<boolean> {
    const view = await changing(work, onThisFailure)
    if (view) store.show(view)
    return view !== undefined
  }

  /** The toast that offers the previous game: one at a time, for the game on the board. */
  let offer: { readonly id: number; readonly slides: number } | undefined

  function endOffer(): void {
    if (offer) toasts.dismiss(offer.id)
    offer = undefined
  }
  /** Who plays on does not want the game before. */
  watch(
    () => store.game?.slides ?? 0,
    slides => {
      if (offer && slides >= offer.slides + LEAP) endOffer()
    },
  )

  /** Removes that game from the board; the one before it continues. */
  function takeBack(id: number): Promise<boolean> {
    endOffer()
    return change(ask => ask('takeBackGame', { id }))
  }

  /** Reports that another game is on the board, with a way back to the previous one. @param back what that opens as well */
  function offerBack(title: string, before: GameView | undefined, back?: Errand): void {
    endOffer()
    const started = store.game
    if (!started?.former) return
    const slides = before ? before.undo + before.redo : 0
    const detail = slides > 0 ? t('play.before', { slides: n(slides, 'integer') }, slides) : undefined
    const run = async () => {
      if ((await takeBack(started.id)) && back && back.screen !== 'play' && navigation.screen === 'play') navigation.open(back)
    }
    const action = { label: t('play.backToGame'), run: () => void run() }
    offer = { id: toasts.show({ kind: 'notice', screen: 'play', title, detail, action }), slides: started.slides }
  }

  async function newGame(seed?: number): Promise<boolean> {
    const before = store.game
    const isBegun = await change(ask => ask('newGame', { seed }))
    // no offer to go back to a game that is over or has no moves
    if (isBegun && before && !before.over && before.undo + before.redo > 0) offerBack(t('play.newGameBegun'), before)
    else if (isBegun) endOffer()
    return isBegun
  }

  /**
   * @param back what undoing that opens
   * @param refused receives the reason if it could not be opened; absent: a toast shows it
   */
  async function openPosition(text: string, back?: Errand, refused?: OnFailure): Promise<boolean> {
    const before = store.game
    const isOpen = await change(ask => ask('setPosition', { text }), refused)
    if (!isOpen) return false
    offerBack(t('play.positionOpened'), before, back)
    analyseOpened()
    return true
  }

  /** A new game without moves: undoing removes it as a whole. */
  const isUntouched = () =>
    !changing.pending.value && store.game?.former === true && store.game.undo === 0 && store.game.redo === 0

  const slide = (move: Move) => change(ask => ask('slide', { move }))

  async function undo(slides = 1): Promise<void> {
    if (slides === 1 && isUntouched()) return void (await takeBack(store.game!.id))
    const possible = atMost(slides, store.game?.undo)
    if (possible > 0) await change(ask => ask('undo', { slides: possible }))
  }

  async function redo(slides = 1): Promise<void> {
    const possible = atMost(slides, store.game?.redo)
    if (possible > 0) await change(ask => ask('redo', { slides: possible }))
  }

  /** Skips requests that are known to have no effect; while there may be more moves than known, leaves it to the lab. */
  function atMost(slides: number, known = 0): number {
    return Math.min(slides, changing.pending.value ? MOST_SLIDES : known)
  }

  /**
   * Each step starts from the current board, so it waits for the one before; of the steps requested meanwhile only the last
   * counts.
   */
  const going = useMutation(onFailure, 'last')
  /** The target of the last step. */
  let aim = 0

  function goTo(slide: number): Promise<void> {
    aim = slide
    return going(async () => {
      // a playing engine has passed the target by now: the first step stops it, the second arrives
      await stepTo(aim)
      await stepTo(aim)
    })
  }

  async function stepTo(slide: number): Promise<void> {
    const at = store.game?.undo ?? 0
    if (slide < at) await undo(at - slide)
    else if (slide > at) await redo(slide - at)
  }

  async function loadGame(game: { id: number; slides?: number | undefined }): Promise<void> {
    if (await change(ask => ask('loadGame', game))) analyseOpened()
  }

  /** An opened board is analysed at once. */
  function analyseOpened(): void {
    if (!analysis.on.value) void startAnalysis()
  }

  /** Opens the game on the board in Replays, and analyses it there. */
  async function findMistakes(): Promise<void> {
    const id = await changing(ask => ask('saveGame', undefined))
    if (id !== undefined) navigation.open({ screen: 'replays', game: { id }, mistakes: true })
  }

  /** To the first exercise from its mistakes. */
  async function learn(): Promise<void> {
    const id = await changing(ask => ask('saveGame', undefined))
    if (id !== undefined) navigation.open({ screen: 'replays', learn: { game: id } })
  }

  async function engineMove(): Promise<void> {
    const { mover } = player
    if (store.game && !store.game.over && mover) await thinking(ask => ask('engineMove', { player: mover }))
  }

  async function startAutoplay(): Promise<void> {
    const { mover } = player
    if (mover && !store.game?.over) await autoplay.turn(true, ask => ask('startAutoplay', { player: mover, speed: speed.value }))
  }

  /** A new game, which the engine starts to play immediately. */
  async function watchGame(): Promise<void> {
    if (await newGame()) await startAutoplay()
  }

  async function stopAutoplay(): Promise<void> {
    clearTimeout(settling.autoplay)
    await autoplay.turn(false, ask => ask('stopAutoplay', undefined))
  }

  async function toggleAutoplay(): Promise<void> {
    if (autoplay.on.value) await stopAutoplay()
    else await startAutoplay()
  }

  async function startAnalysis(): Promise<void> {
    const { analyst } = player
    if (analyst) await analysis.turn(true, ask => ask('startAnalysis', { player: analyst }))
  }

  async function stopAnalysis(): Promise<void> {
    clearTimeout(settling.analysis)
    await analysis.turn(false, ask => ask('stopAnalysis', undefined))
  }

  async function toggleAnalysis(): Promise<void> {
    if (analysis.on.value) await stopAnalysis()
    else await startAnalysis()
  }

  /** The tree of the search whose values are shown, or else of a search of the shown board. */
  function openTree(): void {
    const { game } = store
    if (!game || !player.mover) return
    const record = (!store.stale && shownSearch(store.analysis)) || { board: game.board, player: player.mover }
    navigation.open({ screen: 'tree', record })
  }

  async function stopAll(): Promise<void> {
    await Promise.all([stopAutoplay(), stopAnalysis()])
  }

  async function copyPosition(board: Board | undefined): Promise<void> {
    if (!board) return
    const position = makePosition(board)
    await copy(position, { title: t('play.copied.position'), detail: position })
  }

  async function copySeed(): Promise<void> {
    if (!store.game) return
    const seed = String(store.game.seed)
    await copy(seed, { title: t('play.copied.seed'), detail: seed })
  }

  // A running game or analysis continues with the changed settings. Compared by content: with every change of some profile the
  // whole list arrives again, and recreates an equal player.
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
    thinking: thinking.pending,
    /** Whether autoplay and analysis are on, as last requested, even before the lab has answered. */
    autoplaying: autoplay.on,
    analysing: analysis.on,
    speed,
    newGame,
    slide,
    undo,
    redo,
    goTo,
    loadGame,
    openPosition,
    engineMove,
    startAutoplay,
    watchGame,
    toggleAutoplay,
    toggleAnalysis,
    stopAll,
    openTree,
    findMistakes,
    learn,
    copyPosition,
    copySeed,
  }
}

/** A state of the lab that the user switches on and off. Until the lab answers, it has the value that the user last set. */
function useAskedSwitch(known: () => boolean, onFailure: OnFailure) {
  const asked = shallowRef(false)
  const change = useMutation(onFailure)

  function turn(on: boolean, work: (ask: Ask) => Promise<unknown>): Promise<unknown> {
    asked.value = on
    return change(work)
  }

  return { on: computed(() => (change.pending.value ? asked.value : known())), turn }
}
