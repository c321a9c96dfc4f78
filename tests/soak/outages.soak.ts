/**
 * The promise of the lab as a whole: what a page was told is stored, is stored, whatever happens to the process or to its folder. Each trial
 * starts the built `lab serve` and speaks to it over its WebSocket.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { LabError } from '../../src/core/errors'
import { legalMoves, type Board, type Move } from '../../src/core/games/twenty48/board'
import { createRandom, type Random } from '../../src/core/random'
import { idOf, JOB_NAMES, JOBS, profileOf, untilGone, type JobName } from './outages/jobs'
import { Ledger } from './outages/ledger'
import { HANGS_AFTER_MS, Served } from './outages/servedLab'
import { record } from './record'

/** Fewer while something is tried out. */
const KILLS = Number(process.env['SOAK_KILLS'] ?? 500)
const SEED = Number(process.env['KILL_SEED'] ?? Date.now() % 1e6)
const SIGNALS = ['SIGKILL', 'SIGTERM', 'SIGINT'] as const
/** Trials on one folder, before it is so full that looking at it takes the time. */
const TRIALS_A_FOLDER = 13
/** A job is ended at most so long after it began. */
const LONGEST_MS = 1500

const scratches: string[] = []
const mounts: string[] = []
const labs = new Set<Served>()

afterEach(async () => {
  for (const lab of labs) lab.process.kill('SIGKILL')
  await Promise.all([...labs].map(lab => lab.exited))
  labs.clear()
  for (const mount of mounts.splice(0)) spawnSync('umount', ['-l', mount])
  for (const scratch of scratches.splice(0)) rmSync(scratch, { recursive: true, force: true })
})

test(`${KILLS} signals during every long job: nothing that was confirmed is lost`, async () => {
  const random = createRandom(SEED)
  const counts = new Map<string, number>()
  const wrong: string[] = []
  let checked = 0
  for (let trial = 0; trial < KILLS;) {
    const scratch = newScratch()
    const home = join(scratch, 'home')
    const ledger = new Ledger()
    for (let i = 0; i < TRIALS_A_FOLDER && trial < KILLS; i++, trial++) {
      const name = JOB_NAMES[trial % JOB_NAMES.length]!
      const signal = SIGNALS[Math.floor(trial / JOB_NAMES.length) % SIGNALS.length]!
      const where = `trial ${trial} of seed ${SEED}: ${name}, ${signal}`
      const faults = await killAndLook({ home, scratch, name, signal, ledger, random }).catch((error: unknown) => [String(error)])
      wrong.push(...faults.map(fault => `${where}: ${fault}`))
      counts.set(`${name}, ${signal}`, (counts.get(`${name}, ${signal}`) ?? 0) + 1)
    }
    checked += ledger.count
    rmSync(scratch, { recursive: true, force: true })
  }
  record('Signals during every long job', {
    signals: KILLS,
    'drawn from the seed': SEED,
    jobs: JOB_NAMES.join(', '),
    'of each job and each of SIGKILL, SIGTERM, SIGINT at least': Math.min(...counts.values()),
    'things confirmed and looked for afterwards': checked,
    'lost, wrong, or hanging': wrong.length,
  })
  expect(wrong).toEqual([])
})

interface Trial {
  readonly home: string
  readonly scratch: string
  readonly name: JobName
  readonly signal: (typeof SIGNALS)[number]
  readonly ledger: Ledger
  readonly random: Random
}

async function killAndLook({ home, scratch, name, signal, ledger, random }: Trial): Promise<string[]> {
  const lab = await open(home)
  const working = untilGone(JOBS[name], { lab, ledger, random, scratch })
  await pause(random.below(LONGEST_MS))
  const endedAt = performance.now()
  const exit = await lab.end(signal)
  labs.delete(lab)
  const refused = await working
  const faults = refused.map(each => `refused before the end: ${each}`)
  if (signal === 'SIGKILL' ? exit.signal !== signal : exit.code !== 0)
    faults.push(`ended with ${JSON.stringify(exit)}: ${lab.output()}`)
  if (lab.output().includes('    at ')) faults.push(`printed a stack: ${lab.output()}`)
  const next = await open(home)
  faults.push(...(await ledger.missing(next, endedAt, signal === 'SIGKILL')))
  await next.end('SIGTERM')
  labs.delete(next)
  return faults
}

