import type { CurrentGame as Current, NewGame } from '../../../core/contract/stored'
import { makePosition, parseBoard } from '../../../core/games/twenty48/notation'
import type { Database } from '../database'
import { floats32Of } from './floats'
import type { Games } from './games'
import { insertValues, readValues } from './gameValues'

/** The game on the board, for the next start of the lab. */
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
        about: JSON.parse(row['about'] as string) as unknown,
      }
    )
  }

  save({ seed, origin, start, turns, played, values, ms, about }: Current): void {
    this.db.transaction(() => {
      this.db.run(
        `INSERT OR REPLACE INTO current_game (id, seed, origin, start, start_score, start_slides, random, turns, played, slide_ms, about)
         VALUES (1, $seed, $origin, $start, $startScore, $startSlides, $random, $turns, $played, $ms, $about)`,
        {
          ...{ seed, origin, turns, played, ms },
          start: makePosition(start.board),
          startScore: start.score,
          startSlides: start.slides,
          random: start.random,
          about: JSON.stringify(about),
        },
      )
      this.db.run('DELETE FROM current_values')
      insertValues({ values, turns }, row => {
        const columns = 'place, hash, profile, player, first, slide_values, depths'
        const sql = `INSERT INTO current_values (${columns}) VALUES ($place, $hash, $profile, $player, $first, $values, $depths)`
        this.db.run(sql, row)
      })
    })
  }

  /** Keeps the game that was on the board in the library and begins the next: both or neither. @returns the number of the kept one. */
  replace(finished: NewGame, next: Current): number {
    return this.db.transaction(() => {
      this.save(next)
      return this.games.add(finished)
    })
  }
}
