/** Unsaved changes of profiles: kept over the end of a lab, and given up with their profile. */
import { afterEach, expect, test, vi } from 'vitest'
import type { Draft } from '../../../../src/core/contract/calls/profiles'
import { makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import { closeLabs, openQuickLab } from '../../../support/openedLabs'
import { edit, newFolder, openReader, openWriter, sampleProfile } from '../../store/storeSupport'

vi.setConfig({ testTimeout: 60_000 }) // a busy machine is no failure

afterEach(closeLabs)

async function openLab(folder: string) {
  const lab = await openQuickLab(folder)
  return { ...lab, drafts: async () => (await lab.hello()).drafts }
}

async function withProfiles(...names: string[]): Promise<string> {
  const folder = newFolder()
  const store = await openWriter(folder)
  for (const name of names) await store.profiles.add(sampleProfile(name, { origin: null }))
  await store.close()
  return folder
}

const draft: Draft = {
  changes: { title: '', evaluator: makeEvaluator('thesis', { h1: 5 }), tags: [] },
  base: { title: 'The mine', evaluator: makeEvaluator('thesis'), tags: ['x'] },
}

test('a draft is there for every page that comes, and for the next lab; the newest counts, and null is none', async () => {
  const folder = await withProfiles('mine', 'ours')
  const first = await openLab(folder)
  expect(await first.drafts()).toEqual([])
  await first.call.saveDraft({ profile: 1, draft: { changes: { notes: 'older' }, base: { notes: '' } } })
  await first.call.saveDraft({ profile: 1, draft })
  await first.call.saveDraft({ profile: 2, draft })
  await first.call.saveDraft({ profile: 2, draft: null })
  expect(await first.drafts()).toEqual([{ profile: 1, ...draft }])
  await first.close()
  const second = await openLab(folder)
  expect(await second.drafts()).toEqual([{ profile: 1, ...draft }])
  await second.call.saveDraft({ profile: 1, draft: null })
  await second.close()
  expect(await (await openLab(folder)).drafts()).toEqual([])
})

test('it is on the disk a moment later, while the lab continues', async () => {
  const folder = await withProfiles('mine')
  const lab = await openLab(folder)
  await lab.call.saveDraft({ profile: 1, draft })
  const reader = await openReader(folder)
  await vi.waitFor(async () => expect(await reader.profileDrafts.list()).toEqual([{ profile: 1, draft }]), { timeout: 10_000 })
})

test('a deleted profile comes back with its draft; a forgotten one takes its draft along, even if the draft is sent later', async () => {
  const folder = await withProfiles('mine')
  const first = await openLab(folder)
  await first.call.saveDraft({ profile: 1, draft })
  await first.call.deleteProfiles({ ids: [1] })
  await expect(first.call.saveDraft({ profile: 1, draft })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await first.close()
  const second = await openLab(folder)
  await second.call.restoreProfiles({ ids: [1] })
  expect(await second.drafts()).toEqual([{ profile: 1, ...draft }])
  await second.call.saveDraft({ profile: 1, draft: { ...draft, changes: { notes: 'later' } } })
  await second.call.deleteProfiles({ ids: [1] })
  await second.call.forgetDeleted({ kind: 'profiles', ids: [1] })
  await second.close()
  expect(second.failures).toEqual([])
  const third = await openLab(folder)
  expect(await third.drafts()).toEqual([])
})

test('one that cannot be read is reported; the others are there, and the next one replaces it', async () => {
  const folder = await withProfiles('mine', 'ours')
  const first = await openLab(folder)
  for (const profile of [1, 2]) await first.call.saveDraft({ profile, draft })
  await first.close()
  edit(folder, `UPDATE profile_drafts SET draft = '{"changes":{"depth":-1},"base":{}}' WHERE profile = 1`)
  const second = await openLab(folder)
  expect(await second.drafts()).toEqual([{ profile: 2, ...draft }])
  expect(second.failures).toMatchObject([{ code: 'BAD_STORE', message: expect.stringContaining('profile number 1') as string }])
  await second.call.saveDraft({ profile: 1, draft })
  expect(await second.drafts()).toHaveLength(2)
})
