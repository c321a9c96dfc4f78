import { computed } from 'vue'
import { GAMES, type GameEntry } from '../../../../../core/games/registry'
import { useAllEdgeWords } from '../../../games/gameViews'
import { useCourse } from '../useCourse'

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
