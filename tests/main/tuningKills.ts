/** `lab tune` killed at random moments, and what it ends with all the same. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { makeTuning } from '../../src/core/contract/files'
import { newFolder, openReader } from './storeSupport'
import { ending, startLab } from './terminalProcess'
import { outcomeOf, smallConfig } from './tuningSupport'

/** Takes about a second, of which most is for games. */
const CONFIG = smallConfig(
  { budget: { kind: 'iterations', count: 30 }, validation: { games: 60, level: 0.95 } },
  { depth: 1, games: 4, maxSlides: 250 },
)

export async function undisturbedOutcome(): Promise<unknown> {
  const folder = newFolder()
  await run(folder, ['tune', '--config', configIn(folder)])
  return outcome(folder)
}

/**
 * Starts a run and takes it up again until it ends, with a kill each time.
 *
 * @param moments ms after each process said that the run computes
 * @returns besides the outcome, how many evaluations and games of validations were stored after each kill
 */
export async function outcomeAfterKills(moments: readonly number[]): Promise<{ outcome: unknown; found: number[] }> {
  const folder = newFolder()
  const config = configIn(folder)
  const found: number[] = []
  for (const ms of moments) {
    const child = startLab([...(await nextCommand(folder, config)), '--threads', '2', '--home', folder, '--json'])
    const ended = once(child, 'exit')
    let timer: NodeJS.Timeout | undefined
    child.stdout.once('data', () => (timer = setTimeout(() => child.kill('SIGKILL'), ms)))
    const [, signal] = (await ended) as [number | null, string | null]
    clearTimeout(timer)
    if (signal !== 'SIGKILL') break
    found.push(await storedIn(folder))
  }
  await run(folder, await nextCommand(folder, config))
  return { outcome: await outcome(folder), found }
}

async function storedIn(folder: string): Promise<number> {
  const store = await openReader(folder)
  const [run] = await store.runs.list()
  return run ? run.evaluations + (await store.validations.list(run.id)).reduce((sum, { done }) => sum + done, 0) : 0
}

/** Until it was stored there is nothing to take up. */
async function nextCommand(folder: string, config: string): Promise<string[]> {
  const ids = await idsIn(folder)
  return ids.length === 0 ? ['tune', '--config', config] : ['tune', 'resume', String(ids[0])]
}

async function idsIn(folder: string): Promise<number[]> {
  const { code, stdout, stderr } = await ending(startLab(['tune', 'list', '--json', '--home', folder]))
  expect([code, stderr]).toEqual([0, ''])
  return stdout.split('\n').filter(Boolean).map(line => (JSON.parse(line) as { id: number }).id) // prettier-ignore
}

async function run(folder: string, command: readonly string[]): Promise<void> {
  const { code, stderr } = await ending(startLab([...command, '--threads', '2', '--home', folder, '--json']))
  expect([code, stderr]).toEqual([0, ''])
}

async function outcome(folder: string): Promise<unknown> {
  const store = await openReader(folder)
  expect(await store.maintenance.check()).toEqual([])
  const runs = await store.runs.list()
  expect(runs).toHaveLength(1)
  return outcomeOf(store, runs[0]!.id)
}

function configIn(folder: string): string {
  const file = join(folder, 'run.json')
  writeFileSync(file, makeTuning(CONFIG))
  return file
}
