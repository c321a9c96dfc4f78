/** `lab tune` killed at random moments, and what it ends with all the same. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { makeTuning } from '../../../../src/core/contract/files'
import { createRandom } from '../../../../src/core/random'
import { killOnceStored, outcomeIn, storedIn } from '../../../support/killedRun'
import { cleanUp, newFolder } from '../../store/storeSupport'
import { ending, startLab } from '../../../support/terminalProcess'
import { smallConfig } from './tuningSupport'

const ITERATIONS = 150
const REPORT_GAMES = 600

/** Takes some seconds, of which most is for games: as many in the search, the choice and the reports as a kill needs to find them there. */
const CONFIG = smallConfig(
  { budget: { kind: 'iterations', count: ITERATIONS }, validation: { games: REPORT_GAMES, level: 0.95 } },
  { depth: 1, games: 4, maxSlides: 250 },
)

export async function undisturbedOutcome(): Promise<unknown> {
  const folder = newFolder()
  await run(folder, ['tune', '--config', configIn(folder)])
  return outcomeIn(folder)
}

/** Evaluations and games of validations that the run stores: of the search, of the choice, and of the two reports. */
const SEARCHED = 8 * ITERATIONS
const CHOSEN = REPORT_GAMES // shared among the contenders
const REPORTED = 2 * REPORT_GAMES // of the best and of the origin
/** Of one run. */
const MOST_KILLS = 8
/** A kill comes at most so long after what it waited for was stored: what is stored together is played in less. */
const MOST_DELAY_MS = 120

/**
 * Kills runs, each up to `MOST_KILLS` times and then taken up until it ends, and checks what they end with. Where a kill finds a run
 * depends on the machine, so there are as many runs as it takes.
 *
 * @returns how much was stored after each kill: at least `kills` of them, and in more than one part of a run
 */
export async function killRuns(expected: unknown, kills: number, seed: number): Promise<readonly number[]> {
  const all: number[] = []
  for (let run = 0; all.length < kills || new Set(all.map(partOf)).size === 1; run++) {
    expect(run, `runs with but ${all.length} kills`).toBeLessThan(kills)
    const moments = drawMoments(seed + run, Math.min(MOST_KILLS, Math.max(2, kills - all.length)))
    const { outcome, found } = await outcomeAfterKills(moments)
    expect(outcome, `kills at ${JSON.stringify(moments)} left ${found.join(', ')}`).toEqual(expected)
    all.push(...found)
    await cleanUp()
  }
  return all
}

/** When a process is killed. */
interface Moment {
  /** Once so much is stored, */
  readonly stored: number
  /** and then so many ms later. */
  readonly delay: number
}

/** Spread evenly over the run, the choice and the reports as well as the search. The same seed draws the same ones. */
function drawMoments(seed: number, count: number): readonly Moment[] {
  const random = createRandom(seed)
  const total = SEARCHED + CHOSEN + REPORTED
  return Array.from({ length: count }, (_, i) => ({
    stored: Math.floor(((i + random.next()) / count) * total),
    delay: Math.floor(MOST_DELAY_MS * random.next()),
  }))
}

/** Which part of the run a process was in that left so much behind. */
export function partOf(stored: number): 'search' | 'choice' | 'reports' {
  if (stored < SEARCHED) return 'search'
  return stored < SEARCHED + CHOSEN ? 'choice' : 'reports'
}

/**
 * Starts a run and takes it up again until it ends, with a kill each time.
 *
 * @returns besides the outcome, how much was stored after each kill
 */
async function outcomeAfterKills(moments: readonly Moment[]): Promise<{ outcome: unknown; found: number[] }> {
  const folder = newFolder()
  const config = configIn(folder)
  const found: number[] = []
  for (const moment of moments) {
    const child = startLab([...(await nextCommand(folder, config)), '--threads', '2', '--home', folder, '--json'])
    const wanted = Math.max(moment.stored, found.at(-1) ?? 0)
    if (!(await killOnceStored(child, folder, wanted, moment.delay))) break
    found.push(storedIn(folder))
  }
  await run(folder, await nextCommand(folder, config))
  return { outcome: await outcomeIn(folder), found }
}

/** Until it was stored there is nothing to take up. */
async function nextCommand(folder: string, config: string): Promise<string[]> {
  const ids = await idsIn(folder)
  return ids.length === 0 ? ['tune', '--config', config] : ['tune', 'resume', String(ids[0])]
}

async function idsIn(folder: string): Promise<number[]> {
  const { code, stdout, stderr } = await ending(startLab(['tune', 'list', '--json', '--home', folder]))
  expect([code, stderr]).toEqual([0, ''])
  return stdout.split('\n').filter(Boolean).map(line => (JSON.parse(line) as { id: number }).id) // oxfmt-ignore
}

async function run(folder: string, command: readonly string[]): Promise<void> {
  const { code, stderr } = await ending(startLab([...command, '--threads', '2', '--home', folder, '--json']))
  expect([code, stderr]).toEqual([0, ''])
}

function configIn(folder: string): string {
  const file = join(folder, 'run.json')
  writeFileSync(file, makeTuning(CONFIG))
  return file
}
