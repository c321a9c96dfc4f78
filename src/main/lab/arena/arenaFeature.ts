import type { CourseId, MatchSetup } from '../../../core/contract/calls'
import type { ARENA_CALLS } from '../../../core/contract/calls/arena'
import { LabError } from '../../../core/errors'
import type { LabContext } from '../context/labContext'
import { Throttle } from '../ground/throttle'
import type { KindFeature } from '../runs/runsFeature'
import type { Course } from './course'
import { LiveMatch } from './liveMatch'
import { Tournaments } from './tournaments'

const VIEWS_PER_SECOND = 10

export function openArena({
  engine,
  jobs,
  store,
  data,
  scope,
  emit,
  onFailure,
}: LabContext): KindFeature<keyof typeof ARENA_CALLS> {
  const { pool } = engine
  let match: LiveMatch | undefined
  let lastId = 0
  const tournaments = scope.add(new Tournaments({ pool, jobs, store, onFailure, onRow: row => emit('tournament', row) }))
  const views = scope.add(new Throttle(VIEWS_PER_SECOND, () => match && emit('match', match.view)))

  function start(setup: MatchSetup): LiveMatch {
    const started = new LiveMatch(setup, {
      ...{ id: lastId + 1, pool, scope },
      // a fast match has more moves than a page can draw
      onChange: () => views.ask(),
      onProgress: () => views.ask(),
    })
    lastId++
    void match?.scope.close()
    match = started
    views.now()
    return started
  }

  function find(id: number): LiveMatch {
    if (match?.id !== id) throw new LabError('NOT_FOUND', 'Another match was started meanwhile.', { id })
    return match
  }

  const courseOf = async (of: CourseId): Promise<{ readonly course: Course; readonly revision: number }> =>
    'match' in of ? find(of.match) : { course: await tournaments.course(of.tournament, of.game), revision: 0 }

  return {
    runs: () => tournaments,
    handlers: {
      match: async () => match?.view ?? null,
      startMatch: async setup => start(setup).view,
      moveInMatch: async ({ id, ply, action }) => find(id).move(ply, action),
      runMatch: async ({ id, speed }) => find(id).run(speed),
      pauseMatch: async ({ id }) => find(id).pause(),
      stepMatch: async ({ id }) => find(id).step(),
      takeBackInMatch: async ({ id }) => find(id).takeBack(),
      async courseMoves({ of, first, count }) {
        const { course, revision } = await courseOf(of)
        return { rows: course.rows(first, count), total: course.plies, revision }
      },
      async courseAt({ of, ply }) {
        const { course } = await courseOf(of)
        return course.at(ply)
      },
      tournaments: async () => (data.store ? tournaments.list() : []),
      startTournament: order => tournaments.start(order),
      tournamentTable: ({ id }) => tournaments.table(id),
      tournamentGames: ({ id, first, count }) => tournaments.games(id, first, count),
    },
  }
}
