/**
 * Positions as text, fields between spaces:
 *
 *     5x5 stations=a2,d5 blocks=b3 A=c3,20,0 B=d4,18,6,d1>a5 lying=a1>c4 waiting=b2>e5,c1>d3 turn=A steps=9522 spawns=0123456789abcdef
 *
 * The size comes first, the others in any order. A robot has its cell, battery, credit and, if it carries one, its package. A package goes
 * from a cell to another. `steps` are left, of both robots together; `spawns` is the state of the generator of the packages to come. Where
 * there are none, blocks, lying and waiting packages are left out. The words placeBlock and hidden stand for these rules.
 */
import { LabError } from '../../errors'
import { quoted } from '../../quoted'
import { badField, readFields } from '../fields'
import type { Cell, Grid } from '../grid'
import {
  BATTERY_RANGE,
  type Floor,
  OUT,
  PACKAGE_RANGE,
  type Package,
  ROBOTS,
  type Robot,
  SIDE_RANGE,
  STEP_RANGE,
  type WarehouseState,
  cellName,
  cellOf,
  lyingCount,
} from './position'

const VALUES = ['stations', 'blocks', 'A', 'B', 'lying', 'waiting', 'turn', 'steps', 'spawns'] as const
const WORDS = ['placeBlock', 'hidden'] as const
type Name = (typeof VALUES)[number] | (typeof WORDS)[number]
type Fields = Partial<Record<Name, string>>

const MOST_CREDIT = 1e9

export function makeText({ floor, robots, packages, turn, steps, spawns }: WarehouseState): string {
  const { width, height, stations, isBlocked, placeBlock, hidden } = floor
  const cells = (some: readonly Cell[]) => some.map(cell => cellName(floor, cell)).join()
  const way = ({ from, to }: Package) => `${cellName(floor, from)}>${cellName(floor, to)}`
  const robot = ({ cell, battery, credit, load }: Robot) =>
    `${cellName(floor, cell)},${battery},${credit}${load ? `,${way(load)}` : ''}`
  const lying = lyingCount({ robots })
  const list = (name: Name, its: string) => (its === '' ? '' : ` ${name}=${its}`)
  return (
    `${width}x${height} stations=${cells(stations)}` +
    list('blocks', isBlocked.includes(true) ? cells([...isBlocked.keys()].filter(cell => isBlocked[cell])) : '') +
    ` A=${robot(robots[0])} B=${robot(robots[1])}` +
    list('lying', packages.slice(0, lying).map(way).join()) +
    list('waiting', packages.slice(lying).map(way).join()) +
    ` turn=${ROBOTS[turn]} steps=${steps} spawns=${spawns}${placeBlock ? ' placeBlock' : ''}${hidden ? ' hidden' : ''}`
  )
}

/** @throws {LabError} `BAD_POSITION`, naming the field */
export function parseText(text: string): WarehouseState {
  const [size = '', ...rest] = text.trim().split(/\s+/)
  const grid = readSize(size)
  const fields = readFields(rest, VALUES, WORDS)
  const floor = readFloor(grid, fields)
  const robots = [readRobot('A', fields, floor), readRobot('B', fields, floor)] as const
  if (robots[0].cell === robots[1].cell) throw badField('B', 'it stands on the cell of A')
  const lying = inField('lying', () => readPackages(fields.lying, grid))
  const waiting = inField('waiting', () => readPackages(fields.waiting, grid))
  const count = lyingCount({ robots })
  if (lying.length !== count)
    throw badField('lying', `${OUT} packages lie on the board or are carried: here ${count} lie, not ${lying.length}`)
  if (waiting.length + OUT > PACKAGE_RANGE.max) throw badField('waiting', `there are at most ${PACKAGE_RANGE.max} packages`)
  const turn = ROBOTS.findIndex(name => name === fields.turn)
  if (turn !== 0 && turn !== 1)
    throw badField('turn', fields.turn === undefined ? 'A or B is missing' : `${quoted(fields.turn)} is not A or B`)
  const steps = inField('steps', () => readWhole('', fields.steps, 2 * STEP_RANGE.max))
  return { floor, robots, packages: [...lying, ...waiting], turn, steps, spawns: readSpawns(fields) }
}

