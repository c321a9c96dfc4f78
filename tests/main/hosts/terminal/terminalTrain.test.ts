import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { makeTraining } from '../../../../src/core/contract/files'
import type { TrainingView } from '../../../../src/core/contract/calls'
import { TRAINING_PRESETS } from '../../../../src/core/games/twenty48/wallGame/trainingPresets'
import { SMALL_TRAINING } from '../../../core/support/smallTraining'
import { smallDisk } from '../../../support/fullDisk'
import { openWriter } from '../../store/storeSupport'
import { interrupted, lab } from '../../../support/terminalHere'

vi.setConfig({ testTimeout: 120_000 }) // a busy machine is no failure

const root = mkdtempSync(join(tmpdir(), 'lab-terminal-train-'))
afterAll(() => rmSync(root, { recursive: true }))
const home = mkdtempSync(join(root, 'home-'))
const file = join(root, 'small.json')
writeFileSync(file, makeTraining(SMALL_TRAINING))

/** With its number of threads: another one in the file would give another network. */
const TRAIN = ['train', file, '--moves', '400000', '--seed', '5', '--threads', '1']

type Answer = TrainingView & { readonly profile: string | null }

test('a trained network makes a profile, which plays until its file is gone', async () => {
  const { code, stdout, stderr } = await lab([...TRAIN, '--as', 'mine', '--json', '--home', home])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const answer = JSON.parse(stdout) as Answer
  expect(answer).toMatchObject({
    ...{ settings: { face: 5 }, id: 1, profile: 'mine' },
    ...{ state: 'finished', output: 'chance' },
  })
  expect(answer.command).toBe(`lab ${TRAIN.join(' ')}`)
  expect(answer.measurements.at(-1)!.validation).toHaveLength(2)
  const { file: network, id } = answer.result!
  expect(network).toBe(join(home, 'networks', 'small-1.network'))
  const shown = (await lab(['profile', 'show', 'mine', '--home', home])).stdout
  expect(shown).toContain('weights: copy, strongest') // training changes none of them

  // four different walls of 64 and more
  const search = ['search', '9800760000010010', '--profile', 'mine', '--depth', '1', '--json', '--home', home]
  const { values } = JSON.parse((await lab(search)).stdout) as { readonly values: Readonly<Record<string, number | null>> }
  for (const value of Object.values(values)) expect(value ?? 0.5).toBeLessThanOrEqual(1) // a chance, not points
  rmSync(network)
  const gone = await lab(search)
  expect(gone.code).toBe(2)
  expect(gone.stderr).toContain(`network ${id} is in none of the folders`)

  const again = join(root, 'copy.network')
  expect(await lab(['train', '--resume', '1', '--as', 'other', '--out', again, '--home', home])).toMatchObject({ code: 0 })
  expect(readFileSync(again).equals(readFileSync(network))).toBe(true)
  const taken = await lab(['train', file, '--as', 'other', '--home', home])
  expect(taken).toMatchObject({ code: 2, stderr: expect.stringContaining('There is a profile "other" already') as string })
  const list = await lab(['train', '--list', '--home', home])
  expect(list.stdout).toMatch(/1\s+small\s+400 k\s+finished\s+5\s+1/)

  expect(await lab(['train', '--delete', '1', '--home', home])).toMatchObject({ code: 0, stderr: '' })
  expect((await lab(['train', '--list', '--home', home])).stdout).toContain('No training runs yet')
  const hidden = await lab(['train', '--resume', '1', '--home', home])
  expect(hidden).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no training run 1; it may have been deleted') as string,
  })
  const { stdout: deleted } = await lab(['train', '--list', '--deleted', '--json', '--home', home])
  expect(JSON.parse(deleted)).toMatchObject({ kind: 'trainings', id: 1 })
  expect(await lab(['train', '--restore', '1', '--home', home])).toMatchObject({ code: 0 })
  expect((await lab(['train', '--list', '--home', home])).stdout).toMatch(/1\s+small/)

  const nothing = await lab(['train', '--restore', '1', '--home', home])
  expect(nothing).toMatchObject({ code: 2, stderr: expect.stringContaining('No training run 1 is among the deleted') as string })
})

