import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { MatchSeat } from '../../../../../core/contract/calls'
import { parsePlayerText } from '../../../../../core/contract/playerText'
import { tryParse } from '../../../bridge/attempt'
import { useAgentNames } from '../../../games/gameViews'
import { useCourse } from '../useCourse'
import { usePlayerWords } from '../usePlayerWords'

/** The players in words, by agent. */
interface Seated {
  /** Name of the seat: "X", "Robot A". */
  readonly agent: string
  readonly name: string
  readonly how: string
  readonly seat: MatchSeat | undefined
}

/** @param course from the component that provides it; absent: the injected one */
export function useSeats(course = useCourse()) {
  const { t } = useI18n()
  const agentNames = useAgentNames()
  const words = usePlayerWords()
  const seats = computed((): readonly Seated[] => {
    const { value: opened } = course.opened
    if (opened) {
      const { game, players } = opened.tournament
      const { seats: places } = opened.game
      return agentNames(game, places.length).map((agent, i) => {
        const { name, player } = players[places[i]!]!
        const seat = tryParse(() => parsePlayerText(player)).parsed
        return { agent, name, how: seat && name !== player ? words.how(game, seat) : '', seat }
      })
    }
    const setup = course.match.value?.setup
    if (!setup) return []
    return agentNames(setup.game, setup.seats.length).map((agent, i) => {
      const seat = setup.seats[i]!
      return { agent, name: words.name(seat), how: words.how(setup.game, seat), seat }
    })
  })
  /** Who or what made a move. */
  const mover = (by: number | 'chance') => (by === 'chance' ? t('arena.chance') : (seats.value[by]?.agent ?? ''))
  return { seats, mover }
}
