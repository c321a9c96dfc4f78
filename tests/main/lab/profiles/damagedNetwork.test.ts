/** A player whose network is damaged is refused by name before its first move, also if only later boards need the network. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeProfile, type Profile } from '../../../../src/core/contract/files'
import type { LabErrorData } from '../../../../src/core/errors'
import { networkId, packNetwork } from '../../../../src/main/compute/networks/networkFile'
import { placeOfData } from '../../../../src/main/files/home'
import { openLab, type OpenedLab } from '../../../../src/main/lab/openLab'
import { builtInProfile } from '../../../../src/main/lab/profiles/builtInProfiles'
import { randomNetwork } from '../../../core/support/walls'
import { lab } from '../../../support/terminalHere'

vi.setConfig({ testTimeout: 60_000 }) // a busy machine is no failure

const root = mkdtempSync(join(tmpdir(), 'lab-damaged-network-'))
afterAll(() => rmSync(root, { recursive: true }))

const WALLS = randomNetwork({ tuples: [[0, 1, 2, 4], [0, 1, 2, 3]], target: 9, stages: [] }) // oxfmt-ignore
const POINTS = randomNetwork({ output: 'points', tuples: [[0, 1, 2, 3]], target: 11, stages: [] })
const thesis = builtInProfile('thesis')!
const expert = { network: networkId(WALLS), target: WALLS.target, least: 4, layers: 1, cut: 0.01, below: 0 }
const ASKS: Profile = { ...thesis, name: 'asks', depth: 1, settings: { ...thesis.settings, expert } }
const VALUES: Profile = {
  ...{ name: 'values', title: 'values', notes: '', depth: 1, settings: thesis.settings },
  evaluator: { family: 'network', network: networkId(POINTS) },
}

/** The last bit before Brotli's end: the length stays. */
function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  copy[copy.length - 40]! ^= 1
  return copy
}

const DAMAGES = {
  'a changed byte': flipped,
  'half of its bytes': (bytes: Buffer) => bytes.subarray(0, bytes.length / 2),
} as const

let home = ''
let network = ''
let profile = ''
beforeEach(() => {
  home = mkdtempSync(join(root, 'home-'))
  network = join(home, 'networks', 'damaged.network')
  mkdirSync(join(home, 'networks'))
})

function put(of: Profile, damage: keyof typeof DAMAGES): void {
  writeFileSync(network, DAMAGES[damage](packNetwork(of === ASKS ? WALLS : POINTS)))
  profile = join(home, 'profile.json')
  writeFileSync(profile, makeProfile(of))
}

const START = '0000001000000010'
/** The words of each command that plays or searches with a player. */
const COMMANDS = {
  search: () => [START, ...player()],
  bench: () => ['3', '--seed', '1', ...player()],
  play: () => ['--seed', '1', ...player()],
  walls: () => ['--boards', '2', '--games', '2', '--seed', '1', ...player()],
  compare: () => [profile, 'thesis', '--games', '20', '--seed', '1', '--depth', '0', '--threads', '1'],
}
const player = () => ['--profile', profile, '--depth', '0', '--threads', '1']

describe.each(Object.keys(DAMAGES) as (keyof typeof DAMAGES)[])('a network with %s', damage => {
  test.each([ASKS, VALUES])('is refused by every command, for a profile that $name', async of => {
    put(of, damage)
    for (const [command, words] of Object.entries(COMMANDS)) {
      if (damage !== 'a changed byte' && command !== 'play') continue
      const { code, stdout, stderr } = await lab([command, ...words(), '--home', home])
      expect({ command, code, stderr }).toEqual({ command, code: 1, stderr: expect.stringContaining(`${network}: `) as string })
      expect(stdout).not.toContain('"move":"') // nothing was played
    }
  })
})

test('the engine for other programs names it on the first search', async () => {
  put(ASKS, 'a changed byte')
  const asked = { type: 'search', id: 1, profile, position: START, limits: { depth: 0 } }
  const { stdout } = await lab(['engine', '--threads', '1', '--home', home], { input: `${JSON.stringify(asked)}\n` })
  expect(JSON.parse(stdout)).toMatchObject({
    type: 'error',
    id: 1,
    code: 'BAD_FILE',
    message: expect.stringContaining(network) as string,
  })
})

describe('the window', () => {
  let opened: OpenedLab | undefined
  afterEach(async () => {
    await opened?.close()
    opened = undefined
  })

  test('refuses a move and an autoplay of any speed by name, on a board that does not need it', async () => {
    put(ASKS, 'a changed byte')
    opened = await openLab({ host: 'browser', program: 'a test', place: () => placeOfData(home, {}), env: {}, threads: 1 })
    const { handlers } = opened
    const failures: LabErrorData[] = []
    opened.on('failure', failure => failures.push(failure))
    const { evaluator, settings } = ASKS
    const player = { evaluator, settings, limits: { depth: 1 } }
    await expect(handlers.engineMove({ player })).rejects.toMatchObject({
      code: 'BAD_FILE',
      message: expect.stringContaining(network) as string,
    })
    for (const [i, speed] of ([10, 'fastest'] as const).entries()) {
      await handlers.startAutoplay({ player, speed })
      await vi.waitUntil(() => failures.length > i, { timeout: 20_000 })
      expect(failures[i]).toMatchObject({ code: 'BAD_FILE', message: expect.stringContaining(network) as string })
    }
  })
})
