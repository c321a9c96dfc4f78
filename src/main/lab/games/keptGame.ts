import type { Profile } from '../../../core/contract/files'
import type { NewGame } from '../../../core/contract/stored'
import { maxRank } from '../../../core/games/twenty48/board'
import { isOver } from '../../../core/games/twenty48/playGame'
import { GENERATOR } from '../../../core/random'
import type { Player } from '../../../core/games/twenty48/player'
import { VERSION } from '../../about'
import type { EnginePool } from '../engine/enginePool'
import type { HandMoves } from './handMoves'
import type { LabGame } from './labGame'
import { provenanceOf, type Provenance } from '../engine/provenance'
import { named, profileNameOf } from './valueOwner'

/** Of a game that was played in a window. */
export interface GameProvenance {
  readonly version: string
  readonly generator: string
  readonly by: 'person' | 'engine' | 'both'
  /** Which moves the person made, where both made some; absent where nobody noted them. The store counts them. */
  readonly hand?: HandMoves
  /** The engine's part; its profile is empty where the weights or settings are of none that is known. */
  readonly engine: Provenance | null
  /** Other engines that made slides of it; `engine` is the last one. */
  readonly earlier?: readonly NamedPlayer[]
}

/** With the name of its profile, which is empty where it is of none that is known. */
interface NamedPlayer extends Player {
  readonly profile: string
}

/** Longest name of a profile, in characters: those of several may be longer together. */
const LONGEST_NAME = 80

/** The players of a game that several engines played, in one name; `undefined` where their names are one. */
export function namesOf(players: readonly Pick<NamedPlayer, 'profile'>[]): string | undefined {
  const names = [...new Set(players.map(({ profile }) => profile || 'unnamed'))]
  if (players.length < 2 || (names.length === 1 && names[0] !== 'unnamed')) return undefined
  const text = `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`
  return names.length === 1 || text.length > LONGEST_NAME ? 'several players' : text
}

/**
 * A game as the library keeps it: its whole course, undone slides included. It is the engine's when no person made a slide of
 * it, else a person's, who may have had the engine's help; `provenance.by` says so.
 *
 * @param engine absent: what the engine's part follows from is left out
 */
export function keptGame(game: LabGame, engine: EnginePool | undefined, profiles: readonly Profile[]): NewGame {
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
