import { computed, shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import type { ExerciseResult, ExerciseView } from '../../../../../core/contract/calls'
import { face, SIDE, SLIDE_SIGNS, type Move, type Spawn } from '../../../../../core/games/twenty48/board'
import { dateOf, endOf, isDue, LEARNED, MOST_TRIES, type Standing } from '../../../../../core/games/twenty48/exercises'
import type { KindFilter, MistakeCost, MistakeKind } from '../../../../../core/games/twenty48/mistakeKinds'
import { parseSpawn } from '../../../../../core/games/twenty48/notation'
import { fixedDecimals } from '../../../../../core/numberText'
import type { TopNode } from '../../../../../core/tree/views'
import { useLatest } from '../../../bridge/useLatest'
import { useMutation } from '../../../bridge/useMutation'
import { useNames } from '../../../ui/player/playerWords'
import { useFailureToast } from '../../../ui/toasts/failureToast'
import { decimalsFor } from '../../../ui/words/numbers'

/** An exercise while it is done: its tries, and once they end it, what becomes of it. */
export function useExercise(id: () => number | undefined, onFinished: (result: ExerciseResult) => void) {
  const onFailure = useFailureToast()
  const { value: view, problem } = useLatest({
    about: id,
    ask: (ask, wanted) => ask('exercise', { id: wanted }),
    clearOn: wanted => wanted,
  })
  const tries = shallowRef<readonly Move[]>([])
  /** The last move that moves no tile. */
  const still = shallowRef<Move>()
  const isShown = shallowRef(false)
  const result = shallowRef<ExerciseResult>()
  /** The answer could not be stored. */
  const isUnsaved = shallowRef(false)
  const finishing = useMutation(onFailure)
  let saving = Promise.resolve()
  watch(
    id,
    () => {
      tries.value = []
      still.value = result.value = undefined
      isShown.value = isUnsaved.value = false
    },
    { flush: 'sync' },
  )

  const end = computed(() => view.value && endOf(view.value.assessment, tries.value))
  const isEnded = computed(() => isShown.value || end.value !== undefined)
  const isFound = computed(() => end.value?.isFound ?? false)

  function attempt(move: Move): void {
    if (!view.value || isEnded.value) return
    const isStill = view.value.assessment.values[move] === null
    still.value = isStill ? move : undefined
    if (isStill) return
    tries.value = [...tries.value, move]
    if (isEnded.value) saving = finish(view.value)
  }

  function showAnswer(): void {
    if (!view.value || isEnded.value) return
    isShown.value = true
    saving = finish(view.value)
  }

  async function finish({ exercise }: ExerciseView): Promise<void> {
    isUnsaved.value = false
    const finished = await finishing(ask => ask('finishExercise', { id: exercise.id, tries: tries.value.slice(0, MOST_TRIES) }))
    if (!finished) {
      isUnsaved.value = exercise.id === id()
      return
    }
    if (exercise.id === id()) result.value = finished
    onFinished(finished)
  }

  /** Waits until the answer is stored, and tries it again after a failure. */
  async function store(): Promise<void> {
    await saving
    if (view.value && isUnsaved.value) saving = finish(view.value)
    await saving
  }

  return {
    view,
    problem,
    tries,
    still,
    isEnded,
    isFound,
    result,
    attempt,
    showAnswer,
    isUnsaved,
    store,
    left: computed(() => MOST_TRIES - tries.value.length),
  }
}

export type Exercise = ReturnType<typeof useExercise>

/** A tile that may come after a move. */
interface TileAfter extends Spawn {
  readonly probability: number
}

/** The share of a loss that one tile has to make to be named. */
const LEAST_SHARE = 0.5

/**
 * The tile after a move that makes most of its loss: the probability of the tile times how much less it is worth than the best move.
 * @param best and `played`: the nodes after the two moves
 * @returns `undefined` if no single tile does
 */
export function costliestTile(best: TopNode, played: TopNode): TileAfter | undefined {
  if (best.value === null || played.value === null || best.value <= played.value) return undefined
  const { value } = best
  const rated = (played.outcomes?.all ?? []).map(([key, worth, probability]) => ({
    ...{ key, probability, part: (probability * (value - worth)) / (value - played.value!) },
  }))
  const most = rated.reduce((a, b) => (b.part > a.part ? b : a), { key: '', probability: 0, part: 0 })
  const edge = played.children.find(({ key }) => key === most.key)?.edge
  return edge && most.part >= LEAST_SHARE ? { ...parseSpawn(edge.notation), probability: most.probability } : undefined
}

/** What exercises say in words. */
export function useExerciseWords() {
  const { t, n, d } = useI18n()
  const names = useNames()
  const tile = (value: number) => n(value, 'integer')
  /** @param isRough see `JudgedMove` */
  const points = (loss: number, isRough?: boolean) =>
    isRough ? t('scale.about', { amount: n(loss, 'percentagePoints') }) : n(loss, 'percentagePoints')
  const about = (loss: number, isRough: boolean | undefined) =>
    isRough ? t('scale.aboutWords', { amount: points(loss) }) : points(loss)
  const day = (its: number) => d(dateOf(its), 'day')

  /** The term or the tile that costs. */
  function cost(its: MistakeCost, move: Move, isRough?: boolean): string {
    const played = SLIDE_SIGNS[move]
    switch (its.is) {
      case 'end':
        return t('learn.costEnd', { played, lost: n(its.lost, 'percent') })
      case 'corner':
        return t('learn.costCorner', { played, tile: tile(its.tile) })
      case 'row':
        return t('learn.costRow', { played, tiles: its.tiles.map(tile).join(', ') })
      case 'spawn':
        return t('learn.costSpawn', { played, row: Math.floor(its.cell / SIDE) + 1, column: (its.cell % SIDE) + 1 })
      case 'merge':
        return t('learn.costMerge', { played, tile: tile(its.tile) })
      case 'term': {
        const lost = n(its.lost, fixedDecimals(decimalsFor([its.lost])))
        return t('learn.costTerm', { played, term: names.value[its.term] ?? its.term, lost })
      }
      case 'tile':
        return t('learn.costTile', { played, tile: tile(its.tile), lost: about(its.lost, isRough) })
      case 'risk':
        return t('learn.costRisk', { played, lost: n(its.lost, 'percent') })
      case 'later':
        return t('learn.costLater', { played })
    }
  }

  function costOfTile({ rank, cell, probability }: TileAfter, move: Move): string {
    return t('learn.costTileAfter', {
      ...{ played: SLIDE_SIGNS[move], tile: tile(face(rank)), chance: n(probability, 'percent') },
      ...{ row: Math.floor(cell / SIDE) + 1, column: (cell % SIDE) + 1 },
    })
  }

  /** What the mistake lost. */
  function lost({ exercise, assessment }: ExerciseView): string {
    const move = SLIDE_SIGNS[exercise.move]
    const rank = assessment.moves[assessment.best]?.chance?.rank
    if (exercise.loss === null || rank === undefined) return t('learn.lostRisk', { move })
    const loss = about(exercise.loss, assessment.moves[exercise.move]?.isRough)
    return t('learn.lostChance', { move, loss, tile: tile(face(rank)) })
  }

  function comesBack({ successes, due }: Standing, today: number): string {
    if (successes === LEARNED || due === null) return t('learn.learned')
    return due === today + 1 ? t('learn.comesBackTomorrow') : t('learn.comesBack', { day: day(due) })
  }

  function due(standing: Standing, today: number): string {
    if (isDue(standing, today)) return t('learn.dueNow')
    return standing.due === null ? t('learn.isLearned') : t('learn.dueOn', { day: day(standing.due) })
  }

  const kinds = computed((): Readonly<Record<KindFilter, string>> => ({
    corner: t('learn.corner'),
    row: t('learn.row'),
    spawn: t('learn.spawn'),
    merge: t('learn.merge'),
    other: t('learn.other'),
  }))
  const shortKinds = computed((): Readonly<Record<MistakeKind, string>> => ({
    corner: t('mistakes.corner'),
    row: t('mistakes.row'),
    spawn: t('mistakes.spawn'),
    merge: t('mistakes.merge'),
  }))
  const kindText = (of: readonly MistakeKind[]) => of.map(kind => kinds.value[kind]).join(' · ') || kinds.value.other

  return { cost, costOfTile, lost, comesBack, due, day, points, kinds, shortKinds, kindText }
}
