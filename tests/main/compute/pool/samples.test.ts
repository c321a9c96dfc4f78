import { expect, test } from 'vitest'
import { isOver, playTurn, startGame } from '../../../../src/core/games/twenty48/playGame'
import type { Player } from '../../../../src/core/games/twenty48/player'
import { GameSampler, type SampledGame } from '../../../../src/core/games/twenty48/scale/sampledGame'
import type { Pool } from '../../../../src/main/compute/pool/pool'
import { textbookSearch } from '../../../support/fakePool'
import { realPools } from '../../../support/realPools'
import { thesisPlayer } from '../../../support/threads'

const { open } = realPools()

async function sampled(pool: Pool, player: Player, seeds: readonly number[]): Promise<SampledGame[]> {
  const games: SampledGame[] = []
  await pool.sampleGames(
    player,
    seeds.map(seed => ({ start: startGame(seed) })),
    ({ game }, i) => void (games[i] = game),
  )
  return games
}

function textbookGame(seed: number, player: Player): SampledGame {
  const sampler = new GameSampler()
  let position = startGame(seed)
  while (!isOver(position)) {
    const { best, values } = textbookSearch(position.board, player).report
    sampler.add(position.board, position.score, { value: values[best!]!, decider: 'search' })
    position = playTurn(position, best!)!.position
  }
  return sampler.end(position.board, position.score)
}

test('samples are of the games that the textbook plays, on any number of threads', async () => {
  const player = thesisPlayer({ depth: 0 })
  const seeds = [1, 2, 3, 4, 5]
  const expected = seeds.map(seed => textbookGame(seed, player))
  expect(await sampled(open(1).pool, player, seeds)).toEqual(expected)
  expect(await sampled(open(2).pool, player, seeds)).toEqual(expected)
})
