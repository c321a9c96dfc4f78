import type { AddedLines } from '../../../core/contract/stored'
import type { SideLine } from '../../../core/games/twenty48/replay'
import { joinFitting } from '../../../core/games/twenty48/sideLines'
import { encodeTurns, turnsOf } from '../../../core/games/twenty48/turnBytes'
import type { Database } from '../database'
import { insertRow } from '../fields'

/** The side lines of a game. A line whose row is damaged is left out, with those that leave it. */
export function readSideLines(db: Database, game: number): readonly SideLine[] {
  const lines: SideLine[] = []
  /** By place in the table, the number among the lines that were read. */
  const numbers = new Map<number, number>()
  for (const row of db.all('SELECT * FROM sound_side_lines WHERE game = $game ORDER BY place', { game })) {
    const of = row['of_line'] === null ? undefined : numbers.get(row['of_line'] as number)
    if (row['of_line'] !== null && of === undefined) continue
    const turns = [...turnsOf(row['turns'] as Uint8Array)]
    lines.push({ ...(of !== undefined && { of }), after: row['after'] as number, turns })
    numbers.set(row['place'] as number, lines.length)
  }
  return lines
}

/** Runs within the caller's transaction. */
export function writeSideLines(db: Database, game: number, lines: readonly SideLine[]): void {
  db.run('DELETE FROM side_lines WHERE game = $game', { game })
  for (const [place, { of, after, turns }] of lines.entries())
    insertRow(db, 'side_lines', { game, place, ofLine: of === undefined ? null : of - 1, after, turns: encodeTurns(turns) })
}

/** Adds lines that a game lacks, as many as it has room for. */
export function addSideLines(db: Database, game: number, lines: readonly SideLine[]): AddedLines {
  const before = readSideLines(db, game)
  const { lines: after, added, leftOut } = joinFitting(before, lines)
  if (added > 0) writeSideLines(db, game, after)
  return { added, leftOut, before, after }
}
