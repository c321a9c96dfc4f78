/** The page of how far the strongest players get, and where their games end. */
import type { GameLine } from '../../../../core/contract/files'
import { parseBoard } from '../../../../core/games/twenty48/notation'
import { areDifferent, wallsOf } from '../../../../core/games/twenty48/walls/walls'
import { numberText } from '../../../../core/numberText'
import { gamesCell, madeLines, meanCell, reachText } from '../made'
import { table, whole } from '../markdown'
import { intervalOf, msPerMove } from '../ownResults'
import { gamesOf, playerKey } from '../reproduction'
import type { ResultsFile } from '../resultsFile'
import { strengthBatches } from './batches'

const FACES = [8192, 16_384, 32_768, 65_536]
/** From this rank, 1024, a tile counts as a wall. */
const WALL = 10

export function strengthPage(results: ResultsFile, command: string, most: number): string {
  const played = strengthBatches(most)
    .map(batch => ({ batch, games: gamesOf(results, batch), speed: results.speeds(playerKey(batch)).at(-1) }))
    .filter(({ games }) => games.length > 0)
  const rows = played.map(({ batch, games, speed }) => [
    batch.name,
    String(batch.player.settings.cut),
    gamesCell(games, batch),
    meanCell(
      games.map(({ score }) => score),
      { interval: () => intervalOf(games, batch) },
    ),
    ...FACES.map(face => reachText(games.filter(({ largest }) => largest >= face).length, games.length)),
    speed ? numberText(msPerMove(games, speed), 'size') : '',
  ])
  const ends = played.map(({ batch, games }) => {
    const lost = games.filter(({ largest }) => largest < 32_768)
    const counted = ENDS.map(({ fits }) => String(lost.filter(game => fits(wallsIn(game))).length))
    return [batch.name, String(lost.length), ...counted]
  })
  return [
    '# How far the strongest players get',
    madeLines(results, command),
    [
      'Means have the 95 % interval that `lab bench` gives them, shares Wilson’s. A tile counts where it was reached, or a larger one. The',
      'players search with a fixed cut, so each game can be played again; the time of a move is of one thread of that machine, in processor',
      'time, measured in the whole first game. Where games are missing, long ones may be among them, and long games score high.',
    ].join('\n'),
    table([['player', 'cut', 'games', 'mean score', ...FACES.map(whole), 'ms per move'], ...rows]),
    '## Where games without a 32,768 end',
    'By the last board: how many tiles of 1,024 and more it has, and whether two of them are equal.',
    table([['player', 'games', ...ENDS.map(({ name }) => name)], ...ends]),
    `Seed: ${played[0]?.batch.seed}. To see one player’s games: \`lab bench GAMES --profile NAME --cut CUT --seed SEED\`.`,
  ].join('\n\n')
}

const ENDS: readonly { readonly name: string; fits(walls: readonly number[]): boolean }[] = [
  { name: 'two equal tiles', fits: walls => !areDifferent(walls) },
  { name: 'at most three, different', fits: walls => areDifferent(walls) && walls.length <= 3 },
  { name: 'four, different', fits: walls => areDifferent(walls) && walls.length === 4 },
  { name: 'five or more, different', fits: walls => areDifferent(walls) && walls.length >= 5 },
]

function wallsIn({ board }: GameLine): number[] {
  return board === undefined ? [] : wallsOf(parseBoard(board), WALL)
}
