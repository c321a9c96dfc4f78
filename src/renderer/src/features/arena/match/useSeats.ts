import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { MatchSeat, TournamentGame } from '../../../../../core/contract/calls'
import { parsePlayerText } from '../../../../../core/contract/playerText'
import { tryParse } from '../../../bridge/guarded'
import { useAgentNames } from '../../../games/gameViews'
import { useCourse } from '../useCourse'
import { usePlayerWords } from '../usePlayerWords'
import type { MatchOutcome } from '../../../../../core/match/match'

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
        return { agent, name: seat && name === player ? words.name(seat) : name, how: seat ? words.how(game, seat) : '', seat }
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
  const mover = (by: number | 'chance') => {
    if (by === 'chance') return t('arena.chance')
    const its = seats.value[by]
    return its ? t('arena.who', { agent: its.agent, player: its.name }) : ''
  }
  return { seats, mover }
}

type Ending = Pick<MatchOutcome, 'ended' | 'fault' | 'winner' | 'values'> | TournamentGame

/** The result of the match or the opened game in plain words, or who is to move. */
export function useResult() {
  const { t, n } = useI18n()
  const course = useCourse()
  const { seats } = useSeats()
  const who = (agent: number) => {
    const its = seats.value[agent]
    return its ? t('arena.who', { agent: its.agent, player: its.name }) : ''
  }

  function ofEnd({ ended, fault, winner, values }: Ending): string {
    const wins = winner === undefined ? '' : t('arena.result.wins', { player: who(winner) })
    if (fault) {
      const out = {
        clock: t('arena.result.clock', { player: who(fault.agent) }),
        illegal: t('arena.result.illegal', { player: who(fault.agent), why: fault.message }),
        threw: t('arena.result.threw', { player: who(fault.agent), why: fault.message }),
      }[fault.reason]
      return [out, wins].join(' ').trim()
    }
    if (ended === 'limit') return t('arena.result.limit')
    if (wins !== '') return wins
    return values.length === 1 ? t('arena.result.over', { value: n(values[0]!, 'full') }) : t('arena.result.draw')
  }

  const status = computed(() => {
    const [match, shown] = [course.match.value, course.shown.value]
    const end = course.opened.value?.game ?? match?.outcome
    if (end) {
      const [ply, plies] = [shown?.ply ?? 0, course.plies.value]
      return ply < plies ? t('arena.result.later', { ply, plies, result: ofEnd(end) }) : ofEnd(end)
    }
    if (!match) return undefined
    if (typeof match.turn !== 'number' || !shown) return ''
    const player = who(match.turn)
    if (match.setup.seats[match.turn] === 'person') return t('arena.toMove.person', { player })
    if (match.thinking) return t('arena.toMove.thinks', { player })
    return match.running ? t('arena.toMove.next', { player }) : t('arena.toMove.paused', { player })
  })

  return status
}