test('a full disk, and room again: nothing confirmed is lost, and what was not stored is said to be', async () => {
  const place = newMount('size=6m')
  if (!place) return skipMount('a full disk')
  const home = join(place, 'home')
  const ballast = join(place, 'ballast')
  const ledger = new Ledger()
  const facts = { refusals: 0, rounds: 0, rescues: 0 }
  const wrong: string[] = []
  for (let round = 0; round < 12; round++) {
    const lab = await open(home)
    fill(ballast)
    facts.refusals += await workUntilFull(lab, ledger, round)
    const endsFull = round % 3
    const isUnsaved = (await lab.hello()).unsaved !== undefined
    if (endsFull > 0) {
      // 1: ends on the full disk; 2: killed on it
      const endedAt = performance.now()
      const exit = await lab.end(endsFull === 1 ? 'SIGTERM' : 'SIGKILL')
      if (endsFull === 1 && exit.code !== (isUnsaved ? 1 : 0))
        wrong.push(`round ${round}: ended with ${exit.code}: ${lab.output()}`)
      if (endsFull === 1 && isUnsaved) facts.rescues++
      if (endsFull === 2 && isUnsaved) ledger.forgetBoard() // which was said not to be saved
      rmSync(ballast, { force: true })
      labs.delete(lab)
      const next = await open(home)
      wrong.push(...(await ledger.missing(next, endedAt, endsFull === 2)).map(fault => `round ${round}: ${fault}`))
      await next.end('SIGTERM')
      labs.delete(next)
    } else {
      rmSync(ballast, { force: true })
      await until(async () => !(await lab.hello()).unsaved, 'what was not saved is saved by itself')
      const endedAt = performance.now()
      await lab.end('SIGKILL')
      labs.delete(lab)
      const next = await open(home)
      wrong.push(...(await ledger.missing(next, endedAt, true)).map(fault => `round ${round}, room again: ${fault}`))
      await next.end('SIGTERM')
      labs.delete(next)
    }
    facts.rounds++
  }
  record('A full disk', {
    rounds: facts.rounds,
    'calls refused for want of room': facts.refusals,
    'ends on the full disk with work in a rescue file': facts.rescues,
    'lost or wrong': wrong.length,
  })
  expect(wrong).toEqual([])
  expect(facts.refusals).toBeGreaterThan(0)
})

test('a disk that becomes read-only, and writable again', async () => {
  const place = newMount('size=16m')
  if (!place) return skipMount('a read-only disk')
  const home = join(place, 'home')
  const ledger = new Ledger()
  const wrong: string[] = []
  for (let round = 0; round < 4; round++) {
    const lab = await open(home)
    const id = await create(lab, `before${round}`)
    ledger.profile(id, '')
    await lab.end('SIGTERM')
    labs.delete(lab)
    execFileSync('mount', ['-o', 'remount,ro', place])
    const reading = await open(home)
    const names = (await reading.hello()).profiles.map(({ name }) => name)
    if (!names.includes(`before${round}`)) wrong.push(`round ${round}: the profile is not shown on a read-only disk`)
    if (!(await reading.hello()).storeProblem) wrong.push(`round ${round}: it is not said that nothing is kept`)
    const created = await reading.call('createProfile', profileOf(`during${round}`)).catch((error: unknown) => error)
    if (!(created instanceof LabError)) wrong.push(`round ${round}: a profile was confirmed on a read-only disk`)
    await reading.end('SIGTERM')
    labs.delete(reading)
    execFileSync('mount', ['-o', 'remount,rw', place])
    const next = await open(home)
    wrong.push(...(await ledger.missing(next, performance.now(), false)).map(fault => `round ${round}: ${fault}`))
    await next.end('SIGTERM')
    labs.delete(next)
  }
  record('A read-only disk', { rounds: 4, 'lost or wrong': wrong.length })
  expect(wrong).toEqual([])
})

test('a folder that another lab holds for a while', async () => {
  const home = join(newScratch(), 'home')
  const ledger = new Ledger()
  const wrong: string[] = []
  for (let round = 0; round < 6; round++) {
    const holder = await open(home)
    const waiting = await open(home)
    if (!(await waiting.hello()).storeProblem) wrong.push(`round ${round}: two labs write`)
    const refused = await waiting.call('createProfile', profileOf(`waiting${round}`)).catch((error: unknown) => error)
    if (!(refused instanceof LabError)) wrong.push(`round ${round}: confirmed while another lab holds the folder`)
    let game = await waiting.call('newGame', { seed: 1000 + round })
    for (let slides = 0; slides < 40 && !game.over; slides++) game = await waiting.call('slide', { move: firstMove(game) })
    ledger.board(game)
    await holder.end(round % 2 === 0 ? 'SIGKILL' : 'SIGTERM')
    labs.delete(holder)
    await until(async () => !(await waiting.hello()).storeProblem, 'the folder is taken over')
    const id = await create(waiting, `after${round}`)
    ledger.profile(id, '')
    await waiting.end(round % 3 === 0 ? 'SIGKILL' : 'SIGTERM')
    labs.delete(waiting)
    const next = await open(home)
    wrong.push(...(await ledger.missing(next, performance.now(), false)).map(fault => `round ${round}: ${fault}`))
    await next.end('SIGTERM')
    labs.delete(next)
  }
  record('A folder held by another lab', { rounds: 6, 'lost or wrong': wrong.length })
  expect(wrong).toEqual([])
})

