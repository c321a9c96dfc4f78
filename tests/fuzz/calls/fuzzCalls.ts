/** Messages to a real lab, one upon the other, and what must hold of every answer. */
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { CALLS, type CallName } from '../../../src/core/contract/calls'
import { count, excerptOf, type Tally } from '../support/harness'
import { SMALL_TRAINING } from '../../core/support/smallTraining'
import { affordable } from './affordable'
import { messageOf, type Message } from './arguments'
import { Session, type Fault } from './session'
import { share } from '../support/share'

export interface CallPlan {
  readonly seed: number
  readonly messages: number
  /** A lab gets as many, is closed, opened again and looked through; the next one begins empty. */
  readonly perLab: number
  /** Called after each lab, which is closed by then, with how many messages there were. */
  readonly onLab?: (messages: number) => void
}

export interface CallFigures {
  /** By call: how many messages, and how many of them were answered with a value. */
  readonly sent: ReadonlyMap<CallName, number>
  readonly done: ReadonlyMap<CallName, number>
  /** By code. */
  readonly outcomes: Tally
  readonly faults: readonly Fault[]
  readonly labs: number
}

const NAMES = Object.keys(CALLS) as CallName[]

/** Messages under way at once, as of a page that does not wait. */
const MOST_PENDING = 12
/** A call that has not answered by then, after all that may hold it up was ended, never will. */
const HANG_MS = 120_000
const IMPATIENT_MS = 3_000
/** Messages between two moments of rest. */
const CALM_EVERY = 400

/** Of good messages of calls that take long, or take away what others are aimed at, how many go as they are; the others get a field that is not theirs. */
const DEAR: Partial<Record<CallName, number>> = {
  restoreData: 0.2,
  moveData: 0.05,
  salvageData: 0.003,
  backUpData: 0.02,
  checkData: 0.02,
  estimateTuning: 0.02,
  startTuning: 0.03,
  cloneTuning: 0.03,
  resumeRun: 0.1,
  extendTuning: 0.1,
  validateTuning: 0.05,
  recordTree: 0.05,
  recordSearch: 0.05,
  searchAgain: 0.05,
  putTreePart: 0.3,
  beginImport: 0.03,
  chooseEngine: 0.02,
  startGameAnalysis: 0.1,
  startPlayouts: 0.05,
  startCalibration: 0.03,
  startSweep: 0.03,
  estimateCalibration: 0.02,
  tryPlayer: 0.2,
  engineMove: 0.2,
  startAutoplay: 0.1,
  startAnalysis: 0.1,
  closeTree: 0.1,
  deleteRuns: 0.2,
  deleteGames: 0.3,
  deleteProfiles: 0.3,
  forgetDeleted: 0.3,
}

export async function fuzzCalls({ seed, messages, perLab, onLab }: CallPlan): Promise<CallFigures> {
  const figures = {
    sent: new Map<CallName, number>(),
    done: new Map<CallName, number>(),
    outcomes: new Map<string, number>(),
    faults: [] as Fault[],
    labs: 0,
  }
  for (let done = 0; done < messages; done += perLab) {
    const wanted = Math.min(perLab, messages - done)
    await fuzzOneLab(seed + done, wanted, figures)
    figures.labs++
    onLab?.(done + wanted)
  }
  return figures
}

type Figures = { sent: Map<CallName, number>; done: Map<CallName, number>; outcomes: Tally; faults: Fault[] }

