/** Places that are shared in a course: from one lab to another with other data, by a file, a text and a link. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { makeReplay, makeSharedText, parseShared } from '../../src/core/contract/files'
import { drawnGame } from '../core/support/games'
import { smallConfig } from '../main/lab/tuning/tuningSupport'
import { expectNoFindings } from './accessibility'
import { LabPage } from './labPage'
import { windowTest } from './launch'
import { drop, savedBy, shareLecture } from './sharing'
import { makeData } from './usedWindow'

windowTest(
  'a lecture that is shared in one lab opens at its step in another: by one drop, by a paste, and by a link, which asks first',
  async ({ usedWindow: { page }, openWindow }) => {
    const first = new LabPage(page)
    const { file, isThere: isIn } = await shareLecture(first)
    const text = makeSharedText(parseShared(file, 'the file'))!

    const home = mkdtempSync(join(tmpdir(), 'lab-e2e-share-'))
    await makeData(home)
    const { page: other, app } = await openWindow({ home })
    const second = new LabPage(other)
    await expect(second.state).toHaveText('Idle')
    const isThere = () => isIn(other)
    await drop(other, 'lecture-9.2048share', file)
    await isThere()

    await second.openScreen('Settings')
    await second.paste(text)
    await isThere()

    await second.openScreen('Play')
    await app.evaluate(({ app }, link) => app.emit('second-instance', {}, ['lab', '--', link], '/'), text)
    const asks = other.getByRole('dialog', { name: 'Open a shared place?' })
    await expect(asks).toContainText('Lecture at step 9')
    await expectNoFindings(other, 'the question before a link opens', 'dialog')
    await second.press('Escape')
    await expect(asks).toHaveCount(0)
    await expect(other.getByRole('heading', { level: 1, name: 'Play' })).toBeAttached()
    await app.evaluate(({ app }, link) => app.emit('open-url', { preventDefault: () => undefined }, link), text)
    await expect(asks).toBeVisible()
    await asks.getByRole('button', { name: 'Open', exact: true }).press('Enter')
    await isThere()

    await second.openScreen('Play')
    const picked = join(home, 'picked.2048share')
    writeFileSync(picked, file)
    await app.evaluate(({ dialog, Menu }, filePath) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [filePath] })
      const open = Menu.getApplicationMenu()!
        .items.flatMap(({ submenu }) => submenu?.items ?? [])
        .find(({ label }) => /Open/.test(label))
      ;(open!.click as () => void)()
    }, picked)
    await isThere()

    await second.openScreen('Play')
    await drop(other, 'broken.2048share', file.replace('"alphaBeta"', '"oracle"'))
    await expect(second.failures).toContainText('broken.2048share: place.search.searcher')
    await expect(other.getByRole('heading', { level: 1, name: 'Play' })).toBeAttached()
    expect([first.complaints, second.complaints]).toEqual([[], []])
    rmSync(home, { recursive: true, force: true })
  },
)

windowTest(
  'the charts of a run that was shared open where it is not; a study shows the command that runs it',
  async ({ usedWindow: { page } }) => {
    const settings = smallConfig({ budget: { kind: 'iterations', count: 2 } })
    await page.evaluate(config => window.lab!.startTuning({ config }), settings)
    const runs = () => page.evaluate(() => window.lab!.tunings(undefined))
    await expect.poll(runs).toMatchObject({ ok: true, value: [{ state: 'finished' }] })
    const first = new LabPage(page)
    await first.openScreen('Tune')
    await expect(page.getByRole('heading', { name: 'A small one' })).toBeVisible()
    await first.press('Shift+s')
    const dialog = page.getByRole('dialog', { name: 'Share' })
    await expect(dialog).toContainText('16 evaluations')
    await expectNoFindings(page, 'the form that shares a run', 'dialog')
    const ofRun = await savedBy(page, () => first.press('Enter'))
    await page.evaluate(() => window.lab!.deleteRuns({ kind: 'tuning', ids: [1] }))
    await expect(page.getByRole('heading', { name: 'A small one' })).toHaveCount(0)
    await drop(page, 'A small one.2048share', ofRun)
    await expect(page.getByRole('heading', { name: 'A small one' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('16 of 16 evaluations')
    const study = readFileSync(join(import.meta.dirname, '../../resources/studies/depth.json'), 'utf8')
    await drop(page, 'my study.2048study', study)
    const described = page.getByRole('dialog', { name: /^Study: / })
    await expect(described).toContainText(
      `reproduce ${process.platform === 'win32' ? '"my study.2048study"' : "'my study.2048study'"}`,
    )
    await expectNoFindings(page, 'a study', 'dialog')
    await first.press('Enter')
    await expect(described).toHaveCount(0)
    const notice = (text: string) => page.getByRole('status').filter({ hasText: text })
    await expect(notice('Command copied')).toBeVisible()
    await drop(page, 'a.2048replay', makeReplay(drawnGame(1)))
    await expect(notice('imported')).toBeVisible()
    await expect(notice('Command copied')).toHaveCount(0) // of the screen that was left
    expect(first.complaints).toEqual([])
  },
)
