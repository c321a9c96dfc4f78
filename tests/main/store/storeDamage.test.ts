/** Single rows whose bytes changed on the disk: each is named and set aside, and everything else works. */
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, test } from 'vitest'
import type { DamagedRow } from '../../../src/core/contract/stored'
import { checksumOf } from '../../../src/main/store/soundness/sealedTables'
import { dataFile } from '../../../src/main/store/opening'
import type { Store } from '../../../src/main/store/store'
import { cleanUp, damage, newFolder, openReader, openWriter, sampleCurrent, sampleGame, sampleProfile } from './storeSupport'

afterEach(cleanUp)

async function filled(): Promise<string> {
  const folder = newFolder()
  const store = await openWriter(folder)
  for (const name of ['mine', 'other']) await store.profiles.add(sampleProfile(name))
  await store.games.addAll([1, 2, 3].map(seed => sampleGame(seed)))
  await store.settings.set('theme', 'dark')
  await store.settings.set('size', 3)
  await store.currentGame.save(sampleCurrent(5, 9))
  const { id } = await store.analyses.begin(2, { depth: 1 }, { profile: 'mine', stamp: null })
  for (const first of [0, 2, 4]) await store.analyses.append(id, first, new Float64Array(8).fill(first), Uint8Array.of(1, 1))
  await store.close()
  return folder
}

async function opened(folder: string): Promise<{ store: Store; rows: DamagedRow[] }> {
  const store = await openWriter(folder)
  const rows: DamagedRow[] = []
  store.onDamaged(found => void rows.push(...found))
  return { store, rows }
}

