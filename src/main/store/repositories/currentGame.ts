import type { CurrentGame as Current, NewGame } from '../../../core/contract/stored'
import { makePosition, parseBoard } from '../../../core/games/twenty48/notation'
import type { Database } from '../database'
import { floats32Of, insertRow, jsonOf } from '../fields'
import { type Games, insertValues, readValues } from './games'

/** The game on the board, saved for the next start of the lab. */
export class CurrentGame {
  constructor(
    private readonly db: Database,
    private readonly games: Games,
  ) {}

  /** `undefined` before the first game. */
  get(): Current | undefined {
    const row = this.db.one('SELECT * FROM sound_current_game')
    return (
      row && {
        seed: row['seed'] as number,
        origin: row['origin'] as Current['origin'],
        start: {
          board: parseBoard(row['start'] as string),
          score: row['start_score'] as number,
          slides: row['start_slides'] as number,
          random: row['random'] as string,
        },
        turns: row['turns'] as Uint8Array,
        played: row['played'] as number,
        values: readValues(this.db.all('SELECT * FROM sound_current_values ORDER BY place')),
        ms: floats32Of(row['slide_ms']),
        about: jsonOf(row['about']),
      }
    )
  }

  save({ seed, origin, start, turns, played, values, ms, about }: Current): void {
    this.db.transaction(() => {
      this.db.run('DELETE FROM current_game')
      insertRow(this.db, 'current_game', {
        ...{ id: 1, seed, origin, turns, played, slideMs: ms },
        start: makePosition(start.board),
        startScore: start.score,
        startSlides: start.slides,
        random: start.random,
        about: JSON.stringify(about),
      })
      this.db.run('DELETE FROM current_values')
      insertValues({ values, turns }, row => insertRow(this.db, 'current_values', row))
    })
  }

  /** Saves the game on the board to the library and starts the next: all or nothing. @returns the number of the saved game. */
  replace(finished: NewGame, next: Current): number {
    return this.db.transaction(() => {
      this.save(next)
      return this.games.add(finished)
    })
  }
}