async function fuzzOneLab(seed: number, messages: number, figures: Figures): Promise<void> {
  const session = await Session.open()
  const pending = new Map<number, { readonly what: string; readonly since: number; readonly answered: Promise<void> }>()
  const fault = (what: string, error: unknown) => void figures.faults.push({ what, error })
  const chances = fc.sample(share, { seed, numRuns: messages })
  try {
    await furnish(session)
    for (const [i, message] of messagesOf(seed, messages).entries()) {
      const arg = priced(message, session.aimed(message.name, affordable(message.name, message.arg, session.folder)), chances[i]!)
      const what = `seed ${seed}, message ${i}: ${message.name}`
      const answered = session.send(message.name, arg).then(
        reply => {
          pending.delete(i)
          count(figures.outcomes, reply.ok ? 'done' : reply.error.code)
          if (reply.ok) count(figures.done, message.name)
          const problem = reply.ok ? unsendable(reply.value) : problemOf(reply.error)
          if (problem) fault(`${what} ${excerptOf(arg)}: ${problem}`, reply.ok ? undefined : reply.error)
        },
        (error: unknown) => {
          pending.delete(i)
          fault(`${what} ${excerptOf(arg)}: rejected`, error)
        },
      )
      pending.set(i, { what, since: Date.now(), answered })
      count(figures.sent, message.name)
      await Promise.resolve()
      while (pending.size >= MOST_PENDING) await waitFor(session, pending)
      if (i % CALM_EVERY === CALM_EVERY - 1) await session.calm()
      if (i % 16 === 0) await new Promise(resolve => setImmediate(resolve))
    }
    while (pending.size > 0) await waitFor(session, pending)
    await session.settle()
    await loseFolder(session, figures, problem => fault(`seed ${seed}: ${problem}`, undefined))
    await lookThrough(session, `seed ${seed}, at the end`, fault)
    await session.reopen()
    await lookThrough(session, `seed ${seed}, opened again`, fault)
  } finally {
    figures.faults.push(...session.faults.map(({ what, error }) => ({ what: `seed ${seed}: ${what}`, error })))
    await session.close()
  }
}

/** In an order that the seed gives, each call as often as any other. */
function messagesOf(seed: number, wanted: number): Message[] {
  const rounds = Math.ceil(wanted / NAMES.length)
  const byCall = NAMES.map((name, i) => fc.sample(messageOf(name), { seed: seed * 131 + i, numRuns: rounds }))
  const orders = fc.sample(fc.shuffledSubarray([...NAMES.keys()], { minLength: NAMES.length }), { seed, numRuns: rounds })
  return orders.flatMap((order, round) => order.map(call => byCall[call]![round]!)).slice(0, wanted)
}

function priced({ name, kind }: Message, arg: unknown, chance: number): unknown {
  const dear = DEAR[name]
  if (dear === undefined || chance < dear || kind === 'hostile') return arg
  if (!CALLS[name].shape.safeParse(arg).success) return arg
  return typeof arg === 'object' && arg !== null ? { ...arg, more: 1 } : { more: 1 }
}

/** Until one more has answered. */
async function waitFor(
  session: Session,
  pending: ReadonlyMap<number, { readonly what: string; readonly since: number; readonly answered: Promise<void> }>,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const impatience = new Promise<'late'>(resolve => (timer = setTimeout(resolve, IMPATIENT_MS, 'late')))
  const first = await Promise.race([impatience, ...[...pending.values()].map(({ answered }) => answered)])
  clearTimeout(timer)
  if (first !== 'late') return
  const oldest = [...pending.values()].reduce((a, b) => (a.since <= b.since ? a : b))
  if (Date.now() - oldest.since > HANG_MS)
    throw new Error(`no answer in ${HANG_MS / 1000} s: ${[...pending.values()].map(({ what }) => what).join('; ')}`)
  await session.calm()
}

/** The folder goes away, and everything is written anew. */
async function loseFolder(session: Session, { sent, done }: Figures, fault: (problem: string) => void): Promise<void> {
  const folder = await session.dataFolder()
  renameSync(folder, `${folder}-gone`)
  const reply = await session.send('writeDataAnew', undefined)
  count(sent, 'writeDataAnew')
  if (reply.ok) count(done, 'writeDataAnew')
  else fault(`writeDataAnew: ${reply.error.message}`)
}

/** Games, trees, runs and profiles to aim at, and a damaged row. */
async function furnish(session: Session): Promise<void> {
  await session.send('copyProfile', { of: 'thesis', name: 'damaged' })
  await session.reopen(folder => {
    const db = new DatabaseSync(join(folder, 'lab.db'))
    db.exec(`UPDATE profiles SET notes = 'changed' WHERE name = 'damaged'`)
    db.close()
  })
  for (const [name, arg] of FURNITURE) {
    const reply = await session.send(name, session.aimed(name, arg))
    if (!reply.ok) throw new Error(`${name}: ${reply.error.message}`)
  }
  await session.rest()
}

const text = fc.sample(messageOf('importText'), { seed: 1, numRuns: 200 }).filter(({ kind }) => kind === 'good')
const config = fc.sample(messageOf('startTuning'), { seed: 2, numRuns: 50 }).find(({ kind }) => kind === 'good')!
const tree = fc
  .sample(messageOf('recordTree'), { seed: 6, numRuns: 50 })
  .find(({ kind, arg }) => kind === 'good' && !('depths' in (arg as object)))!