describe('a damaged row', () => {
  test('of the profiles is set aside by name with its bytes, and the other profiles are there', async () => {
    const folder = await filled()
    damage(folder, `UPDATE profiles SET notes = 'other words' WHERE name = 'mine'`)
    const { store, rows } = await opened(folder)
    expect((await store.profiles.list()).map(({ name }) => name)).toEqual(['other'])
    expect(rows).toEqual([expect.objectContaining({ table: 'profiles', key: '1', name: 'mine' })])
    const [row] = await store.maintenance.setAside()
    expect(JSON.parse((await store.maintenance.content(row!.id))!)).toMatchObject({
      ...{ table: 'profiles', key: '1', name: 'mine' },
      content: { notes: { type: 'text', text: 'other words', hex: Buffer.from('other words').toString('hex').toUpperCase() } },
    })
    expect(await store.profiles.add(sampleProfile('mine'))).toMatchObject({ name: 'mine' }) // its name is free again
    expect(await store.maintenance.check()).toEqual([])
  })

  test.each([
    ['an integer that no number holds', 'created = 9007199254740993'],
    ['text that is not UTF-8', `notes = CAST(x'ff00fe' AS TEXT)`],
    ['no checksum', 'checksum = NULL'],
  ])('may hold %s', async (_, change) => {
    const folder = await filled()
    damage(folder, `PRAGMA ignore_check_constraints = ON; UPDATE profiles SET ${change} WHERE name = 'mine'`)
    const { store } = await opened(folder)
    expect((await store.profiles.list()).map(({ name }) => name)).toEqual(['other'])
    expect(await store.maintenance.setAside()).toMatchObject([{ table: 'profiles', key: '1' }])
  })

  test('that a reader meets is left out and reported, and the file is not changed', async () => {
    const folder = await filled()
    damage(folder, `UPDATE profiles SET notes = 'x' WHERE name = 'mine'`)
    const reader = await openReader(folder)
    const rows: DamagedRow[] = []
    reader.onDamaged(found => void rows.push(...found))
    for (let i = 0; i < 2; i++) expect((await reader.profiles.list()).map(({ name }) => name)).toEqual(['other'])
    expect(rows).toMatchObject([{ table: 'profiles', key: '1' }]) // once
    expect((await reader.maintenance.check())[0]).toMatch(/row 1 of profiles is damaged/)
  })

  test('of the games leaves its moves, and the library is as if it had never been there', async () => {
    const folder = await filled()
    damage(folder, 'UPDATE games SET score = score + 1 WHERE id = 2') // which an index knows by its score
    const { store, rows } = await opened(folder)
    const query = { sort: 'score', descending: true, offset: 0, limit: 9 } as const
    expect((await store.games.window(query)).map(({ id }) => id).sort()).toEqual([1, 3])
    expect(await store.games.count({})).toBe(2)
    expect(rows).toMatchObject([{ table: 'games', key: '2' }])
    expect(await store.maintenance.check()).toEqual([]) // what belongs to it waits, and is no fault
    await store.close()
    const db = new DatabaseSync(dataFile(folder))
    expect(db.prepare('SELECT count(*) AS n FROM game_turns WHERE game = 2').get()).toEqual({ n: 1 })
    db.close()
  })

  test('of the settings does not keep a new value out', async () => {
    const folder = await filled()
    damage(folder, `UPDATE settings SET json = '"light"' WHERE name = 'theme'`)
    const { store } = await opened(folder)
    await store.settings.set('theme', 'blue')
    expect(await store.settings.get('theme')).toBe('blue')
    expect(await store.settings.get('size')).toBe(3)
  })

  test('is not made sound by a change of another column', async () => {
    const folder = await filled()
    damage(folder, 'UPDATE games SET notes = notes || 1 WHERE id = 2')
    const { store, rows } = await opened(folder)
    expect(await store.games.remove([1, 2])).toBe(1)
    expect(rows).toMatchObject([{ table: 'games', key: '2' }])
    expect(await store.deleted.ids('games', 9)).toEqual([1])
  })

  test('of the values of an analysis ends it there: it continues from the sound values', async () => {
    const folder = await filled()
    damage(folder, 'UPDATE analysis_values SET depths = zeroblob(2) WHERE first = 2')
    const reader = await openReader(folder)
    expect(await reader.analyses.get(1)).toMatchObject({ done: 2, depths: Uint8Array.of(1, 1) })
    const { store } = await opened(folder)
    expect(await store.analyses.get(1)).toMatchObject({ done: 2, depths: Uint8Array.of(1, 1) })
    expect((await store.maintenance.setAside()).map(({ key }) => key)).toEqual(['1/2'])
    await store.analyses.append(1, 2, new Float64Array(4), Uint8Array.of(2))
    await store.analyses.append(1, 3, new Float64Array(8), Uint8Array.of(3, 4)) // over a part of what is left from before
    await store.analyses.append(1, 5, new Float64Array(4), Uint8Array.of(5))
    expect(await store.analyses.get(1)).toMatchObject({ done: 6, depths: Uint8Array.of(1, 1, 2, 3, 4, 5) })
  })

  test('is the game on the board: there is none', async () => {
    const folder = await filled()
    damage(folder, 'UPDATE current_game SET played = played - 1')
    const { store } = await opened(folder)
    expect(await store.currentGame.get()).toBeUndefined()
    await store.currentGame.save(sampleCurrent(6, 3))
    expect((await store.currentGame.get())!.seed).toBe(6)
  })

  test('of a provenance leaves its games', async () => {
    const folder = await filled()
    damage(folder, `UPDATE provenances SET json = json || ' '`)
    const { store } = await opened(folder)
    expect(await store.games.get(1)).toMatchObject({ id: 1, provenance: null })
    expect(await store.maintenance.check()).toEqual([])
    expect(await store.games.add(sampleGame(9))).toBe(4)
  })
})

test('equal rows of two tables, and equal texts cut elsewhere, have different checksums', () => {
  expect(checksumOf('a', [1, 'x'])).not.toBe(checksumOf('b', [1, 'x']))
  expect(checksumOf('a', ['xy', 'z'])).not.toBe(checksumOf('a', ['x', 'yz']))
  expect(checksumOf('a', ['1'])).not.toBe(checksumOf('a', [1]))
  expect(checksumOf('a', [null])).not.toBe(checksumOf('a', ['n']))
  expect(checksumOf('a', [1n, Uint8Array.of(1)])).toBe(checksumOf('a', [1, Buffer.of(1)]))
})
