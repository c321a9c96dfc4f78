import { afterEach, describe, expect, test } from 'vitest'
import type { KnownProfile, LabEvents } from '../../../../src/core/contract/calls'
import { MAX_IMPORT_BYTES } from '../../../../src/core/contract/calls/profiles'
import { makeProfile, makeProfiles, parseProfile, type Profile } from '../../../../src/core/contract/files'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import { PLAIN_SETTINGS } from '../../../../src/core/search/settings'
import { createLab, type Lab } from '../../../../src/main/lab/lab'
import { openLabData } from '../../../../src/main/lab/context/labData'
import { builtInProfiles } from '../../../../src/main/lab/profiles/builtInProfiles'
import { profileOf } from '../../../../src/main/lab/profiles/profileCollection'
import { fakePool } from '../../../support/fakePool'
import { cleanUp, newFolder, openWriter, sampleProfile } from '../../store/storeSupport'
import { thesisPlayer } from '../../../support/threads'

const open: Lab[] = []
afterEach(async () => {
  for (const lab of open.splice(0)) await lab.close()
  await cleanUp()
})

async function openLab(folder = newFolder(), { answersAtOnce = true } = {}) {
  const fake = fakePool({ answersAtOnce })
  const data = await openLabData({ folder, program: 'a test' })
  const lab = createLab({ host: 'browser', engine: { pool: fake.pool, kernel: '0123456789ab' }, data })
  open.push(lab)
  const told: LabEvents['profiles'][] = []
  const failures: LabEvents['failure'][] = []
  lab.on('profiles', list => told.push(list))
  lab.on('failure', failure => failures.push(failure))
  const list = async () => (await lab.handlers.hello(undefined)).profiles
  const own = async () => (await list()).filter(({ builtIn }) => !builtIn).map(({ name }) => name)
  const close = async () => {
    open.splice(open.indexOf(lab), 1)
    await lab.close()
  }
  return { call: lab.handlers, list, own, told, failures, close, folder, searches: fake.searches }
}

const mine: Profile = {
  name: 'mine',
  title: 'Mine',
  notes: 'Made on a Sunday.',
  evaluator: makeEvaluator('thesis', { h1: -2 }),
  settings: PLAIN_SETTINGS,
  depth: 2,
  tags: ['fast'],
  origin: { kind: 'tuned', source: 'run 7', seeds: [1, 2] },
  statistics: {
    ...{ games: 100, seed: 1, limits: { depth: 2 }, mean: 20_000, interval: [18_000, 22_000], median: 19_000, max: 60_000 },
    reach: { '2048': { share: 0.4, interval: [0.3, 0.5] } },
  },
}

const idOf = ({ id }: KnownProfile): number => id!
const fileOf = (profile: Profile) => ({ name: `${profile.name}.json`, text: makeProfile(profile) })

