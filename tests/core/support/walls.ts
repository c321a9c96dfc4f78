import { exactTableSteps, type ExactShape, type ExactTable } from '../../../src/core/games/twenty48/wallGame/exact'
import { finish } from '../../../src/core/sliced'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import type { Board } from '../../../src/core/games/twenty48/board'
import { weightCount, type Network, type NetworkShape } from '../../../src/core/games/twenty48/wallGame/network'
import type { InstantiateWalls, LinearMemory, WallExports } from '../../../src/core/kernel/wallKernel/wallMemory'
import { createRandom } from '../../../src/core/random'

const module = new WebAssembly.Module(readFileSync(new URL('../../../out/wall-kernel.wasm', import.meta.url)))

export const instantiateWalls: InstantiateWalls = imports =>
  new WebAssembly.Instance(module, { ...imports } as unknown as WebAssembly.Imports).exports as unknown as WallExports

export function wallKernelMemory(): LinearMemory {
  return new WebAssembly.Memory({ initial: 1, maximum: 65536, shared: true })
}

/** A network with random weights of 8 or 16 bits. */
export function randomNetwork(shape: NetworkShape, bits: 8 | 16 = 8): Network {
  const random = createRandom(7)
  const most = 2 ** (bits - 1) - 1
  const count = weightCount(shape)
  const weights = bits === 8 ? new Int8Array(count) : new Int16Array(count)
  return { ...shape, unit: 4 / most, weights: weights.map(() => random.below(2 * most + 1) - most) }
}

/** Boards of the wall game: ranks below the target, and some walls. */
export function wallBoards(target: number): fc.Arbitrary<Board> {
  const rank = fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    fc.nat(target - 1),
    { weight: 2, arbitrary: fc.constant(target - 1) },
    { weight: 2, arbitrary: fc.constant(target) },
  )
  return fc.array(rank, { minLength: 16, maxLength: 16 }).filter(board => board.some(each => each > 0))
}

/** @throws {LabError} `BAD_SETTING` for a shape that is not supported, or a table that is too large, with its bytes */
export function exactTable(shape: ExactShape, mostBytes?: number): ExactTable {
  return finish(exactTableSteps(shape, mostBytes))
}
