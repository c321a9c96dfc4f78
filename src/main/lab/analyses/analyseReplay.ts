/** An engine's analysis of each move of a game, for commands. */
import type { GameAnalysisView } from '../../../core/contract/calls'
import type { Judgement } from '../../../core/contract/compute'
import { LabError } from '../../../core/errors'
import type { SlideAssessment } from '../../../core/games/twenty48/gameAnalysis'
import type { Player } from '../../../core/games/twenty48/player'
import type { HandMoves } from '../../../core/games/twenty48/replay'
import type { Scale } from '../../../core/games/twenty48/scale/judgedMoves'
import { Timeline } from '../../../core/games/twenty48/timeline'
import { handOf } from '../games/labGame'
import { provenanceOf, type Provenance } from '../ground/provenance'
import { Jobs } from '../jobs/jobs'
import { findReplay, isNumber } from '../library/replayFiles'
import type { LocalContext } from '../ground/storeLease'
import { AnalysedGame, searchSlides } from './analysedGame'
import { GameAnalyses } from './gameAnalyses'
import { builtInCalibration, scaleOf } from '../calibrations/findCalibration'
import { OrderedWriter } from './orderedWriter'

export interface AnalyseOptions {
  /** Ends it early: the answer has the results so far. */
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number, leftMs?: number) => void
  /** Called with the reason why the analysis of a saved game is not stored. */
  readonly onUnsaved: (why: LabError) => void
}

export interface AnalysedReplay {
  readonly game: AnalysedGame
  readonly timeline: Timeline
  /** Assessments of the moves that were searched, from the first on. */
  readonly assessments: Iterable<SlideAssessment>
  /** The person's moves, if an engine made others and it is recorded. */
  readonly hand: HandMoves | undefined
  /** See `AnalysedGame`. */
  readonly showsDistantRisks: boolean
  readonly provenance: Provenance
}

/**
 * For a saved game, the analysis resumes and is stored on the way. While another lab holds the folder, it runs but is not stored.
 * @param source as in `findReplay`
 * @throws {LabError} as `findReplay`, and errors of the store and the pool
 */
export async function analyseReplay(
  context: LocalContext,
  source: string,
  player: Player,
  profile: string,
  options: AnalyseOptions,
): Promise<AnalysedReplay> {
  const timeline = Timeline.of(await findReplay(context, source, options.signal))
  options.onProgress(0, timeline.length)
  const hand = isNumber(source) ? await handIn(context, Number(source)) : undefined
  const once = () => analysedOnce(context, timeline, player, options)
  const isSaved = isNumber(source) && timeline.length > 0
  const game = await (isSaved ? analysedAndSaved(context, Number(source), timeline, player, profile, options) : once()).catch(
    (error: unknown) => {
      if (!(isSaved && error instanceof LabError && error.code === 'STORE_LOCKED')) throw error
      options.onUnsaved(error)
      return once()
    },
  )
  const { showsDistantRisks } = game
  return {
    ...{ game, timeline, hand },
    assessments: game.assessments(0, game.done),
    showsDistantRisks,
    provenance: provenanceOf(profile, player, context.engine),
  }
}

async function handIn({ store }: LocalContext, id: number): Promise<HandMoves | undefined> {
  const game = await store.read(({ games }) => games.get(id))
  return game && handOf(game)
}

function analysedAndSaved(
  { engine, store: borrowed, reportBug: onFailure }: LocalContext,
  id: number,
  timeline: Timeline,
  player: Player,
  profile: string,
  { signal, onProgress }: AnalyseOptions,
): Promise<AnalysedGame> {
  return borrowed.write(async store => {
    const jobs = new Jobs(() => undefined)
    const timelineOf = async () => timeline
    const onRow = ({ done, leftMs }: GameAnalysisView) => onProgress(done, timeline.length, leftMs)
    const judged = (player: Player) => scaleOf(store, player, borrowed.complain)
    const options = { store, engine, jobs, timelineOf, onFailure, scaleOf: judged, onRow }
    const analyses = new GameAnalyses(options)
    const analysis = await analyses.start(id, player, profile)
    try {
      await analyses.ended(analysis.id, signal)
    } finally {
      jobs.close()
    }
    return analyses.game(analysis.id)
  })
}

export async function analysedOnce(
  { engine, store }: LocalContext,
  timeline: Timeline,
  player: Player,
  { signal, onProgress }: Pick<AnalyseOptions, 'signal' | 'onProgress'>,
): Promise<AnalysedGame> {
  const game = new AnalysedGame(timeline, player)
  game.scale = await store.read<Scale>(
    reader => scaleOf(reader, player, store.complain),
    async () => ({ calibration: builtInCalibration(player) }),
  )
  const inOrder = new OrderedWriter<Judgement>(0, async (_, judgements) => {
    game.extend(judgements)
    onProgress(game.done, timeline.length)
  })
  await searchSlides(engine.pool, game, player, (judgement, index) => inOrder.add(index, judgement), signal)
  await inOrder.settle()
  return game
}