/** Its run is finished before the first message, so that profiles can be made with its network. */
const training = affordable('startTraining', { config: SMALL_TRAINING }, '')

const FURNITURE: readonly (readonly [CallName, unknown])[] = [
  ...text.slice(0, 12).flatMap(({ arg }): (readonly [CallName, unknown])[] => [
    ['beginImport', { name: 'furniture', size: 1 }],
    ['importText', { ...(arg as object), id: 1 }],
    ['endImport', { id: 1 }],
    ['saveImport', { id: 1 }],
  ]),
  ['copyProfile', { of: 'thesis', name: 'mine' }],
  ['startTuning', affordable('startTuning', config.arg, '')],
  ['startTraining', training],
  ['recordTree', { ...(affordable('recordTree', tree.arg, '') as object), keep: [] }],
]

/** Whatever was accepted, the lists of it still come, and each of a few things can be opened. */
async function lookThrough(session: Session, when: string, fault: (what: string, error: unknown) => void): Promise<void> {
  const ask = async (name: CallName, arg: unknown, refusals: readonly string[] = []) => {
    const reply = await session.send(name, arg)
    if (reply.ok) return reply.value
    if (!refusals.includes(reply.error.code)) fault(`${when}: ${name} ${excerptOf(arg)}: ${reply.error.message}`, reply.error)
    return undefined
  }
  const page = { offset: 0, limit: 1_000 }
  const order = { sort: 'created', descending: true }
  for (const name of ['hello', 'trees', 'tunings', 'gameProfiles', 'tuningForms', 'engine', 'dataFolder'] as const)
    await ask(name, undefined)
  for (const kind of ['profiles', 'games', 'runs', 'trainings', 'others']) await ask('deleted', { kind, ...page })
  const said = (await ask('checkData', undefined)) as readonly string[] | undefined
  // files of networks and trainings went with the folder
  const gone = /^profile \S+ cannot search: network \w+ is in none of the folders|^Training run \d+ was saved .* is missing/
  const wrong = said?.filter(each => !gone.test(each))
  if (wrong && wrong.length > 0) fault(`${when}: the data are damaged: ${wrong.join()}`, undefined)
  const games = (await ask('games', { ...order, ...page })) as { rows: readonly { id: number }[] } | undefined
  for (const { id } of games?.rows.slice(0, 8) ?? []) {
    await ask('openReplay', { id })
    for (const form of ['json', 'line']) await ask('exportGame', { id, form })
    await ask('gameAnalyses', { game: id })
  }
  const runs = (await ask('tunings', undefined)) as readonly { id: number }[] | undefined
  for (const { id } of runs?.slice(0, 8) ?? []) {
    await ask('tuning', { id })
    await ask('tuningColumns', { id, points: 100 })
    await ask('tuningPoints', { id, points: 100 })
    await ask('tuningModel', { id, evaluations: 1000 })
  }
  const trainings = (await ask('trainings', undefined)) as readonly { id: number }[] | undefined
  for (const { id } of trainings?.slice(0, 8) ?? []) await ask('training', { id })
  const hello = (await ask('hello', undefined)) as { profiles: readonly { name: string }[] } | undefined
  if (hello) await ask('exportProfiles', { names: hello.profiles.map(({ name }) => name) })
}

/** Why an error is none that a page should be given. */
function problemOf({ code, message }: { readonly code: string; readonly message: string }): string | undefined {
  if (code === 'INTERNAL') return message
  return message === '' || message.length > 10_000 ? `${code} with a message of ${message.length} characters` : undefined
}

/** Why a value does not arrive in a browser as it was sent: JSON has no such thing. */
function unsendable(value: unknown): string | undefined {
  const waiting: unknown[] = [value]
  for (let seen = 0; waiting.length > 0 && seen < 20_000; seen++) {
    const next = waiting.pop()
    if (typeof next === 'number' && !Number.isFinite(next)) return `the answer holds ${next}`
    if (typeof next === 'bigint' || typeof next === 'function' || typeof next === 'symbol')
      return `the answer holds a ${typeof next}`
    if (typeof next !== 'object' || next === null) continue
    if (!Array.isArray(next) && Object.getPrototypeOf(next) !== Object.prototype && Object.getPrototypeOf(next) !== null)
      return `the answer holds a ${next.constructor.name}`
    for (const each of Object.values(next)) waiting.push(each)
  }
  return undefined
}
