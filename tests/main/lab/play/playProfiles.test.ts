import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { DEFAULT_PROFILE, makeProfile, STRONGEST_PROFILE } from '../../../../src/core/contract/files'
import { startGame } from '../../../../src/core/games/twenty48/playGame'
import { createLab } from '../../../../src/main/lab/lab'
import { openPool } from '../../../../src/main/lab/ground/enginePool'
import { builtInProfile, builtInProfiles } from '../../../../src/main/lab/profiles/builtInProfiles'
import { profileByNameOrFile } from '../../../../src/main/lab/profiles/findProfile'
import { thesisPlayer } from '../../../support/threads'

vi.setConfig({ testTimeout: 60_000 }) // a busy machine is no failure

const folder = mkdtempSync(join(tmpdir(), 'lab-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

describe('profiles', () => {
  test('that ship with the lab go by their names', () => {
    const profiles = builtInProfiles()
    expect(profiles.map(({ name }) => name)).toEqual(expect.arrayContaining(['power', 'thesis']))
    for (const profile of profiles) {
      expect(profileByNameOrFile(profile.name)).toEqual(profile)
      expect(builtInProfile(profile.name)).toEqual(profile)
    }
    expect(builtInProfile('thesys')).toBeUndefined()
  })

  test('that ship with the lab are what their files say by the schema', () => {
    for (const profile of builtInProfiles())
      expect(profileByNameOrFile(`resources/profiles/${profile.name}.json`)).toEqual(profile)
  })

  test('are read from a file', () => {
    const profile = { ...profileByNameOrFile('power'), name: 'mine', depth: 2 }
    expect(profileByNameOrFile(write('mine.json', makeProfile(profile)))).toEqual(profile)
  })

  test.each<[why: string, file: () => string, message: RegExp]>([
    ['is missing', () => join(folder, 'none.json'), /none\.json: there is no such file/],
    ['never ends', () => '/dev/zero', /not a file/],
    ['has no profile in it', () => write('empty.json', '{}'), /empty\.json: format/],
  ])('whose file %s are refused by its name', (_, file, message) => {
    expect(() => profileByNameOrFile(file())).toThrow(
      expect.objectContaining({ code: 'BAD_FILE', message: expect.stringMatching(message) as string }),
    )
  })
})

test('a new lab offers its pages the strongest player, and commands that of the thesis', async () => {
  const lab = createLab({ host: 'window', engine: openPool({ threads: 2, window: true, kernelFile: join(folder, 'none') }) })
  const { defaultProfile, profiles } = await lab.handlers.hello(undefined)
  expect(profiles.find(({ name }) => name === defaultProfile)).toMatchObject({ builtIn: true, name: STRONGEST_PROFILE })
  expect(DEFAULT_PROFILE).toBe('thesis')
  await lab.close()
})

describe('a lab whose kernel is missing', () => {
  test('reports it to calls that need the kernel, and continues for the rest', async () => {
    const engine = openPool({ threads: 2, window: true, kernelFile: join(folder, 'kernel.wasm') })
    expect(engine.kernel).toBe('none')
    const lab = createLab({ host: 'window', engine })
    const failures: unknown[] = []
    lab.on('failure', failure => failures.push(failure))
    const player = thesisPlayer({ depth: 1 })
    const broken = { code: 'KERNEL_BROKEN', message: expect.stringContaining('npm run build') as string }
    await expect(lab.handlers.engineMove({ player })).rejects.toMatchObject(broken)
    await lab.handlers.startAnalysis({ player })
    await expect.poll(() => failures, { timeout: 20_000 }).toMatchObject([broken])
    expect((await lab.handlers.newGame({ seed: 3 })).board).toEqual(startGame(3).board)
    await lab.close()
  })
})
