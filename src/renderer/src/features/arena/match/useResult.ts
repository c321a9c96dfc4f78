import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { TournamentGame } from '../../../../../core/contract/calls'
import type { MatchOutcome } from '../../../../../core/match/match'
import { useCourse } from '../useCourse'
import { useSeats } from './useSeats'

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
    if (course.opened.value) return ofEnd(course.opened.value.game)
    if (!match) return undefined
    if (match.outcome) return ofEnd(match.outcome)
    if (typeof match.turn !== 'number' || !shown) return ''
    const player = who(match.turn)
    if (match.setup.seats[match.turn] === 'person') return t('arena.toMove.person', { player })
    if (match.thinking) return t('arena.toMove.thinks', { player })
    return match.running ? t('arena.toMove.next', { player }) : t('arena.toMove.paused', { player })
  })

  return status
}
