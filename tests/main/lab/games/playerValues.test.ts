/** A game that several players searched: whose value is whose, on the screen, in the store and in files. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { GameGraph } from '../../../../src/core/contract/calls'
import { parseReplay } from '../../../../src/core/contract/files'
import { MOST_VALUE_OWNERS } from '../../../../src/core/contract/stored'
import { startGame, playTurn } from '../../../../src/core/games/twenty48/playGame'
import type { Player } from '../../../../src/core/games/twenty48/player'
import { playerHash, unitHash } from '../../../../src/core/games/twenty48/playerHash'
import { boardValue } from '../../../../src/core/games/twenty48/search/report'
import { withCommandLab } from '../../../../src/main/lab/localLab'
import { createLab, type Lab } from '../../../../src/main/lab/lab'
import { openLabData } from '../../../../src/main/lab/context/labData'
import { profileByNameOrFile } from '../../../../src/main/lab/profiles/findProfile'
import { ValueColumns } from '../../../../src/main/lab/games/gameSeries'
import { fakePool, textbookSearch } from '../../../support/fakePool'
import { cleanUp, newFolder } from '../../store/storeSupport'
import { settle } from '../../../support/threads'
import { terminalHere } from '../../../support/terminalHere'

vi.setConfig({ testTimeout: 60_000 }) // a busy machine is no failure

const open: Lab[] = []
afterEach(async () => {
  for (const lab of open.splice(0)) await lab.close()
  await cleanUp()
})

function playerOf(name: string, limits: Player['limits'] = { depth: 0 }): Player {
  const { evaluator, settings } = profileByNameOrFile(name)
  return { evaluator, settings, limits }
}
const [thesis, power] = [playerOf('thesis'), playerOf('power')]

async function openLab(folder: string) {
  const { pool } = fakePool({ answersAtOnce: true })
  const data = await openLabData({ folder, program: 'a test' })
  const lab = createLab({ host: 'browser', engine: { pool, kernel: '0123456789ab' }, data })
  open.push(lab)
  const close = async () => {
    open.splice(open.indexOf(lab), 1)
    await lab.close()
  }
  return { ...lab.handlers, close }
}

/** Of the boards before the slides of a game that was begun at a seed: what a player holds of them. */
function valuesBy(player: Player, moves: readonly Player[], seed: number): number[] {
  let position = startGame(seed)
  return moves.map(mover => {
    const { value } = boardValue(textbookSearch(position.board, player).report)!
    position = playTurn(position, textbookSearch(position.board, mover).report.best!)!.position
    return value
  })
}

/** Seven slides of seed 7: four by one player, then three by another. */
async function playedByTwo(lab: Awaited<ReturnType<typeof openLab>>): Promise<void> {
  await lab.newGame({ seed: 7 })
  for (let i = 0; i < 4; i++) await lab.engineMove({ player: thesis })
  for (let i = 0; i < 3; i++) await lab.engineMove({ player: power })
}
const MOVERS = [...Array<Player>(4).fill(thesis), ...Array<Player>(3).fill(power)]
const [byThesis, byPower] = [thesis, power].map(player => valuesBy(player, MOVERS, 7)) as [number[], number[]]
const none = (count: number) => Array<null>(count).fill(null)

async function newest(lab: Awaited<ReturnType<typeof openLab>>): Promise<number> {
  const { rows } = await lab.games({ sort: 'created', descending: true, offset: 0, limit: 1 })
  return rows[0]!.id
}

