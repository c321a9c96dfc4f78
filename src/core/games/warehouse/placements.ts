/** The first position of a game, drawn from a seed. */
import { LabError } from '../../errors'
import { createRandom, MAX_SEED, type Random } from '../../random'
import { badSetting } from '../../settingChecks'
import { neighbour, type Cell, type Grid } from './cells'
import { readCells } from './notation'
import type { WarehouseOptions } from './options'
import { drawCells, drawPackage, freeCells, type Robot, type WarehouseState } from './position'

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
  const nothing = Array<boolean>(cells).fill(false)
  return chosen ? nothing.map((_, cell) => chosen.has(cell)) : drawObstacles(grid, nothing, count, random)
}

/** One after the other, each so that the free cells stay connected: some cell always can be taken, as one that is farthest from another. */
function drawObstacles(grid: Grid, nothing: readonly boolean[], count: number, random: Random): readonly boolean[] {
  let isBlocked = nothing
  for (let placed = 0; placed < count; placed++) {
    const free = freeCells(isBlocked)
    const cell = drawCells(free, free.length, random).find(each => isConnected(grid, isBlocked.with(each, true)))
    isBlocked = isBlocked.with(cell!, true)
  }
  return isBlocked
}

/** Whether each free cell is reached from each other. */
function isConnected(grid: Grid, isBlocked: readonly boolean[]): boolean {
  const free = freeCells(isBlocked)
  const reached = new Set(free.slice(0, 1))
  for (const cell of reached)
    // and those that are added meanwhile
    for (let direction = 0; direction < 4; direction++) {
      const next = neighbour(grid, cell, direction)
      if (next !== undefined && !isBlocked[next]) reached.add(next)
    }
  return reached.size === free.length
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
