import { useI18n } from 'vue-i18n'
import type { MatchSeat, TournamentView } from '../../../../core/contract/calls'
import type { MatchPlayer } from '../../../../core/contract/matches'
import { parsePlayerText } from '../../../../core/contract/playerText'
import { makeWeighted } from '../../../../core/games/weightedHeuristic'
import { tryParse } from '../../bridge/guarded'
import { useAllHeuristicNames } from '../../games/gameViews'
import { useSearchNames } from '../../ui/search/searchWords'
import { useMeasuredTime } from '../../ui/words/units'
import type { GameId } from './setup/seats'

/** A player in words: "Person", "Alpha-beta"; and its settings: "Reach and fruits, depth 3". */
export function usePlayerWords() {
  const { t, n } = useI18n()
  const names = useSearchNames()
  const heuristicNames = useAllHeuristicNames()
  const time = useMeasuredTime()

  function limitsOf({ limits, depthRule, clock }: MatchPlayer): string[] {
    const { depth, nodes, ms } = limits
    return [
      ...(depthRule === undefined ? [] : [t('arena.limit.rule', { rule: depthRule })]),
      ...(depth === undefined ? [] : [t('arena.limit.depth', { depth })]),
      ...(nodes === undefined ? [] : [t('arena.limit.nodes', { nodes: n(nodes, 'full') })]),
      ...(ms === undefined ? [] : [t('arena.limit.time', { time: time(ms) })]),
      ...(clock === undefined
        ? []
        : [clock === 'even' ? t('arena.limit.even') : t('arena.limit.share', { share: n(clock, 'share') })]),
    ]
  }

  const words = {
    name: (seat: MatchSeat): string => (seat === 'person' ? t('arena.person') : names.searcher(seat.searcher)),
    how(game: GameId, seat: MatchSeat): string {
      if (seat === 'person') return ''
      const { heuristic } = seat
      const its = typeof heuristic === 'object' ? makeWeighted(heuristic) : heuristic
      return [...(its === undefined ? [] : [heuristicNames(game)[its] ?? its]), ...limitsOf(seat)].join(', ')
    },
    /** The names of a tournament's players; in words where a name is a command's text, unless two would be called alike. */
    ofTournament({ game, players }: Pick<TournamentView, 'game' | 'players'>): readonly string[] {
      const inWords = players.map(({ name, player }) => {
        const seat = name === player ? tryParse(() => parsePlayerText(player)).parsed : undefined
        return seat ? [words.name(seat), words.how(game, seat)].filter(Boolean).join(', ') : name
      })
      return inWords.map((name, i) => (inWords.indexOf(name) === inWords.lastIndexOf(name) ? name : players[i]!.name))
    },
    /** The name of a tournament; without one, its players. */
    title: (its: Pick<TournamentView, 'game' | 'players' | 'name'>): string => its.name ?? words.ofTournament(its).join(' – '),
  }
  return words
}