test('a folder that is deleted, or moved away, under a running lab', async () => {
  const wrong: string[] = []
  for (const way of ['deleted', 'moved away', 'replaced'] as const) {
    const scratch = newScratch()
    const home = join(scratch, 'home')
    const lab = await open(home)
    await lab.call('createProfile', profileOf('before'))
    if (way === 'deleted') rmSync(home, { recursive: true })
    else renameSync(home, join(scratch, 'elsewhere'))
    if (way === 'replaced') mkdirSync(home)
    const created = await lab.call('createProfile', profileOf('after')).catch((error: unknown) => error)
    if (created instanceof LabError) {
      const found = await lab.call('checkData').catch((error: unknown) => [String(error)])
      if (found.length === 0) wrong.push(`${way}: the check finds nothing wrong`)
    } else {
      // it may have written everything anew: then it is there
      await lab.end('SIGKILL')
      labs.delete(lab)
      const next = await open(home)
      const names = (await next.hello()).profiles.map(({ name }) => name)
      for (const name of ['before', 'after']) if (!names.includes(name)) wrong.push(`${way}: ${name} was confirmed and is gone`)
      await next.end('SIGTERM')
      labs.delete(next)
    }
  }
  record('A folder that goes away under the lab', { ways: 'deleted, moved away, replaced', 'lost or wrong': wrong.length })
  expect(wrong).toEqual([])
})

test('paths that are not files: nothing hangs, and the lab continues', async () => {
  const scratch = newScratch()
  const home = join(scratch, 'home')
  const fifo = join(scratch, 'fifo.db')
  execFileSync('mkfifo', [fifo])
  const link = join(scratch, 'link')
  mkdirSync(home)
  symlinkSync(home, link)
  symlinkSync(fifo, join(scratch, 'toFifo.db'))
  symlinkSync('loop', join(scratch, 'loop'))
  const files = [fifo, join(scratch, 'toFifo.db'), '/dev/zero', '/dev/tty', scratch, join(scratch, 'loop'), '/proc/self/mem']
  const folders = [link, join(link, 'inside'), join(home, 'inside'), fifo, '/dev/null', '/proc', join(scratch, 'loop', 'x')]
  const lab = await open(home)
  const wrong: string[] = []
  let refusals = 0
  const refuse = async (what: string, asked: Promise<unknown>) => {
    const answer = await asked.catch((error: unknown) => error)
    if (!(answer instanceof LabError) || answer.code === 'INTERNAL') wrong.push(`${what}: ${String(answer)}`)
    else if (answer.message.length > 1000) wrong.push(`${what}: a message of ${answer.message.length} characters`)
    else refusals++
    await lab.hello()
  }
  for (const file of files) await refuse(`restoreData ${file}`, lab.call('restoreData', { file }))
  for (const folder of folders) await refuse(`moveData ${folder}`, lab.call('moveData', { folder }))
  for (const file of [fifo, '/dev/full', '/proc/copy.db', `/${'x'.repeat(3000)}.db`])
    await refuse(`backUpData ${file.slice(0, 40)}`, lab.call('backUpData', { file }))
  await lab.call('createProfile', profileOf('afterwards'))
  await lab.end('SIGTERM')
  labs.delete(lab)
  record('Paths that are no files', { refusals, 'hangs, crashes, wrong answers': wrong.length })
  expect(wrong).toEqual([])
})

// ---- help ----

async function open(home: string): Promise<Served> {
  const lab = await Served.start(home)
  labs.add(lab)
  return lab
}

function newScratch(): string {
  const scratch = mkdtempSync(join(tmpdir(), 'lab-faults-'))
  scratches.push(scratch)
  return scratch
}

/** @returns `undefined` where this machine lets nobody mount. */
function newMount(options: string): string | undefined {
  const place = newScratch()
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', place])
  if (status !== 0) return undefined
  mounts.push(place)
  return place
}

function skipMount(what: string): void {
  record(what, { SKIPPED: 'mounting needs root' })
  console.warn(`SKIPPED: ${what}: mounting needs root`)
}

function fill(file: string): void {
  for (const size of [65_536, 4096, 512]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' })
    } catch {
      // until there is no room, in ever smaller pieces
    }
  }
}

/** @returns how many calls were refused; what was not is confirmed. */
async function workUntilFull(lab: Served, ledger: Ledger, round: number): Promise<number> {
  let refusals = 0
  for (let n = 0; refusals < 3 && n < 200; n++) {
    const created = await lab.call('createProfile', profileOf(`r${round}n${n}`)).catch((error: unknown) => error)
    if (created instanceof LabError) refusals++
    else ledger.profile(idOf(created), '')
  }
  let { game } = await lab.hello()
  if (game.over) game = await lab.call('newGame', { seed: 5000 + round })
  for (let slides = 0; slides < 60 && !game.over; slides++) game = await lab.call('slide', { move: firstMove(game) })
  ledger.board(game)
  return refusals
}

function firstMove({ board }: { readonly board: Board }): Move {
  return legalMoves(board)[0]!
}

async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  const started = performance.now()
  while (!(await holds())) {
    if (performance.now() - started > HANGS_AFTER_MS) throw new Error(`not within ${HANGS_AFTER_MS} ms: ${what}`)
    await pause(50)
  }
}

async function create(lab: Served, name: string): Promise<number> {
  return idOf(await lab.call('createProfile', profileOf(name)))
}
