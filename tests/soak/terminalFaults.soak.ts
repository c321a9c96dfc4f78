/** Signals during the two long commands that hold no `lab serve`: `lab data salvage`, and `lab play`, which saves its game by itself. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { createRandom, type Random } from '../../src/core/random'
import { dataFile } from '../../src/main/store/opening'
import { fillFolder } from '../main/store/bitFlips'
import { storedRows } from '../support/pageMap'
import { cleanUp, newFolder } from '../main/store/storeSupport'
import { record } from './record'

const CLI = join(import.meta.dirname, '../../out/main/cli.js')
/** Fewer while something is tried out. */
const KILLS = Number(process.env['SOAK_KILLS'] ?? 120)
const SEED = Number(process.env['KILL_SEED'] ?? Date.now() % 1e6)
const SIGNALS = ['SIGKILL', 'SIGTERM', 'SIGINT'] as const
type Signal = (typeof SIGNALS)[number]
/** Games of the file that is salvaged: it takes longer than the start of the program. */
const GAMES = 4000
const FLIPPED_BYTES = 30
/** A command that takes longer hangs. */
const HANGS_AFTER_MS = 180_000
/** Kills on one folder of games. */
const KILLS_A_FOLDER = 12

afterEach(cleanUp)

test(`${KILLS} signals during a salvage: the source is untouched, and a second salvage gives the whole result`, async () => {
  const random = createRandom(SEED)
  const folder = newFolder()
  await fillFolder(folder, GAMES)
  const damaged = damage(dataFile(folder), join(folder, 'damaged.db'), random)
  const source = hashOf(damaged)
  const reference = join(folder, 'reference.db')
  const { home, ms: longest } = await salvageUndisturbed(damaged, folder, reference)
  rmSync(home, { recursive: true })
  const whole = rowsOf(reference)
  const facts = { 'under way': 0, 'finished before': 0 }
  const wrong: string[] = []
  for (let trial = 0; trial < KILLS; trial++) {
    const signal = SIGNALS[trial % SIGNALS.length]!
    const isInPlace = Math.floor(trial / SIGNALS.length) % 2 === 1
    const where = `trial ${trial} of seed ${SEED}: ${isInPlace ? 'in place' : '--to'}, ${signal}`
    const home = join(folder, `trial-${trial}`)
    mkdirSync(home)
    copyFileSync(damaged, dataFile(home))
    const first = join(home, 'first.db')
    const again = join(home, 'again.db')
    const to = (file: string) => (isInPlace ? [] : ['--to', file])
    const killed = await run(['data', 'salvage', '--home', home, ...to(first)], signal, random.next() * longest)
    // 1 of a salvage that named losses
    if (killed.code === 1) facts['finished before']++
    else if (killed.signal === signal || killed.code === 128 + constants.signals[signal]) facts['under way']++
    else wrong.push(`${where}: ended with ${killed.code ?? killed.signal}: ${killed.output}`)
    const backups = join(home, 'backups')
    const kept = existsSync(backups) ? readdirSync(backups).map(name => join(backups, name)) : []
    const holders = [dataFile(home), ...kept].filter(file => existsSync(file) && hashOf(file) === source)
    if (holders.length === 0) wrong.push(`${where}: the source is changed, or gone`)
    if (!isInPlace && existsSync(first))
      wrong.push(...missing(whole, first).map(fault => `${where}: a target that is not whole: ${fault}`))
    const second = await run(['data', 'salvage', '--home', home, ...to(again)])
    if (second.code !== 1 && !(isInPlace && second.code === 0))
      wrong.push(`${where}: the second salvage ended with ${second.code}: ${second.output}`)
    wrong.push(...missing(whole, isInPlace ? dataFile(home) : again).map(fault => `${where}: ${fault}`))
    rmSync(home, { recursive: true })
  }
  record('Signals during a salvage', {
    signals: KILLS,
    'drawn from the seed': SEED,
    ...facts,
    'rows of each result': whole.size,
    'sources changed, rows missing or wrong, other faults': wrong.length,
  })
  expect(wrong).toEqual([])
})

test(`${KILLS} signals during lab play: every game that it reported as saved is in the library`, async () => {
  const random = createRandom(SEED)
  const facts = { 'in the middle of a game': 0, 'after its end': 0, 'before its first slide': 0, 'games reported as saved': 0 }
  const wrong: string[] = []
  let longest = 0
  for (let trial = 0; trial < KILLS;) {
    const home = newFolder()
    const saved: LastLine[] = []
    if (longest === 0) longest = await playUndisturbed(home, saved)
    for (let i = 0; i < KILLS_A_FOLDER && trial < KILLS; i++, trial++) {
      const signal = SIGNALS[trial % SIGNALS.length]!
      const where = `trial ${trial} of seed ${SEED}: ${signal}`
      const killed = await run(playArgs(home, random.below(1e9)), signal, random.next() * 1.2 * longest)
      const last = lastLine(killed.output)
      if (last) saved.push(last)
      if (killed.code === 0) facts['after its end']++
      else if (killed.output.includes('"slide":1,')) facts['in the middle of a game']++
      else facts['before its first slide']++
      const isByHandler = killed.code === 128 + constants.signals[signal]
      if (killed.code !== 0 && killed.signal !== signal && !isByHandler)
        wrong.push(`${where}: ended with ${killed.code ?? killed.signal}: ${killed.output.slice(-1000)}`)
      if (isByHandler && killed.output.includes('"slide":1,') && last?.game == null)
        wrong.push(`${where}: ended in order and reported no saved game: ${killed.output.slice(-1000)}`)
      wrong.push(...lostGames(home, saved).map(fault => `${where}: ${fault}`))
    }
    const checked = await run(['data', 'check', '--home', home])
    if (checked.code !== 0) wrong.push(`before trial ${trial} of seed ${SEED}: the check: ${checked.output}`)
    facts['games reported as saved'] += saved.length
  }
  record('Signals during lab play', {
    signals: KILLS,
    'drawn from the seed': SEED,
    ...facts,
    'lost or wrong': wrong.length,
  })
  expect(wrong).toEqual([])
  expect(facts['games reported as saved']).toBeGreaterThan(0)
})

