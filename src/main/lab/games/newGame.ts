import type { Profile } from '../../../core/contract/files'
import type { NewGame } from '../../../core/contract/stored'
import { maxRank } from '../../../core/games/twenty48/board'
import { isOver } from '../../../core/games/twenty48/playGame'
import { GENERATOR } from '../../../core/random'
import type { Player } from '../../../core/games/twenty48/player'
import { VERSION } from '../../about'
import type { EnginePool } from '../ground/enginePool'
import type { HandMoves } from './handMoves'
import type { LabGame } from './labGame'
import { provenanceOf, type Provenance } from '../ground/provenance'
import { named, profileNameOf } from './valueOwner'

/** Provenance of a game played in a window. */
export interface GameProvenance {
  readonly version: string
  readonly generator: string
  readonly by: 'person' | 'engine' | 'both'
  /** The moves that the person made, if both made some; absent if not recorded. The store counts them. */
  readonly hand?: HandMoves
  /** The engine's part; its profile is empty for weights or settings without a known profile. */
  readonly engine: Provenance | null
  /** Other engines that made moves in it; `engine` is the last one. */
  readonly earlier?: readonly NamedPlayer[]
}

/** With the name of its profile; empty without a known profile. */
interface NamedPlayer extends Player {
  readonly profile: string
}

/** Longest name of a profile, in characters: several together may be longer. */
const LONGEST_NAME = 80

/** The players of a game with several engines, in one name; `undefined` if all have the same name. */
export function namesOf(players: readonly Pick<NamedPlayer, 'profile'>[]): string | undefined {
  const names = [...new Set(players.map(({ profile }) => profile || 'unnamed'))]
  if (players.length < 2 || (names.length === 1 && names[0] !== 'unnamed')) return undefined
  const text = `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`
  return names.length === 1 || text.length > LONGEST_NAME ? 'several players' : text
}

/**
 * A game for the library: its whole course, undone moves included. It counts as the engine's if no person made a move in it, otherwise as a
 * person's, perhaps with the engine's help; `provenance.by` has the details.
 * @param engine absent: the provenance of the engine's part is left out
 */
export function newGameOf(game: LabGame, engine: EnginePool | undefined, profiles: readonly Profile[]): NewGame {
  const { seed, origin, start, history, about } = game
  const { last, length } = history
  const lastName = about.engine && profileNameOf(about.engine, profiles)
  const earlier = (about.earlier ?? []).map(player => ({ profile: profileNameOf(player, profiles) ?? '', ...player }))
  const profile = (about.engine && namesOf([...earlier, { profile: lastName ?? '' }])) ?? lastName
  const by = !about.engine ? 'person' : about.person ? 'both' : 'engine'
  const provenance: GameProvenance = {
    version: VERSION,
    generator: GENERATOR,
    by,
    ...(by === 'both' && about.hand && { hand: about.hand }),
    engine: about.engine && engine ? provenanceOf(lastName ?? '', about.engine, engine) : null,
    ...(earlier.length > 0 && { earlier }),
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
    played: { turns: history.turns, values: history.values.map(each => named(each, profiles)), ms: history.times },
  }
}