describe('profiles of the user', () => {
  test('follow the built-in ones, and are there for the next lab as they were made', async () => {
    const first = await openLab()
    const { id, created, updated, ...rest } = (await first.call.createProfile(mine)) as KnownProfile & { builtIn: false }
    expect(rest).toEqual({ ...mine, builtIn: false })
    expect([created, updated].every(at => at > 1e12)).toBe(true)
    await first.call.createProfile({ ...mine, name: 'another' })
    const names = [...builtInProfiles().map(({ name }) => name), 'another', 'mine']
    expect((await first.list()).map(({ name }) => name)).toEqual(names)
    await first.close()
    const second = await openLab(first.folder)
    expect((await second.list()).map(({ name }) => name)).toEqual(names)
    expect((await second.list()).find(each => each.id === id)).toEqual({ ...rest, id, created, updated })
  })

  test('every page hears of every change, and of what has not changed nothing', async () => {
    const { call, told } = await openLab()
    const names = () =>
      told
        .at(-1)
        .filter(({ builtIn }) => !builtIn)
        .map(({ name }) => name)
    const made = await call.createProfile(mine)
    expect(names()).toEqual(['mine'])
    await call.changeProfile({ id: idOf(made), changes: { name: 'ours' } })
    expect(names()).toEqual(['ours'])
    await call.deleteProfiles({ ids: [idOf(made)] })
    expect(names()).toEqual([])
    await call.restoreProfiles({ ids: [idOf(made)] })
    expect(names()).toEqual(['ours'])
    expect(told).toHaveLength(4)
    await expect(call.createProfile({ ...mine, name: 'ours' })).rejects.toMatchObject({ code: 'NAME_TAKEN' })
    await call.planImport({ files: [fileOf(mine)] })
    expect(told).toHaveLength(4)
  })

  test('get no name that another has, and none of a built-in', async () => {
    const { call, own } = await openLab()
    const made = await call.createProfile(mine)
    for (const name of ['mine', 'thesis'])
      await expect(call.createProfile({ ...mine, name })).rejects.toMatchObject({
        code: 'NAME_TAKEN',
        message: expect.stringContaining(`"${name}"`) as string,
      })
    await expect(call.changeProfile({ id: idOf(made), changes: { name: 'power' } })).rejects.toMatchObject({ code: 'NAME_TAKEN' })
    await expect(call.copyProfile({ of: 'power', name: 'mine' })).rejects.toMatchObject({ code: 'NAME_TAKEN' })
    expect(await own()).toEqual(['mine'])
  })

  test('whose weights or settings are set by hand are no longer the tuned and measured ones', async () => {
    const { call } = await openLab()
    const { id } = await call.createProfile(mine)
    const same = await call.changeProfile({ id: id!, changes: { evaluator: structuredClone(mine.evaluator), depth: 3 } })
    expect(same).toMatchObject({ statistics: mine.statistics, origin: mine.origin })
    const moved = await call.changeProfile({ id: id!, changes: { evaluator: makeEvaluator('thesis', { h1: -3 }) } })
    expect(moved.statistics).toBeUndefined()
    expect(moved.origin).toEqual({ kind: 'hand', source: 'run 7' })
    const other = await call.createProfile({ ...mine, name: 'other' })
    const cut = await call.changeProfile({ id: idOf(other), changes: { settings: { ...mine.settings, cut: 0.5 } } })
    expect(cut.statistics).toBeUndefined()
  })

  test('a copy gets the first free name, says what it is a copy of, and keeps what was measured', async () => {
    const { call } = await openLab()
    const { evaluator, settings, depth } = builtInProfiles().find(({ name }) => name === 'thesis')!
    expect(await call.copyProfile({ of: 'thesis', title: 'Mine' })).toMatchObject({
      ...{ name: 'thesis-2', title: 'Mine', builtIn: false, evaluator, settings, depth },
      origin: { kind: 'copy', source: 'thesis' },
      notes: '', // those of the original are about it, and would not hold after the first change
    })
    await call.createProfile(mine)
    expect(await call.copyProfile({ of: 'mine' })).toMatchObject({ name: 'mine-2', title: 'Mine', statistics: mine.statistics })
    expect(await call.copyProfile({ of: 'mine' })).toMatchObject({ name: 'mine-3' })
    await expect(call.copyProfile({ of: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('with the name of a later built-in are renamed, and none is lost', async () => {
    const folder = newFolder()
    const store = await openWriter(folder)
    await store.profiles.add(sampleProfile('thesis', { title: 'Older', origin: null }))
    await store.close()
    const { call, list } = await openLab(folder)
    const found = (await list()).find(({ title }) => title === 'Older')!
    expect(found.name).toBe('thesis-2')
    await call.deleteProfiles({ ids: [idOf(found)] })
    expect((await list()).map(({ name }) => name)).not.toContain('thesis-2')
  })

  test('from a lab that took more characters are read without them', () => {
    const stored = {
      ...sampleProfile('old', { title: 'a\u202eb\nc', notes: '1\n\u001b2', tags: ['x\u200b'], origin: null, statistics: null }),
      id: 1,
    }
    const { title, notes, tags } = profileOf({ ...stored, created: 0, updated: 0 })
    expect({ title, notes, tags }).toEqual({ title: 'ab c', notes: '1\n2', tags: ['x'] })
    const unseen = profileOf({ ...stored, title: ' ', tags: ['\u200b', ' '], created: 0, updated: 0 })
    expect([unseen.title, unseen.tags]).toEqual(['old', undefined])
  })

  test('one that cannot be read is reported and left where it is; the others are there', async () => {
    const folder = newFolder()
    const store = await openWriter(folder)
    await store.profiles.add(sampleProfile('strange', { origin: { kind: 'dreamt' } }))
    await store.profiles.add(sampleProfile('sound', { origin: null }))
    await store.close()
    const lab = await openLab(folder)
    expect(await lab.own()).toEqual(['sound'])
    expect(lab.failures).toMatchObject([
      { code: 'BAD_FILE', message: expect.stringMatching(/"strange".*origin.*left as it is/) as string },
    ])
    await lab.close()
    expect((await (await openWriter(folder)).profiles.list()).map(({ name }) => name)).toEqual(['sound', 'strange'])
  })
})

describe('an import', () => {
  const changed: Profile = { ...mine, depth: 3, title: 'Mine, deeper' }
  const fresh: Profile = { ...mine, name: 'fresh' }

  test('is planned before it is made: what is new, the same, or clashes and in which fields', async () => {
    const { call, own } = await openLab()
    await call.createProfile(mine)
    const files = [fileOf(fresh), { name: 'both.json', text: makeProfiles([mine, changed]) }, fileOf({ ...mine, name: 'thesis' })]
    expect(await call.planImport({ files })).toEqual([
      { kind: 'add', name: 'fresh', title: 'Mine' },
      { kind: 'same', name: 'mine', title: 'Mine' },
      {
        ...{ kind: 'clash', name: 'mine', title: 'Mine, deeper', builtIn: false, existingTitle: 'Mine' },
        ...{ differs: ['depth', 'title'], freeName: 'mine-2' },
      },
      expect.objectContaining({ kind: 'clash', name: 'thesis', builtIn: true, freeName: 'thesis-2' }),
    ])
    expect(await own()).toEqual(['mine'])
  })

  test.each([
    ['skip', ['fresh', 'mine'], { mine: 2 }],
    ['replace', ['fresh', 'mine'], { mine: 3 }],
    ['rename', ['fresh', 'mine', 'mine-2'], { mine: 2, 'mine-2': 3 }],
  ] as const)('with "%s" for the clash leaves %j', async (choice, names, depths) => {
    const { call, own, list } = await openLab()
    const { id } = await call.createProfile(mine)
    const done = await call.importProfiles({ files: [fileOf(fresh), fileOf(changed)], choices: [null, choice] })
    expect(done[0]).toEqual({ profile: 'fresh', from: 'fresh', did: 'added' })
    expect(done[1]!.did).toBe({ skip: 'skipped', replace: 'replaced', rename: 'renamed' }[choice])
    expect(await own()).toEqual(names)
    const all = await list()
    for (const [name, depth] of Object.entries(depths)) expect(all.find(each => each.name === name)!.depth).toBe(depth)
    expect(all.find(({ name }) => name === 'mine')!.id).toBe(id)
  })

  test('writes nothing at all because of a clash without a decision, or a file that is none', async () => {
    const { call, own } = await openLab()
    await call.createProfile(mine)
    for (const [files, choices] of [
      [
        [fileOf(fresh), fileOf(changed)],
        [null, null],
      ],
      [[fileOf(fresh), fileOf(changed)], [null]], // the clash came after the plan
      [
        [fileOf(fresh), fileOf({ ...mine, name: 'thesis' })],
        [null, 'replace'],
      ], // a built-in
    ] as const)
      await expect(call.importProfiles({ files, choices })).rejects.toMatchObject({ code: 'NAME_TAKEN' })
    for (const [name, text, message] of [
      ['odd.json', '{"format": 1}', /^odd\.json: format/],
      ['new.json', makeProfile(fresh).replace('"version": 2', '"version": 3'), /^new\.json: version 3 is newer/],
      ['big.json', ' '.repeat(MAX_IMPORT_BYTES), /at once/],
    ] as const) {
      const files = [fileOf(fresh), { name, text }]
      for (const act of [() => call.planImport({ files }), () => call.importProfiles({ files, choices: [] })])
        await expect(act()).rejects.toMatchObject({ code: 'BAD_FILE', message: expect.stringMatching(message) as string })
    }
    expect(await own()).toEqual(['mine'])
  })
})

test('an import drops the notes of a built-in where weights, settings or depth are others; it keeps all other notes', async () => {
  const { call, list } = await openLab()
  const thesis = parseProfile(await call.exportProfiles({ names: ['thesis'] }), 'thesis')
  expect(thesis.notes).not.toBe('')
  const files = [
    { ...thesis, name: 'same' },
    { ...thesis, name: 'weights', evaluator: makeEvaluator('thesis', { h1: 5 }) },
    { ...thesis, name: 'settings', settings: { ...thesis.settings, cut: 0.5 } },
    { ...thesis, name: 'depth', depth: 1 },
    { ...thesis, name: 'noted', depth: 1, notes: 'My own.' },
  ].map(fileOf)
  await call.importProfiles({ files, choices: files.map(() => null) })
  const notes = (await list()).filter(({ builtIn }) => !builtIn).map(each => [each.name, each.notes])
  expect(Object.fromEntries(notes)).toEqual({ same: thesis.notes, weights: '', settings: '', depth: '', noted: 'My own.' })
})

describe('trying a player out', () => {
  const board = parseBoard('0012013517A821B0')

  test('ends an earlier one, which is answered as such; and none runs forever', async () => {
    const { call, searches } = await openLab(newFolder(), { answersAtOnce: false })
    const endless = thesisPlayer({})
    const first = call.tryPlayer({ board, player: { ...endless, settings: { ...endless.settings, cut: 0.1 } } })
    const second = call.tryPlayer({ board, player: thesisPlayer({ depth: 1, ms: 10 }) })
    await expect(first).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(searches.map(({ player }) => player.limits)).toEqual([{ ms: 2000 }, { depth: 1, ms: 10 }])
    searches[1]!.answer()
    expect((await second).board).toEqual(board)
  })
})
