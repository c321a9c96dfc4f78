/** Tournaments of the window as labs before version 15 of the data stored them: a file each in the folder `arena`. */
import { basename } from 'node:path'
import { ARENA_LINES } from '../../../core/contract/files'
import type { StoredLine } from '../../../core/contract/storedRuns'
import type { EarlierRun } from '../runs/lineRuns'
import { openGamesFile } from './gamesFile'
import { titleOf } from './tournaments'

/** @param path named by the tournament's content @throws {LabError} `BAD_FILE`, naming the line */
export async function earlierTournament(path: string): Promise<EarlierRun> {
  const lines: StoredLine[] = []
  const { head, planned, run } = await openGamesFile(path, {
    onGame: game => lines.push({ number: game.game, text: JSON.stringify(game) }),
  })
  return {
    kind: ARENA_LINES.head!.format,
    key: basename(path).slice('arena-'.length, -'.jsonl'.length),
    title: titleOf(head!),
    head: { ...head, games: planned },
    since: { created: Date.parse(head!.at), deleted: null, state: 'paused' },
    ...{ lines, problems: run.cutOff === undefined ? [] : [run.cutOff] },
  }
}