// ---- help ----

interface Run {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** Both streams. */
  readonly output: string
  readonly ms: number
}

/** Runs a command of the terminal. @param afterMs since its start, when it gets the signal */
async function run(args: readonly string[], signal?: Signal, afterMs = 0): Promise<Run> {
  const started = performance.now()
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (piece: string) => (output += piece))
  const closed = new Promise<Run>(resolve =>
    child.on('close', (code, ended) => resolve({ code, signal: ended, output, ms: performance.now() - started })),
  )
  const hangs = setTimeout(() => child.kill('SIGKILL'), HANGS_AFTER_MS)
  if (signal) {
    await Promise.race([pause(afterMs), closed])
    child.kill(signal)
  }
  const ended = await closed
  clearTimeout(hangs)
  if (ended.ms > HANGS_AFTER_MS) throw new Error(`lab ${args.join(' ')} hangs: ${output}`)
  return ended
}

/** A copy with bytes changed, past the page of the schema. */
function damage(file: string, to: string, random: Random): string {
  const bytes = readFileSync(file)
  for (let i = 0; i < FLIPPED_BYTES; i++) bytes[4096 + random.below(bytes.length - 4096)]! ^= 1 << random.below(8)
  writeFileSync(to, bytes)
  return to
}

async function salvageUndisturbed(file: string, folder: string, to: string): Promise<{ home: string; ms: number }> {
  const home = join(folder, 'undisturbed')
  mkdirSync(home)
  copyFileSync(file, dataFile(home))
  const { code, output, ms } = await run(['data', 'salvage', '--home', home, '--to', to])
  if (code !== 1) throw new Error(`the undisturbed salvage ended with ${code}: ${output}`)
  return { home, ms }
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

/** Without the rows that name what was lost: they carry the time of the salvage. */
function rowsOf(file: string): Map<string, string> {
  return new Map([...storedRows(file)].filter(([key]) => !key.startsWith('damaged ')))
}

function missing(whole: ReadonlyMap<string, string>, file: string): string[] {
  const rows = rowsOf(file)
  const lost = [...whole.keys()].filter(key => rows.get(key) !== whole.get(key))
  const more = [...rows.keys()].filter(key => !whole.has(key))
  return [...lost.map(key => `${key} is missing or wrong`), ...more.map(key => `${key} is too many`)].slice(0, 5)
}

/** The last line of `lab play` for a program. */
interface LastLine {
  /** Its number in the library. */
  readonly game: number | null
  readonly seed: number
  readonly slides: number
  readonly position: string
}

function playArgs(home: string, seed: number): string[] {
  return ['play', '--json', '--depth', '1', '--threads', '1', '--home', home, '--seed', String(seed)]
}

async function playUndisturbed(home: string, saved: LastLine[]): Promise<number> {
  const { code, output, ms } = await run(playArgs(home, 1))
  const last = lastLine(output)
  if (code !== 0 || last?.game == null) throw new Error(`the undisturbed game ended with ${code}: ${output.slice(-1000)}`)
  saved.push(last)
  return ms
}

/** Of a game that was reported as saved; a line that the kill cut off reports nothing. */
function lastLine(output: string): LastLine | undefined {
  const [line] = output.split('\n').filter(each => each.startsWith('{"over":') && each.endsWith('}')).slice(-1) // oxfmt-ignore
  const last = line === undefined ? undefined : (JSON.parse(line) as LastLine)
  return last?.game == null ? undefined : last
}

function lostGames(home: string, saved: readonly LastLine[]): string[] {
  if (!existsSync(dataFile(home))) return saved.length === 0 ? [] : ['there is no data file']
  const db = new DatabaseSync(dataFile(home), { readOnly: true })
  try {
    const { integrity_check: verdict } = db.prepare('PRAGMA integrity_check').get() as { integrity_check: string }
    const read = db.prepare('SELECT seed, slides, board FROM games WHERE id = ? AND deleted IS NULL')
    const lost = saved.filter(({ game, seed, slides, position }) => {
      const row = read.get(game) as { seed: number; slides: number; board: string } | undefined
      return row?.seed !== seed || row.slides !== slides || row.board !== position
    })
    return [
      ...(verdict === 'ok' ? [] : [`the file: ${verdict}`]),
      ...lost.map(({ game, seed }) => `game ${game} of seed ${seed} was reported as saved and is not in the library`),
    ]
  } finally {
    db.close()
  }
}
