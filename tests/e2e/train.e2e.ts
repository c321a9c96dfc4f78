import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { makeTraining } from '../../src/core/contract/files'
import { withMoves } from '../../src/core/games/twenty48/wallGame/training'
import { SMALL_TRAINING } from '../core/support/smallTraining'
import { expectNoFindings } from './accessibility'
import { LabPage } from './labPage'
import { openServed, servedTest, SOAK, webTest } from './launch'
import { serveLab, type ServedLab } from './webHost'

const ROOT = join(import.meta.dirname, '../..')

const MOVES = 2_000_000

/** Gives the form the settings of a small network. */
async function takeText(page: Page, moves: number): Promise<void> {
  await page.getByText('All settings', { exact: true }).click()
  await page.getByText('All settings as text').click()
  await page.getByRole('textbox', { name: 'All settings as text' }).fill(makeTraining(withMoves(SMALL_TRAINING, moves)))
  await page.getByRole('button', { name: 'Use this text', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Moves' })).toHaveValue(String(moves))
}

servedTest(
  'a network is trained, paused, survives a reload, is finished, and makes a profile that plays',
  async ({ page, served }) => {
    servedTest.setTimeout(200_000)
    await page.setViewportSize({ width: 1440, height: 900 })
    const lab = await openServed(page, served)
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const state = page.locator('.head .state')
    const openNetworks = async () => {
      await page.keyboard.press('Alt+3')
      await button('Networks').click()
    }
    await openNetworks()
    await expect(page.getByRole('heading', { name: 'No training run yet' })).toBeVisible()
    await button('New run').first().click()
    await expect(page.getByRole('radio', { name: 'wall-expert' })).toBeChecked()
    await expect(page.getByText(/^About \d+ (min|h)/)).toBeVisible()
    await expectNoFindings(page, 'train form', 'main')

    await takeText(page, MOVES)
    await page.getByText('Network 1: makes 64').click()
    await page.getByRole('textbox', { name: 'λ' }).fill('2')
    await expect(page.getByRole('group', { name: 'λ' }).getByRole('alert')).toContainText('2 is not a number in 0 … 1')
    await expect(button('Start')).toBeDisabled()
    await page.getByRole('textbox', { name: 'λ' }).fill('0.4')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Little one')
    await button('Start').click()

    await expect(state).toHaveText('running')
    await button('Pause').click() // at once: a fast machine is soon done
    await expect(state).toHaveText('paused')
    await page.reload()
    await expect(lab.state).toHaveText('Idle')
    await openNetworks()
    await expect(state).toHaveText('paused')
    await expect(page.getByRole('heading', { name: 'Little one' })).toBeVisible()
    await button('Resume').click()
    await expect(state).toHaveText('finished', { timeout: 120_000 })
    await expect(page.getByText(/^Network [0-9a-f]{16}, /)).toBeVisible()
    const rows = page.getByRole('region', { name: 'Validations' }).last().getByRole('row')
    await expect(rows).toHaveCount(21)
    await expect(rows.nth(1)).toContainText('1,000')
    await expectNoFindings(page, 'train run', 'main')

    await button('Make a profile …').click()
    const dialog = page.getByRole('dialog', { name: 'Make a profile' })
    await expect(dialog.getByRole('combobox', { name: 'Plays otherwise as' })).toHaveValue('strongest')
    await dialog.getByRole('textbox', { name: 'Name, for the terminal and files' }).fill('little-one')
    await dialog.getByRole('button', { name: 'Make' }).click()
    await button('Play with it').click()
    await expect(page.getByRole('combobox', { name: 'Profile' })).toHaveValue('little-one')

    await openNetworks()
    await lab.more('Little one', 'Delete')
    await expect(page.getByRole('heading', { name: 'Little one' })).toBeHidden()
    await button('Undo').click()
    await page.getByRole('list', { name: 'Runs' }).getByRole('button').click()
    await expect(state).toHaveText('finished')
    expect(lab.complaints).toEqual([])
  },
)

webTest(
  `a run survives kill -9, is shown while a terminal trains it, and is finished in the window ${SOAK}`,
  async ({ page }) => {
    webTest.setTimeout(200_000)
    const home = mkdtempSync(join(tmpdir(), 'lab-e2e-train-'))
    const state = page.locator('.head .state')
    const open = async (served: ServedLab, isNew = false) => {
      await page.goto(served.url)
      const lab = new LabPage(page)
      if (isNew) await lab.ready()
      else await expect(lab.state).toHaveText('Idle')
      await page.keyboard.press('Alt+3')
      await page.getByRole('button', { name: 'Networks', exact: true }).click()
    }
    const killed = await serveLab({ home })
    await open(killed, true)
    await page.getByRole('button', { name: 'New run', exact: true }).first().click()
    await takeText(page, 30 * MOVES)
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Validations' }).first()).toBeVisible({ timeout: 60_000 })
    killed.process.kill('SIGKILL')
    await killed.stop()

    const served = await serveLab({ home })
    await open(served)
    await expect(state).toHaveText('paused')
    const terminal = spawn(process.execPath, [join(ROOT, 'out/main/cli.js'), 'train', '--resume', '1', '--home', home])
    const ended = once(terminal, 'exit')
    await once(terminal.stdout, 'data') // the head of the run, which is locked soon
    await expect(async () => {
      await page.getByRole('button', { name: 'Weights', exact: true }).click()
      await page.getByRole('button', { name: 'Networks', exact: true }).click()
      await expect(state).toHaveText('running elsewhere', { timeout: 500 })
    }).toPass()
    await expect(page.getByRole('button', { name: 'Resume', exact: true })).toBeHidden()
    terminal.kill('SIGINT')
    await ended
    await expect(state).toHaveText('paused', { timeout: 20_000 })
    await page.getByRole('button', { name: 'Resume', exact: true }).click()
    await expect(state).toHaveText('running')
    await expect(state).toHaveText('finished', { timeout: 120_000 })
    await served.stop()
    rmSync(home, { recursive: true, force: true })
  },
)
