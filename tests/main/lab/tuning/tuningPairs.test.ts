/** Tuning a heuristic of a game by pairs of games against an opponent: over threads, in the terminal, and killed. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { makeTuning, parseTuning } from '../../../../src/core/contract/files'
import { parsePlayerText } from '../../../../src/core/contract/playerText'
import { LabError } from '../../../../src/core/errors'
import type { GameObjective } from '../../../../src/core/contract/tuning/gameObjective'
import { gameTuning } from '../../../../src/core/contract/tuning/presets'
import type { TuningConfig } from '../../../../src/core/contract/tuning/tuningConfig'
import { ThreadPool, type Pool } from '../../../../src/main/compute/pool/pool'
import { PoolObjective, type Evaluated } from '../../../../src/main/lab/tuning/objective'
import type { RunPool } from '../../../../src/main/lab/tuning/runGames'
import { optimizerOf } from '../../../../src/core/tuning/optimizers'
import { cleanUp, newFolder } from '../../store/storeSupport'
import { lab } from '../../../support/terminalHere'
import { jsonLines } from '../../../support/terminalProcess'
import { realThreads } from '../../../support/threads'
import { outcomeOfRun } from './wholeRun'

vi.setConfig({ testTimeout: 120_000 }) // a busy machine is no failure

const pools: Pool[] = []
afterEach(async () => {
  await cleanUp()
  await Promise.all(pools.splice(0).map(pool => pool.close()))
})

/** Two greedy robots and few packages: a pair takes some milliseconds. */
function pairs(
  change: Partial<GameObjective> = {},
  rest: Partial<TuningConfig<GameObjective>> = {},
): TuningConfig<GameObjective> {
  const usual = gameTuning('warehouse', 'improved')
  return {
    ...usual,
    optimizer: { ...usual.optimizer, particles: 5 } as TuningConfig['optimizer'],
    objective: {
      ...usual.objective,
      player: parsePlayerText('greedy'),
      opponent: parsePlayerText('greedy:improved'),
      games: 8,
      racing: { every: 5, error: 0.1 },
      ...change,
    },
    budget: { kind: 'iterations', count: 2 },
    validation: { games: 20, level: 0.95 },
    ...rest,
  }
}

function open(): Pool {
  const pool = new ThreadPool({ threads: 1, createThread: realThreads().createThread })
  pools.push(pool)
  return pool
}

describe('a run of pairs', () => {
  test('ends as if it had not been paused, and reports its result on unseen starts', async () => {
    const { view, outcome } = await outcomeOfRun(pairs(), open())
    expect(outcome).toMatchObject({ run: { state: 'finished', failed: 0 } })
    expect((await outcomeOfRun(pairs(), open(), 3)).outcome).toEqual(outcome)
    expect(view).toMatchObject({ unit: 'pair', evaluations: 10 })
    const { summary } = view.report!
    expect(summary!.mean).toBe(summary!.match!.score.mean)
    expect(summary!.reach).toEqual({})
    expect(summary!.match!.wins.mean).toBeGreaterThan(0)
    // a player against itself, from both sides
    expect(view.originReport!.summary).toMatchObject({ mean: 0, match: { wins: { mean: 0.5 } } })
    expect(view.gain!.difference).toBeCloseTo(summary!.mean, 9)
  })

  test('of wins is validated by wins', async () => {
    const config = pairs({ fitness: { kind: 'wins' } }, { budget: { kind: 'iterations', count: 1 } })
    const { view } = await outcomeOfRun(config, open())
    const { summary } = view.report!
    expect([summary!.mean, summary!.fitness]).toEqual([summary!.match!.wins.mean, summary!.match!.wins.mean])
    expect(view.originReport!.summary!.mean).toBe(0.5)
  })
})

