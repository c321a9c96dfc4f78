import { computed, onDeactivated, onScopeDispose, shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import type { ReplayView } from '../../../../../core/contract/calls'
import { LabError } from '../../../../../core/errors'
import { type Move, slide } from '../../../../../core/games/twenty48/board'
import { playSideLines, type SideLine } from '../../../../../core/games/twenty48/replay'
import {
  endOf,
  forkOf,
  joinFitting,
  joinLines,
  packLines,
  placeAt,
  playMove,
  unpackLines,
  withoutLine,
  type Place,
} from '../../../../../core/games/twenty48/sideLines'
import { FramedGame } from '../../../../../core/games/twenty48/timeline'
import { useJobs } from '../../../bridge/runs'
import { useLab } from '../../../bridge/lab'
import { useMutation } from '../../../bridge/useMutation'
import { useSaving } from '../../../bridge/saving'
import { Deletions } from '../../../ui/deletions'
import { useFailureToast } from '../../../ui/toasts/failureToast'
import { useToasts } from '../../../ui/toasts/toasts'

export type ReplayState =
  | { readonly is: 'opening'; readonly id: number }
  | { readonly is: 'failed'; readonly id: number; readonly error: LabError }
  | { readonly is: 'open'; readonly id: number; readonly view: ReplayView; readonly game: FramedGame }

/** The opened game. Its turns are outside Vue's reactivity; only their number is reactive. */
export function useReplay() {
  const jobs = useJobs()
  const state = shallowRef<ReplayState>()
  const place = shallowRef<Place>({ line: 0, at: 0 })
  const lines = shallowRef<readonly SideLine[]>([])
  const opening = useMutation(error => (state.value = { is: 'failed', id: state.value!.id, error }), 'instead')
  onScopeDispose(close)

  const opened = computed(() => (state.value?.is === 'open' ? state.value : undefined))
  const saved = useLineSaving(() => opened.value?.id)
  /** The positions of each side line, from the one where it leaves. */
  const played = computed(() => {
    const { game } = opened.value ?? {}
    return game ? playSideLines(lines.value, game.length, step => game.at(step)) : []
  })
  const at = computed(() => place.value.at)
  const line = computed(() => place.value.line)
  const position = computed(() =>
    line.value === 0
      ? opened.value?.game.at(at.value)
      : played.value[line.value - 1]?.[at.value - lines.value[line.value - 1]!.after],
  )
  /** Moves to the end of the shown line. */
  const end = computed(() => (line.value === 0 ? (opened.value?.game.length ?? 0) : endOf(lines.value[line.value - 1]!)))
  /** Moves of the game itself to the shown board, or to where its line leaves. */
  const atGame = computed(() => (line.value === 0 ? at.value : forkOf(lines.value, line.value)))
  /** The move that follows on the shown line. */
  const next = computed(() => {
    const its = lines.value[line.value - 1]
    if (its) return its.turns[at.value - its.after]
    return opened.value && at.value < opened.value.game.length ? opened.value.game.turn(at.value + 1) : undefined
  })
  /** Present while the engine plays the game again. */
  const job = computed(() => {
    const now = state.value
    return now?.is === 'opening' ? jobOf(now.id) : undefined
  })
  const jobOf = (id: number) => jobs.list.find(({ kind, title }) => kind === 'replay' && title === String(id))

  /** Games that were closed before the lab has answered: it may report only now that it plays one again. */
  const givenUp = new Set<number>()
  watch(
    () => jobs.list,
    () => givenUp.forEach(stopPlaying),
  )

  function stopPlaying(id: number): void {
    const found = jobOf(id)
    if (found && found.state !== 'stopping') jobs.cancel(found.id)
  }

  /** @param slide to begin at; absent: the start */
  async function open(id: number, slide = 0): Promise<void> {
    close()
    state.value = { is: 'opening', id }
    givenUp.delete(id)
    await opening(async ask => {
      const view = await ask('openReplay', { id }).finally(() => givenUp.delete(id))
      place.value = { line: 0, at: 0 }
      lines.value = saved.unsaved.get(id) ?? unpackLines(view.sideLines)
      state.value = { is: 'open', id, view, game: new FramedGame(view.frames, Uint8Array.from(view.turns)) }
      goGame(slide)
    })
  }

  /** Cancels the work on a game that is still being played again. */
  function close(): void {
    if (state.value?.is === 'opening') {
      givenUp.add(state.value.id)
      stopPlaying(state.value.id)
    }
    opening.stop()
    state.value = undefined
  }

  /** To the position after this number of moves on the shown line, or the nearest existing one. */
  function go(slide: number): void {
    if (opened.value) place.value = placeAt(lines.value, line.value, Math.max(0, Math.min(end.value, Math.round(slide))))
  }

  /** The same in the game itself. */
  function goGame(slide: number): void {
    if (opened.value) place.value = { line: 0, at: Math.max(0, Math.min(opened.value.game.length, Math.round(slide))) }
  }

  function show(its: Place): void {
    place.value = its
  }

  return { saved, show, state, opened, place, lines, played, at, line, atGame, end, next, position, job, open, close, go, goGame }
}

export type OpenReplay = ReturnType<typeof useReplay>

/**
 * Stores the side lines of games. The lab has each move before the next is sent. Lines that could not be stored are tried again with the next
 * move, when a game is left or opened, and when the lab is back.
 * @param shown the opened game
 */
function useLineSaving(shown: () => number | undefined) {
  const lab = useLab()
  const { held } = useSaving()
  const onFailure = useFailureToast()
  const change = useMutation(onFailure, 'queue')
  /** Lines that the lab does not have yet, of each game. */
  const unsaved = new Map<number, readonly SideLine[]>()
  const nameOf = (id: number) => `side lines of game ${id}`

  async function save(id: number): Promise<void> {
    const lines = unsaved.get(id)
    if (!lines) return
    const isSaved = await change(
      ask => ask('setSideLines', { id, lines: packLines(lines) }).then(() => true),
      failure => {
        if (failure.code === 'NOT_FOUND') unsaved.delete(id) // the game was deleted meanwhile
        onFailure(failure)
      },
    )
    if (isSaved && unsaved.get(id) === lines) unsaved.delete(id)
    if (!unsaved.has(id)) held.delete(nameOf(id))
    else if (!isSaved) held.add(nameOf(id))
  }
  async function saveAll(): Promise<void> {
    await Promise.all([...unsaved.keys()].map(save))
  }
  watch(lab.connected, up => up && void saveAll())
  watch(shown, () => void saveAll())

  function set(id: number, lines: readonly SideLine[]): void {
    unsaved.set(id, lines)
    void save(id)
  }

  return {
    unsaved,
    set,
    saveAll,
    /** Whether those of the opened game could not be stored. */
    hasFailed: () => shown() !== undefined && held.has(nameOf(shown()!)),
  }
}

interface Kept {
  readonly id: number
  readonly lines: readonly SideLine[]
}

/** What was there before a deletion. */
interface Deletion extends Kept {
  readonly place: Place
  /** The toast that offers to undo it. */
  toast?: number
}

/** The lines with those that were deleted, each at its place. @throws {LabError} `BAD_REQUEST` if they are too many */
function putBack(lines: readonly SideLine[], before: Kept): readonly SideLine[] {
  return joinFitting(lines, before.lines).lines === lines ? lines : joinLines(before.lines, lines)
}

/** Moves that are tried in an open replay. */
export function useSideLines(replay: OpenReplay) {
  const { t, n } = useI18n()
  const toasts = useToasts()
  const onFailure = useFailureToast()
  const change = useMutation(onFailure, 'queue')
  const deletions = new Deletions<Deletion>()

  function set(lines: readonly SideLine[]): void {
    if (lines === replay.lines.value) return
    replay.lines.value = lines
    replay.saved.set(replay.opened.value!.id, lines)
  }

  const can = (move: Move) => replay.position.value !== undefined && slide(replay.position.value.board, move) !== undefined

  /** Makes a move on the shown board: along the shown line, into another one, or into a new one. */
  function play(move: Move): void {
    const { opened, position, lines, place } = replay
    if (!opened.value || !position.value) return
    const { game, view } = opened.value
    try {
      const seed = view.draws?.seed ?? 0
      const played = playMove(lines.value, place.value, move, { game, board: position.value.board, seed })
      if (!played) return
      set(played.lines)
      place.value = played.place
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      onFailure(error)
    }
  }

  /** To the end of the next or previous line; before the first is the game, where the shown line leaves it. */
  function step(by: 1 | -1): void {
    const line = replay.line.value + by
    if (line === 0) return replay.goGame(replay.atGame.value)
    const its = replay.lines.value[line - 1]
    if (its) replay.place.value = { line, at: its.after + 1 }
  }

  function remove(line: number): void {
    const before: Deletion = { id: replay.opened.value!.id, lines: replay.lines.value, place: replay.place.value }
    const { lines, place } = withoutLine(before.lines, line)
    if (replay.line.value > 0) replay.place.value = place
    set(lines)
    deletions.add(before)
    const gone = before.lines.length - lines.length
    before.toast = toasts.show({
      kind: 'notice',
      title: t('sideLines.deleted', { lines: n(gone, 'integer') }, gone),
      action: { label: t('library.undo'), run: () => void restore(before) },
    })
  }

  async function restore(before: Deletion): Promise<void> {
    if (!deletions.has(before)) return
    deletions.forget(before)
    if (before.toast !== undefined) toasts.dismiss(before.toast)
    const { id } = before
    if (replay.opened.value?.id !== id) {
      await change(async ask => {
        const { sideLines } = await ask('openReplay', { id })
        await ask('setSideLines', { id, lines: packLines(putBack(unpackLines(sideLines), before)) })
      })
      return
    }
    try {
      const lines = putBack(replay.lines.value, before)
      if (lines === replay.lines.value) return
      set(lines)
      replay.place.value = before.place
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      onFailure(error)
    }
  }

  const hasDeleted = () => deletions.latest !== undefined
  async function undo(): Promise<void> {
    if (deletions.latest) await restore(deletions.latest)
  }

  return { can, play, step, remove, undo, hasDeleted, isLast: () => replay.line.value === replay.lines.value.length }
}

/** Stops of the speed control, in moves per second. */
export const SPEEDS: readonly number[] = [1, 2, 5, 10, 25, 60, 150, 500]
const USUAL = 5

/** Plays a replay by the clock, so that a slow page skips moves and keeps the pace. */
export function usePlayback(at: () => number, length: () => number, go: (slide: number) => void) {
  const playing = shallowRef(false)
  const speed = shallowRef(USUAL)
  let from = { slide: 0, time: 0 }
  let slide = 0
  let frame: number | undefined

  function start(): void {
    if (length() === 0) return
    if (at() >= length()) go(0)
    playing.value = true
    begin()
    frame ??= requestAnimationFrame(run)
  }

  function begin(): void {
    slide = at()
    from = { slide: slide, time: performance.now() }
  }

  function stop(): void {
    playing.value = false
    if (frame !== undefined) cancelAnimationFrame(frame)
    frame = undefined
  }

  function run(): void {
    frame = undefined
    if (at() !== slide) begin() // the user stepped meanwhile, and playback continues from there
    const due = from.slide + Math.floor(((performance.now() - from.time) / 1000) * speed.value)
    if (due > slide) go((slide = Math.min(due, length())))
    if (slide >= length()) stop()
    else frame = requestAnimationFrame(run)
  }

  watch(speed, begin)
  onDeactivated(stop)
  onScopeDispose(stop)
  return { playing, speed, start, stop, toggle: () => (playing.value ? stop() : start()) }
}