test('a file that cannot be written is refused first, or named after what the run gave', async ({ skip }) => {
  const disk = smallDisk()
  if (!disk) return skip()
  const own = mkdtempSync(join(root, 'full-'))
  const out = join(disk.folder, 'out.network')
  try {
    disk.fill()
    const full = await lab(['train', file, '--out', out, '--as', 'mine', '--json', '--home', own])
    expect(full).toMatchObject({ code: 1, stderr: expect.stringContaining(`${out}: there is no room on the disk.`) as string })
    const { result, profile } = JSON.parse(full.stdout) as Answer
    expect(profile).toBe('mine')
    expect(full.stderr).toContain(
      `The network is in ${result!.file}. Write it elsewhere with: npx lab train --resume 1 --out FILE`,
    )
    expect(existsSync(out)).toBe(false)
  } finally {
    disk.remove()
  }
})

test('a network for whole games is the evaluator of a profile', async () => {
  const settings = join(root, 'whole.json')
  const [usual] = TRAINING_PRESETS['whole-game'].networks
  const small = { ...usual!, tuples: [[0, 1, 2, 3], [0, 1, 4, 5]], target: 11, moves: 150_000 } // oxfmt-ignore
  writeFileSync(settings, makeTraining({ name: 'whole', seed: 3, threads: 1, networks: [small] }))
  const own = mkdtempSync(join(root, 'whole-'))
  const ask = async (...words: string[]) => lab([...words, '--home', own])
  const refused = await ask('train', settings, '--as', 'mine', '--profile', 'power')
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('makes a profile of its own') as string })
  const { code, stdout } = await ask('train', settings, '--as', 'mine', '--json')
  expect(code).toBe(0)
  const answer = JSON.parse(stdout) as Answer
  expect(answer).toMatchObject({ profile: 'mine', output: 'points' })
  const { games, mean, whole } = answer.measurements.at(-1)!.validation[0]!
  expect(whole!.tops.reduce((sum, count) => sum + count, 0)).toBe(games)

  // the profile plays as the network did in its validation
  const { stdout: bench } = await ask('bench', '400', '--profile', 'mine', '--depth', '0', '--seed', '5', '--json')
  const { mean: played } = JSON.parse(bench) as { readonly mean: number }
  const error = whole!.deviation * Math.sqrt(1 / games + 1 / 400)
  expect(Math.abs(played - mean)).toBeLessThan(4 * error)
})

test('faults are named before anything is trained', async () => {
  const cases: readonly [words: readonly string[], code: number, fault: string][] = [
    [['wall-51'], 2, 'is no preset and no file. Presets: wall-512, wall-1024, wall-expert, whole-game (Did you mean wall-512?)'],
    [['--resume', '9'], 1, 'There is nothing stored in'],
    [['--resume'], 2, 'There is no unfinished training'],
    [['--resume', '1', '--moves', '5'], 2, '--resume takes only'],
    [['wall-512', '--profile', 'power'], 2, '--profile: needs --as'],
    [['wall-512', '--delete', '9'], 2, '--delete takes only --home: leave out wall-512'],
    [[join(root, 'bad.json')], 1, 'bad.json: networks.0.lambda: 2 is not a number in 0 … 1'],
  ]
  writeFileSync(
    join(root, 'bad.json'),
    makeTraining({ ...SMALL_TRAINING, networks: [{ ...SMALL_TRAINING.networks[0]!, lambda: 2 }] }),
  )
  const other = join(root, 'other')
  for (const [words, code, fault] of cases) {
    const ended = await lab(['train', ...words, '--home', other])
    expect(ended).toMatchObject({ code, stderr: expect.stringContaining(fault) as string })
  }
  const holder = await openWriter(other)
  const locked = await lab(['train', file, '--as', 'mine', '--home', other])
  await holder.close()
  expect(locked).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('is in use by') as string })
  expect(existsSync(join(other, 'training'))).toBe(false)
})

test('Ctrl-C pauses, and what is trained on is the file of an undisturbed run', async () => {
  const own = mkdtempSync(join(root, 'paused-'))
  const words = ['train', file, '--moves', '1500000', '--home', own]
  const paused = await lab(words, { columns: 200, once: interrupted(/ [1-9][\d,]*\/1,500,000 moves/) })
  expect(paused.code).toBe(130)
  expect(paused.screen).toMatch(/run 1 is saved at .* moves\. Resume with:\s+npx lab train --resume 1/)
  const [resumed, undisturbed] = [join(root, 'resumed.network'), join(root, 'undisturbed.network')]
  expect(await lab(['train', '--resume', '9', '--home', own])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no training run 9') as string,
  })
  expect(await lab(['train', '--resume', '--out', resumed, '--home', own])).toMatchObject({ code: 0 })
  expect(await lab([...words, '--out', undisturbed])).toMatchObject({ code: 0 })
  expect(readFileSync(resumed).equals(readFileSync(undisturbed))).toBe(true)
})