describe('an evaluation', () => {
  const config = pairs()
  const candidates = optimizerOf(config).ask()
  const never = new AbortController().signal

  async function evaluate(pool: RunPool): Promise<Evaluated[]> {
    const told: Evaluated[] = []
    await new PoolObjective(pool, config.objective, config.seed).evaluate(candidates, each => told.push(each), never)
    return told.sort((a, b) => a.candidate.id - b.candidate.id)
  }

  test('whose game is lost begins again, once, and comes to the same; lost again it has failed', async () => {
    const pool = open()
    const undisturbed = await evaluate(pool)
    const losing = (times: number): RunPool => ({
      playPassages: () => Promise.reject(new Error('none are asked for')),
      playTasks: () => Promise.reject(new Error('none are asked for')),
      playMatches(matches, { onMatch, onLost }, options) {
        let left = times
        const seed = matches[0]!.seed // of both games of the first pair
        const seeds = new Map(matches.map((match, number) => [number, match.seed]))
        let count = matches.length
        const numbered = (more: ReturnType<typeof onMatch>) => {
          for (const match of more ?? []) seeds.set(count++, match.seed)
          return more
        }
        const lost = new LabError('WORKER_LOST', 'the thread died')
        return pool.playMatches(
          matches,
          {
            onMatch: (result, number) =>
              numbered(seeds.get(number) === seed && left-- > 0 ? onLost!(number, lost) : onMatch(result, number)),
          },
          options,
        )
      },
    })
    const once = await evaluate(losing(1))
    expect(once.map(({ result }) => result)).toEqual(undisturbed.map(({ result }) => result))
    expect(once.map(({ retried }) => retried)).toEqual(candidates.map(({ id }) => id === 0))
    const twice = await evaluate(losing(3))
    expect(twice[0]).toMatchObject({ result: undefined, error: 'the thread died', retried: true })
    expect(twice.slice(1).every(({ result }) => result)).toBe(true)
  })
})

describe('lab tune', () => {
  const FLAGS = ['tune', '--game', 'warehouse', '--searcher', 'greedy', '--opponent', 'greedy:improved']

  test('takes a game by its flags, as a file would say it', async () => {
    const flags = '--family improved --rule obstacles=2 --tune credit,charge --fitness wins --games 5'.split(' ')
    const { code, stdout } = await lab([...FLAGS, ...flags, '--iterations', '2', '--seed', '9', '--print-config'])
    expect(code).toBe(0)
    expect(parseTuning(stdout, 'printed')).toMatchObject({
      seed: 9,
      budget: { kind: 'iterations', count: 2 },
      objective: {
        ...{
          game: 'warehouse',
          family: 'improved',
          options: { obstacles: 2 },
          games: 5,
          racing: 'off',
          fitness: { kind: 'wins' },
        },
        tuned: [{ id: 'credit' }, { id: 'charge' }],
        player: { searcher: 'greedy', limits: {} },
        opponent: { searcher: 'greedy', heuristic: 'improved' },
      },
    })
  })

  test.each([
    [[...FLAGS, '--tune', 'h1'], /^lab: tune: "h1" is no weight of improved/],
    [['tune', '--preset', 'thesis-1', '--nodes', '3'], /^lab: --nodes: belongs to --game/],
  ])('refuses %j by name', async (args, message) => {
    const { code, stderr } = await lab(args)
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)])
  })

  test('its weights are a player that beats the ones before, and what it shows counts pairs', async () => {
    const config = pairs()
    const home = newFolder()
    writeFileSync(join(home, 'run.json'), makeTuning(config))
    expect((await lab(['tune', '--config', join(home, 'run.json'), '--home', home, '--json'])).code).toBe(0)
    const file = join(home, 'weights.json')
    expect((await lab(['tune', 'export', '1', '--format', 'weights', '--out', file, '--home', home])).code).toBe(0)
    const { weights, player, run } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    expect(Object.keys(weights as object)).toEqual(Object.keys(config.objective.weights))
    expect(run).toMatchObject({ id: 1, validated: true })
    expect(parsePlayerText(player as string)).toMatchObject({
      searcher: 'greedy',
      heuristic: { family: 'improved', weights: Object.values(weights as object) as number[] },
    })
    expect((await lab(['tune', 'export', '1', '--format', 'profile', '--home', home])).stderr).toMatch(/Export its weights/)
    const shown = (await lab(['tune', 'show', '1', '--home', home])).stdout
    expect(shown).toMatch(/pairs of games of warehouse by greedy:improved against greedy:improved/)
    expect(jsonLines<{ unit: string }>(await lab(['tune', 'list', '--home', home, '--json']))[0]!.unit).toBe('pair')
    expect(shown).not.toMatch(/ended alike/)
  })
})