/** Names between commas. @throws {LabError} `BAD_POSITION` */
export function readCells(text: string, grid: Grid): Cell[] {
  return text.split(',').map(name => readCell(name.trim(), grid))
}

function readSize(text: string): Grid {
  const [, width, height] = /^(\d{1,2})x(\d{1,2})$/.exec(text) ?? []
  const sides = [Number(width), Number(height)]
  const { min, max } = SIDE_RANGE
  if (sides.every(side => side >= min && side <= max)) return { width: sides[0]!, height: sides[1]! }
  throw badField('size', `${quoted(text)} is not width and height, ${min}x${min} … ${max}x${max}`)
}

function readFloor(grid: Grid, fields: Fields): Floor {
  const { width, height } = grid
  const stations = inField('stations', () => readCells(given(fields.stations), grid))
  if (stations.length !== 2 || stations[0] === stations[1]) throw badField('stations', 'they are two different cells')
  const blocks = inField('blocks', () => (fields.blocks === undefined ? [] : readCells(fields.blocks, grid)))
  const isBlocked = Array.from({ length: width * height }, (_, cell) => blocks.includes(cell))
  const rules = { placeBlock: fields.placeBlock !== undefined, hidden: fields.hidden !== undefined }
  return { width, height, stations: [stations[0]!, stations[1]!], isBlocked, ...rules }
}

function readRobot(name: 'A' | 'B', fields: Fields, floor: Floor): Robot {
  return inField(name, () => {
    const [at = '', battery, credit, load, ...more] = given(fields[name]).split(',')
    if (more.length > 0) throw new LabError('BAD_POSITION', 'a robot has a cell, battery, credit and at most one package')
    const cell = readCell(at, floor)
    if (floor.isBlocked[cell]) throw new LabError('BAD_POSITION', `there is a block on ${at}`)
    return {
      cell,
      battery: readWhole('battery ', battery, BATTERY_RANGE.max + MOST_CREDIT),
      credit: readWhole('credit ', credit, MOST_CREDIT),
      load: load === undefined ? undefined : readPackage(load, floor),
    }
  })
}

function readPackages(text: string | undefined, grid: Grid): Package[] {
  return text === undefined ? [] : text.split(',').map(each => readPackage(each, grid))
}

function readPackage(text: string, grid: Grid): Package {
  const ends = text.split('>')
  if (ends.length !== 2) throw new LabError('BAD_POSITION', `${quoted(text)} is not a package, as a1>c4`)
  const [from, to] = ends.map(name => readCell(name, grid))
  if (from === to) throw new LabError('BAD_POSITION', `${quoted(text)}: a package goes to another cell`)
  return { from: from!, to: to! }
}

function readCell(name: string, grid: Grid): Cell {
  const cell = cellOf(grid, name)
  if (cell !== undefined) return cell
  const last = cellName(grid, grid.width * grid.height - 1)
  throw new LabError('BAD_POSITION', `${quoted(name)} is not a cell, a1 … ${last}`)
}

function readWhole(what: string, text: string | undefined, most: number): number {
  const number = /^\d{1,10}$/.test(text ?? '') ? Number(text) : Infinity
  if (number <= most) return number
  throw new LabError(
    'BAD_POSITION',
    text === undefined ? `${what}is missing` : `${what}${quoted(text)} is not a whole number in 0 … ${most}`,
  )
}

function readSpawns({ spawns }: Fields): string {
  if (spawns !== undefined && /^[0-9a-f]{16}$/.test(spawns)) return spawns
  throw badField('spawns', spawns === undefined ? 'it is missing' : `${quoted(spawns)} is not 16 hexadecimal digits`)
}

function given(text: string | undefined): string {
  if (text === undefined) throw new LabError('BAD_POSITION', 'it is missing')
  return text
}

/** Names the field in what is refused. */
function inField<T>(name: Name, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof LabError) throw badField(name, error.message)
    throw error
  }
}
