/** The first position of a game, drawn from a seed. */
import { LabError } from '../../errors'
import { createRandom, MAX_SEED, type Random } from '../../random'
import { badSetting } from '../../settingChecks'
import { drawCells, drawObstacles, freeCells, type Cell, type Grid } from '../grid'
import { readCells } from './notation'
import type { WarehouseOptions } from './options'
import { drawPackage, type Robot, type WarehouseState } from './position'

/** Two for the robots, and two to go to. */
const FEWEST_CELLS = 4

/**
 * Draws, in this order: obstacles, robots, packages, stations, and the generator of the packages to come. Robots stand on different cells
 * and so do stations; otherwise several things may be on one cell, as in the source's framework.
 *
 * @throws {LabError} `BAD_SETTING`, of obstacles that leave no room
 */
export function placeAll(options: WarehouseOptions, random: Random): WarehouseState {
  const { width, height, placeBlock, hidden, battery, steps, packages } = options
  const isBlocked = placeObstacles(options, random)
  const cells = freeCells(isBlocked)
  const robot = (cell: Cell): Robot => ({ cell, battery, credit: 0, load: undefined })
  const [a, b] = drawCells(cells, 2, random)
  const drawn = Array.from({ length: packages }, () => drawPackage(cells, random))
  const [station, other] = drawCells(cells, 2, random)
  return {
    floor: { width, height, stations: [station!, other!], isBlocked, placeBlock, hidden },
    robots: [robot(a!), robot(b!)],
    packages: drawn,
    turn: 0,
    steps: 2 * steps,
    spawns: drawSpawns(random),
  }
}

/** The state of a generator that no other draw of a game comes from. */
export function drawSpawns(random: Random): string {
  return createRandom(Math.floor(random.next() * (MAX_SEED + 1))).state
}

/** By cell. */
function placeObstacles({ obstacles, ...grid }: WarehouseOptions, random: Random): readonly boolean[] {
  const cells = grid.width * grid.height
  const chosen = typeof obstacles === 'string' ? chosenCells(obstacles, grid) : undefined
  const count = chosen?.size ?? (obstacles as number)
  if (cells - count < FEWEST_CELLS)
    throw badSetting('obstacles', `${count} of ${cells} cells leave fewer than ${FEWEST_CELLS} free`)
  return chosen ? Array.from({ length: cells }, (_, cell) => chosen.has(cell)) : drawObstacles(grid, count, random)
}

/** @throws {LabError} `BAD_SETTING` */
function chosenCells(obstacles: string, grid: Grid): ReadonlySet<Cell> {
  try {
    return new Set(readCells(obstacles, grid))
  } catch (error) {
    if (error instanceof LabError) throw badSetting('obstacles', error.message)
    throw error
  }
}
