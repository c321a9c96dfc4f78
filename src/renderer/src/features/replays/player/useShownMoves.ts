import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { contentHash } from '../../../../../core/contentHash'
import { isDead, MOVES, sameBoard, slide } from '../../../../../core/games/twenty48/board'
import type { Player } from '../../../../../core/games/twenty48/player'
import { makePosition } from '../../../../../core/games/twenty48/notation'
import type { ReplayPosition } from '../../../../../core/games/twenty48/replay'
import { judgeMoves } from '../../../../../core/games/twenty48/scale/judgedMoves'
import type { LossClass } from '../../../../../core/games/twenty48/scale/lossClass'
import { useCalibrations } from '../../../bridge/calibrations'
import { usePreferences } from '../../../bridge/preferences'
import { useProfiles } from '../../../bridge/profiles'
import { useLatest } from '../../../bridge/useLatest'
import { scaleOf, useMoveFigures } from '../../../games/twenty48/useMoveFigures'
import { useMoveNames } from '../../../ui/board/boardLook'
import { type AnalystValues, usePlayerWords } from '../analysis/mistakes'
import type { OpenReplay } from './useReplay'

/** Sends fewer questions than a held key makes steps; each cancels the search before. */
const PAUSE_MS = 60
/** Delay before a retry when another page has a search of this kind running. */
const AGAIN_MS = 400

/**
 * The four moves of the shown board: by the analysis, if it has searched it; otherwise by a search of now, of the analyst or of the profile
 * in use.
 * @param isIdle whether the board rests: none is searched in a playback
 */
export function useShownMoves(replay: OpenReplay, analysed: () => AnalystValues | undefined, isIdle: () => boolean) {
  const { t } = useI18n()
  const profiles = useProfiles()
  const preferences = usePreferences()
  const calibrations = useCalibrations()
  const figuresOf = useMoveFigures()
  const names = useMoveNames()
  const words = usePlayerWords()

  const asked = computed((): { readonly player: Player; readonly name: string } | undefined => {
    const analyst = analysed()
    if (analyst) return { player: analyst.player, name: analyst.profile ?? '' }
    const profile = profiles.list.find(({ name }) => name === profiles.inUse) ?? profiles.list[0]
    if (!profile) return undefined
    const { evaluator, settings, depth } = profile
    const player = { evaluator, settings, limits: { depth } }
    return { player, name: words(profile.name, player) }
  })
  const about = computed(() => {
    const position = replay.position.value
    if (!position || !asked.value || !isIdle() || isDead(position.board)) return undefined
    const { line, at } = replay.place.value
    const analyst = analysed()
    const isAnalysed = analyst !== undefined && line === 0 && at < analyst.values.length
    return [contentHash(asked.value.player), position.board, isAnalysed ? analyst.analysis : 0, at] as const
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  onScopeDispose(() => clearTimeout(timer))
  const { value, problem, again } = useLatest({
    about: () => about.value,
    async ask(ask, [, board, id, at]) {
      const { player } = asked.value!
      if (id === 0) return { board, player, report: await ask('tryPlayer', { board, player }) }
      const { assessment } = await ask('analysedSlide', { id, slide: at + 1 })
      return { board, player, report: assessment }
    },
    pace: PAUSE_MS,
    onFailure({ code }) {
      if (code === 'CANCELLED') timer = setTimeout(() => void again(), AGAIN_MS)
    },
  })

  type Found = { readonly player: Player; readonly report: NonNullable<typeof value.value>['report'] }
  /** What was found of each board that was shown, by the player that is asked now. */
  const found = shallowRef<ReadonlyMap<string, Found>>(new Map())
  watch(
    () => [replay.opened.value?.id, asked.value && contentHash(asked.value.player)].join(),
    () => (found.value = new Map()),
    { flush: 'sync' },
  )
  watch(value, its => {
    const { board, player, report } = its ?? {}
    if (!board || !player || !report || !asked.value || contentHash(player) !== contentHash(asked.value.player)) return
    found.value = new Map(found.value).set(makePosition(board), { player, report })
  })

  const judgedBy = (
    position: ReplayPosition,
    { report, player }: { readonly report: Found['report']; readonly player: Player | undefined },
  ) => judgeMoves(position, report, scaleOf(player, calibrations, preferences.lossThresholds))

  /** The class of each move of each side line; `undefined` where its board was not searched, or where none is known. */
  const classes = computed((): readonly (readonly (LossClass | undefined)[])[] =>
    replay.lines.value.map(({ turns }, i) =>
      turns.map(({ move }, j) => {
        const position = replay.played.value[i]?.[j]
        const its = position && found.value.get(makePosition(position.board))
        return its && judgedBy(position, its)[move]?.class
      }),
    ),
  )

  const bars = computed(() => {
    const position = replay.position.value
    if (!position) return []
    const { player, report } = value.value && sameBoard(value.value.board, position.board) ? value.value : {}
    const judged = report ? judgedBy(position, { player, report }) : {}
    const byExpert = (report && 'expert' in report && report.expert?.decides) ?? false
    return MOVES.map(move => {
      const [legal, best] = [slide(position.board, move) !== undefined, report?.best === move]
      const figures = figuresOf(judged[move], { scale: preferences.valueScale, best, byExpert, depth: report?.depth })
      const played = replay.next.value?.move === move
      const label = t('bars.label', { move: names.value[move], worth: legal ? figures.sentence : t('bars.illegal') })
      const sentence = played ? t('sideLines.played', { label }) : label
      return { move, legal, best, played, stale: false, figures, label: legal ? t('bars.play', { label: sentence }) : label }
    })
  })
  /** The shown board is searched now. */
  const isSearching = computed(() => {
    if (!about.value || problem.value) return false
    const [, board, analysis] = about.value
    return analysis === 0 && !(value.value && sameBoard(value.value.board, board))
  })
  return { bars, classes, isSearching, by: computed(() => asked.value?.name) }
}
