/** The page of the built-in players' results. */
import { numberText } from '../../../core/numberText'
import { builtInProfiles } from '../profiles/builtInProfiles'
import { gamesCell, madeLines, meanCell, reachText } from './made'
import { table, whole } from './markdown'
import { intervalOf, msPerMove, ownBatch } from './ownResults'
import { gamesOf, playerKey } from './reproduction'
import type { ResultsFile } from './resultsFile'

const FACES = [2048, 4096, 8192, 16384, 32768]

export function playersPage(results: ResultsFile, command: string, most: number): string {
  const played = builtInProfiles()
    .map(profile => ({ profile, batch: ownBatch(profile, most) }))
    .map(each => ({ ...each, games: gamesOf(results, each.batch), speed: results.speeds(playerKey(each.batch)).at(-1) }))
    .filter(({ games }) => games.length > 0)
  const rows = played.map(({ profile: { settings, depth }, batch, games, speed }) => {
    const moves = games.reduce((sum, { slides }) => sum + slides, 0)
    const nodes = games.reduce((sum, game) => sum + game.nodes, 0)
    return [
      batch.name,
      DEPTHS[depth] ?? String(depth),
      String(settings.cut),
      gamesCell(games, batch),
      meanCell(
        games.map(({ score }) => score),
        { interval: () => intervalOf(games, batch) },
      ),
      ...FACES.map(face => reachText(games.filter(({ largest }) => largest >= face).length, games.length)),
      whole(nodes / moves),
      speed ? numberText(msPerMove(games, speed), 'size') : '',
    ]
  })
  const seeds = played.map(({ batch }) => `\`${batch.name}\` ${batch.seed}`).join(', ')
  return [
    '# The built-in players, each at its own search',
    madeLines(results, command),
    [
      'Means have the 95 % interval of `lab bench`: at each end the further of Student’s and the bootstrap-t’s. Shares have Wilson’s. Of fewer than ten games the scores are',
      'listed, and how many reached a tile is counted. A tile counts where it was reached, or a larger one. The players do not search equally long, so the table does not say which',
      'weights are better: `lab compare` does, at one search for all. A cut below 0.001 takes minutes a game, so 10 games have to do there.',
      'Where games are missing, long ones may be among them, and long games score high. The time of a move is of one thread of that machine:',
      'the moves tried per move, at the speed (in processor time) that was measured in the first 500 moves of a game; beside other work it is longer.',
    ].join('\n'),
    table([
      ['player', 'depth by', 'cut', 'games', 'mean score', ...FACES.map(String), 'moves tried per move', 'ms a move'],
      ...rows,
    ]),
    `Seeds: ${seeds}. To see one player's games: \`lab bench GAMES --profile NAME --seed SEED\`.`,
  ].join('\n\n')
}

const DEPTHS: Readonly<Record<string, string>> = { distinct: 'distinct tiles', empty: 'empty cells' }
