import { isDeepStrictEqual } from 'node:util'
import type { Profile } from '../../core/contract/files'
import type { NewGame } from '../../core/contract/stored'
import { maxRank } from '../../core/games/twenty48/board'
import { isOver } from '../../core/games/twenty48/playGame'
import type { Player } from '../../core/games/twenty48/player'
import { GENERATOR } from '../../core/random'
import { VERSION } from './about'
import type { EnginePool } from './enginePool'
import type { LabGame } from './labGame'
import { provenanceOf, type Provenance } from './provenance'

/** Of a game that was played in a window. */
export interface GameProvenance {
  readonly version: string
  readonly generator: string
  readonly by: 'person' | 'engine' | 'both'
  /** The engine's part; its profile is empty where the weights or settings are of none that is known. */
  readonly engine: Provenance | null
}

/**
 * A game as the library keeps it: its whole line, undone slides included. It is the engine's when no person made a slide of
 * it, else a person's, who may have had the engine's help; `provenance.by` says so.
 */
export function keptGame(game: LabGame, engine: EnginePool, profiles: readonly Profile[]): NewGame {
  const { seed, origin, start, history, about } = game
  const { last, length } = history
  const profile = about.engine && profileOf(about.engine, profiles)
  const provenance: GameProvenance = {
    version: VERSION,
    generator: GENERATOR,
    by: !about.engine ? 'person' : about.person ? 'both' : 'engine',
    engine: about.engine && provenanceOf(profile ?? '', about.engine, engine),
  }
  return {
    kind: provenance.by === 'engine' ? 'engine' : 'person',
    profile,
    seed,
    score: last.score,
    slides: length,
    maxRank: maxRank(last.board),
    board: last.board,
    over: isOver(last),
    created: Date.now(),
    started: about.started,
    ended: about.changed,
    notes: '',
    batch: null,
    batchIndex: null,
    start: origin === 'seed' ? null : start.board,
    startScore: start.score,
    provenance,
    played: { turns: history.turns, values: history.values, ms: history.times },
  }
}

/** Name of the profile that plays like this, with whatever room for its table; `null` for weights or settings of nobody. */
function profileOf({ evaluator, settings }: Player, profiles: readonly Profile[]): string | null {
  const plays = { evaluator, settings: { ...settings, tableBits: 0 } }
  const isSame = (each: Profile): boolean =>
    isDeepStrictEqual({ evaluator: each.evaluator, settings: { ...each.settings, tableBits: 0 } }, plays)
  return profiles.find(isSame)?.name ?? null
}
