/** Plays out two moves of the only game of a folder, or resumes that, as a window does: `playoutsChild.ts FOLDER THREADS GAMES`. */
import { builtInProfile } from '../../../../src/main/lab/profiles/builtInProfiles'
import { openPool } from '../../../../src/main/lab/ground/enginePool'
import { THREAD_FILE } from '../../../../src/main/lab/ground/storeLease'
import { Jobs } from '../../../../src/main/lab/jobs/jobs'
import { Replayer } from '../../../../src/main/lab/library/replayer'
import { SlidePlayouts } from '../../../../src/main/lab/analyses/slidePlayouts'
import { Scope } from '../../../../src/main/scope'
import { openStore } from '../../../../src/main/store/store'

const [folder, threads, games] = process.argv.slice(2) as [string, string, string]
const store = await openStore({ threadFile: THREAD_FILE, folder, program: 'a test' })
const engine = openPool({ threads: Number(threads), window: false })
const scope = new Scope('playouts')
const jobs = new Jobs(() => undefined)
const replayer = new Replayer(store, engine.pool, jobs, scope)
const onFailure = (error: unknown) => {
  throw error
}
const options = {
  store,
  engine,
  jobs,
  onFailure,
  timelineOf: (game: number) => replayer.timelineOf(game),
  scaleOf: async () => ({}),
}
const playouts = new SlidePlayouts({ ...options, onRow: () => undefined })
const { evaluator, settings } = builtInProfile('thesis')!
const player = { evaluator, settings, limits: { depth: 0 } }
const pair = { game: 1, slide: 1, better: 'left', worse: 'up' } as const
const [known] = await playouts.list(pair)
if (known) await playouts.resume(known.id)
else await playouts.start(pair, player, 'thesis', Number(games))
await playouts.idle()
await playouts.close()
await scope.close()
jobs.close()
await engine.pool.close()
await store.close()
