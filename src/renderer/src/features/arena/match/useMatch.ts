import { computed } from 'vue'
import type { MatchSetup, Speed } from '../../../../../core/contract/calls'
import type { GameSearch } from '../../../../../core/contract/searchers'
import { type GameEntry, GAMES } from '../../../../../core/games/registry'
import { makeWeighted } from '../../../../../core/games/weightedHeuristic'
import { useArena } from '../../../bridge/trees'
import { usePreferences } from '../../../bridge/preferences'
import { useMutation } from '../../../bridge/useMutation'
import { tryParse } from '../../../bridge/guarded'
import { useNavigation } from '../../../ui/shell/navigation'
import { useFailureToast } from '../../../ui/toasts/failureToast'
import { type ArenaCourse, useCourse } from '../useCourse'
import { useSeats } from './useSeats'
import { useAllEdgeWords } from '../../../games/gameViews'

export type ArenaMatch = ReturnType<typeof useMatch>

/** The user's actions on the match. Failures become toasts; progress arrives as events. */
export function useMatch(course: ArenaCourse) {
  const arena = useArena()
  const preferences = usePreferences()
  const navigation = useNavigation()
  const { seats } = useSeats(course)
  const change = useMutation(useFailureToast())
  /** At most one move per click. */
  const moving = useMutation(useFailureToast(), 'ignore')
  const match = computed(() => course.match.value)

  const speed = computed({
    get: (): Speed => preferences.chosen.matchSpeed ?? 2,
    set(wanted) {
      preferences.set({ matchSpeed: wanted })
      const { id, running } = match.value ?? {}
      if (id !== undefined && running) void change(ask => ask('runMatch', { id, speed: wanted }))
    },
  })

  function onMatch(work: (id: number) => void): void {
    if (match.value) work(match.value.id)
  }

  function search(): GameSearch | undefined {
    const [game, shown] = [course.game.value, course.shown.value]
    if (!game || !shown) return undefined
    const { turn, state } = shown
    const seed = course.match.value?.setup.seed ?? course.opened.value?.tournament.seed ?? 1
    const its = typeof turn === 'number' ? seats.value[turn]?.seat : undefined
    // on a person's turn, the useful search is the other player's
    const other = seats.value.find(({ seat }) => seat !== undefined && seat !== 'person')?.seat
    const seat = its === undefined || its === 'person' ? other : its
    if (seat === undefined || seat === 'person')
      return { game, position: state, searcher: 'alphaBeta', config: {}, wrapping: {}, limits: {}, seed }
    const entry: GameEntry = GAMES[game]
    const { searcher, config, wrapping, limits, depthRule, heuristic } = seat
    const rule = depthRule === undefined ? undefined : entry.depthRules?.[depthRule]
    const depth = rule && tryParse(() => rule(entry.game.parse(state))).parsed
    const text = typeof heuristic === 'object' ? makeWeighted(heuristic) : heuristic
    return {
      ...{ game, position: state, searcher, config, wrapping, seed },
      limits: { ...limits, ...(depth !== undefined && { depth }) },
      ...(text !== undefined && { heuristic: text }),
    }
  }

  return {
    speed,
    async start(setup: MatchSetup): Promise<boolean> {
      course.close()
      const started = await change(ask => ask('startMatch', setup))
      if (!started) return false
      arena.match = started
      await change(ask => ask('runMatch', { id: started.id, speed: speed.value }))
      return true
    },
    move: (action: number): void =>
      onMatch(id => void moving(ask => ask('moveInMatch', { id, ply: match.value!.plies, action }))),
    toggle: (): void =>
      onMatch(id => {
        if (match.value!.running) void change(ask => ask('pauseMatch', { id }))
        else void change(ask => ask('runMatch', { id, speed: speed.value }))
      }),
    pause: (): void => onMatch(id => void change(ask => ask('pauseMatch', { id }))),
    step: (): void => onMatch(id => void change(ask => ask('stepMatch', { id }))),
    takeBack: (): void => onMatch(id => void change(ask => ask('takeBackInMatch', { id }))),
    openTree(): void {
      const wanted = search()
      if (wanted) navigation.open({ screen: 'tree', search: wanted })
    },
  }
}

/** An action of the shown position. */
export interface LegalMove {
  readonly action: number
  /** In the game's own notation, and for people. */
  readonly words: string
  readonly text: string
}

/** The moves that a person can make now: none on another player's turn, and none while an older position is shown. */
export function useLegalMoves() {
  const course = useCourse()
  const wordsOf = useAllEdgeWords()
  return computed((): readonly LegalMove[] => {
    const [match, shown] = [course.match.value, course.shown.value]
    if (!match || !shown || !course.isLive.value || typeof match.turn !== 'number') return []
    if (match.setup.seats[match.turn] !== 'person' || shown.state !== match.state) return []
    const { game }: GameEntry = GAMES[match.setup.game]
    const state = game.parse(shown.state)
    return game.actions(state).map(action => {
      const words = game.words(state, action)
      return { action, words, text: wordsOf(match.setup.game)({ id: action, words, notation: words }) }
    })
  })
}
