import { parseBoard } from '../../../src/core/games/twenty48/notation'

/** A board with a 1024 and this sum of tiles, none of them twice. */
export const boardOf = (sum: number) => {
  let rest = sum - 1024
  const ranks = [10]
  for (let rank = 9; rank >= 1; rank--)
    if (rest >= 2 ** rank) {
      ranks.push(rank)
      rest -= 2 ** rank
    }
  return parseBoard(
    ranks
      .map(rank => rank.toString(16))
      .join('')
      .padEnd(16, '0'),
  )
}
