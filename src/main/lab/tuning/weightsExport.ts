import type { ExportedWeights } from '../../../core/contract/calls'
import { makePlayerText } from '../../../core/contract/playerText'
import type { StoredRun } from '../../../core/contract/storedRuns'
import { LabError } from '../../../core/errors'
import { heuristicAt } from '../../../core/contract/tuning/gameObjective'
import { isGameObjective, originOf } from '../../../core/contract/tuning/objective'
import { weightsAt } from '../../../core/tuning/tunedParameter'
import { configOf } from './runViews'

/** The weights that validation chose, or before that those that look best. @throws {LabError} `BAD_REQUEST` before any */
export function weightsOf(run: StoredRun): ExportedWeights {
  const { objective } = configOf(run)
  const { id, validated, best } = run
  const found = validated
    ? { candidate: validated.candidate, position: validated.position }
    : best && { candidate: best.id, ...best }
  if (!found) throw new LabError('BAD_REQUEST', `Run ${id} has no best yet: resume it first.`, { id })
  const { candidate, position } = found
  const weights = { ...originOf(objective), ...weightsAt(objective.tuned, position) }
  const from = { id, candidate, validated: validated !== null }
  if (!isGameObjective(objective)) return { game: 'twenty48', family: objective.evaluator.family, weights, run: from }
  const player = makePlayerText({ ...objective.player, heuristic: heuristicAt(objective, position) })
  return { game: objective.game, family: objective.family, weights, player, run: from }
}