describe('the graph of a game', () => {
  const lines = [
    {
      ...{ hash: playerHash(thesis), profile: 'thesis', family: 'thesis', unit: unitHash(thesis) },
      ...{ value: [...byThesis.slice(0, 4), ...none(4)], depth: [0, 0, 0, 0, ...none(4)] },
    },
    {
      ...{ hash: playerHash(power), profile: 'power', family: 'power', unit: unitHash(power) },
      ...{ value: [...none(4), ...byPower.slice(4), null], depth: [...none(4), 0, 0, 0, null] },
    },
  ]

  test('has a line for each player, after a restart and in the library too', async () => {
    const folder = newFolder()
    const first = await openLab(folder)
    await playedByTwo(first)
    expect((await first.gameGraph({ points: 100 })).lines).toEqual(lines)
    await first.close()

    const second = await openLab(folder)
    expect((await second.gameGraph({ points: 100 })).lines).toEqual(lines)
    await second.newGame({ seed: 8 })
    const id = await newest(second)
    const view = await second.openReplay({ id })
    expect(view.lines).toEqual(lines)
    expect(view.graph.lines).toEqual(lines)
    await second.loadGame({ id, slides: 2 })
    expect((await second.gameGraph({ points: 100 })).lines).toEqual(lines)
  })

  test('keeps the values of one player where another looks at the same boards, the last board too', async () => {
    const folder = newFolder()
    const lab = await openLab(folder)
    await playedByTwo(lab)
    await lab.undo({ slides: 7 })
    await lab.startAnalysis({ player: power })
    for (let slides = 1; slides <= 7; slides++) {
      await settle()
      await lab.redo({ slides: 1 })
    }
    await settle()
    await lab.stopAnalysis(undefined)
    const expected = async (graph: GameGraph) => {
      expect(graph.lines[0]).toEqual(lines[0])
      expect(graph.lines[1]!.value.slice(0, -1)).toEqual(byPower)
      expect(graph.lines[1]!.value.at(-1)).toEqual(expect.any(Number))
    }
    await expected(await lab.gameGraph({ points: 100 }))
    await lab.close()
    await expected(await (await openLab(folder)).gameGraph({ points: 100 }))
  })

  test('has one line of a player at all depths, with the depth of each value, and one where its cut varies', async () => {
    const lab = await openLab(newFolder())
    await lab.newGame({ seed: 7 })
    for (const limits of [{ depth: 0 }, { depth: 1 }, { nodes: 50 }, { depth: 2, ms: 60_000 }] as const)
      await lab.engineMove({ player: { ...thesis, limits } })
    const [line, varying, ...others] = (await lab.gameGraph({ points: 100 })).lines
    expect(others).toEqual([])
    expect(line!.depth).toEqual([0, 1, null, 2, null])
    expect(varying!.depth).toEqual([null, null, expect.any(Number), null, null])
  })
})

describe('an export', () => {
  test('holds only the values of the player that it names', async () => {
    const lab = await openLab(newFolder())
    await playedByTwo(lab)
    await lab.newGame({ seed: 8 })
    const { text } = await lab.exportGame({ id: await newest(lab), form: 'json' })
    expect(parseReplay(text, 'f').engine?.profile).toBe('power')
    const told = (JSON.parse(text) as { values: unknown[] }).values.flat().filter(value => typeof value === 'number')
    expect(told).toEqual(byPower.slice(4))
  })

  test('goes into another library with its values under the same player', async () => {
    const [from, to] = [newFolder(), newFolder()]
    const lab = await openLab(from)
    await playedByTwo(lab)
    await lab.newGame({ seed: 8 })
    const { text } = await lab.exportGame({ id: await newest(lab), form: 'line' })
    const file = join(from, 'game.jsonl')
    writeFileSync(file, text)
    await withCommandLab({ terminal: terminalHere().terminal, home: to, program: 'a test' }, ({ local }) =>
      local('importReplays', [file]),
    )
    const other = await openLab(to)
    const id = await newest(other)
    expect((await other.openReplay({ id })).lines).toMatchObject([
      { hash: playerHash(power), profile: 'power', value: [...none(4), ...byPower.slice(4), null] },
    ])
    expect((await other.exportGame({ id, form: 'line' })).text).toBe(text)
  })
})

describe('players of a game', () => {
  const value = { value: 1, depth: 0 }
  const owner = (hash: string) => ({ hash, profile: null, player: null })

  test('are limited: the one with the fewest values makes room', () => {
    const columns = new ValueColumns(64)
    columns.clear(0)
    for (let i = 0; i < MOST_VALUE_OWNERS; i++)
      for (let slides = 0; slides < (i === 3 ? 1 : 5); slides++) columns.set(slides, owner(`p${i}`), value)
    columns.set(0, owner('another'), value)
    const hashes = columns.all.map(each => each.owner.hash)
    expect(hashes).toHaveLength(MOST_VALUE_OWNERS)
    expect(hashes).not.toContain('p3')
    expect(hashes.at(-1)).toBe('another')
  })

  test('have nothing to say of a board that became another one', () => {
    const columns = new ValueColumns(64)
    for (const hash of ['a', 'b']) for (const slides of [1, 2, 5]) columns.set(slides, owner(hash), { value: slides, depth: 3 })
    columns.clear(5)
    columns.clear(1)
    expect(columns.stored(64)).toEqual(
      ['a', 'b'].map(hash => ({ ...owner(hash), first: 2, values: Float64Array.of(2), depths: Uint8Array.of(3) })),
    )
    expect(columns.stored(2)).toEqual([])
  })
})
