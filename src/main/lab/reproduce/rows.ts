/** The rows of a study, and what distinguishes the results of one row from those of another. */
import { contentHash } from '../../../core/contentHash'
import {
  rowsOf,
  type GamesRow,
  type ProfileChoice,
  type Study,
  type StudyRow,
  type TuneRow,
  type WallsRow,
} from '../../../core/contract/files'
import { LabError, unreachable } from '../../../core/errors'
import type { Player } from '../../../core/games/twenty48/player'
import type { BoardObjective } from '../../../core/contract/tuning/boardObjective'
import { PRESETS } from '../../../core/contract/tuning/presets'
import { checkTuning, type TuningConfig } from '../../../core/contract/tuning/tuningConfig'
import { builtInProfile } from '../profiles/builtInProfiles'

export type Row = StudyRow

/** @param most games, runs, trees or boards of each row; a small number is for a trial @throws as `rowsOf` */
export function studyRows(study: Study, most = Infinity): Row[] {
  const few = (count: number) => Math.min(count, most)
  return rowsOf(study).map((row): Row => {
    switch (row.kind) {
      case 'match':
      case 'games':
        return { ...row, games: few(row.games) }
      case 'tune':
        return { ...row, runs: few(row.runs) }
      case 'count':
        return { ...row, number: few(row.number) }
      case 'walls':
        return { ...row, steps: row.steps.map(({ boards, continuations }) => ({ boards: few(boards), continuations })) }
      default:
        return unreachable(row)
    }
  })
}

const hashes = new WeakMap<Row, string>()

/** Distinguishes the results of a row from those of another game, player, rule or seed; how many are wanted may differ. */
export function hashOf(row: Row): string {
  const known = hashes.get(row) ?? newHash(row)
  hashes.set(row, known)
  return known
}

function newHash(row: Row): string {
  switch (row.kind) {
    case 'match': {
      const { game, position, options, bounds, players, seed, keepsSeats } = row
      return contentHash({ game, position, options, bounds, players, seed, keepsSeats })
    }
    case 'games':
      return contentHash({ player: playerOf(row), seed: row.seed })
    case 'tune': {
      const { preset, optimizer, start, objective, budget, validation, mostGames } = row
      return contentHash({ preset, optimizer, start, objective, budget, validation, mostGames })
    }
    case 'count':
      return contentHash({ trees: row.trees, positions: row.positions, searchers: row.searchers, of: row.of, seed: row.seed })
    case 'walls': {
      const { from, multiple, seed } = row
      return contentHash({ from, multiple, seed, players: row.players.map(playerOf) })
    }
    default:
      return unreachable(row)
  }
}

/** @throws {LabError} `NOT_FOUND`, `BAD_SETTING` */
export function playerOf({
  profile: name,
  settings,
  variants,
  depth,
}: ProfileChoice | GamesRow | WallsRow['players'][number]): Player {
  const profile = builtInProfile(name)
  if (!profile) throw new LabError('NOT_FOUND', `there is no built-in profile "${name}"`, { name })
  const { evaluator } = profile
  return {
    evaluator:
      variants && evaluator.family !== 'network' ? { ...evaluator, variants: { ...evaluator.variants, ...variants } } : evaluator,
    settings: { ...profile.settings, ...settings } as Player['settings'],
    limits: { depth: depth ?? profile.depth },
  }
}

/** @throws {LabError} `BAD_SETTING`, naming the field */
export function tuningOf(row: TuneRow, seed: number): TuningConfig<BoardObjective> {
  const base = PRESETS[row.preset].config
  const { optimizer = base.optimizer, start = base.start, budget = base.budget, validation = base.validation, objective } = row
  return checkTuning({
    ...base,
    ...{ optimizer, start, budget, validation },
    objective: { ...base.objective, ...objective },
    seed,
  } as TuningConfig<BoardObjective>)
}
