/**
 * The pictures of the docs. Each screen is brought into a telling state, the same each time. `npm test` compares its outline with
 * that of its picture; `npm run pictures` makes both anew.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { TuningConfig } from '../../src/core/contract/tuning/tuningConfig'
import { parseBoard } from '../../src/core/games/twenty48/notation'
import type { Player } from '../../src/core/games/twenty48/player'
import { profileByNameOrFile } from '../../src/main/lab/profiles/findProfile'
import type {} from '../../src/renderer/src/bridge' // declares window.lab
import { expectNoFindings } from './accessibility'
import { LabPage } from './labPage'
import { windowTest } from './launch'
import { outlineOf, type Outline } from './outline'
import { withPalette } from './palettePng'
import { ReplaysPage } from './replaysPage'
import { makeData } from './usedWindow'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'docs/pictures')
const OUTLINES = join(FOLDER, 'outlines.json')
const IS_WRITING = process.env['PICTURES'] === 'write'

/** Where each state goes in all sizes, light and dark, instead: `npm run pictures -- FOLDER`. */
const GALLERY = process.env['PICTURES_FOLDER']
const SIZES = ['600x800', '1280x720', '1440x900', '1920x1080', '2560x1440']
const USUAL = { width: 1280, height: 800 }

const SEED = 2048
const MOVES = 260
/** What they lead to. */
const AFTER_MOVES = '8632742161105100'
const PLIES = IS_WRITING ? 12 : 2

windowTest(
  'each picture of the docs shows its screen as it is today: if not, npm run pictures; axe finds nothing serious there',
  async ({ openWindow, usedWindow }) => {
    const home = mkdtempSync(join(IS_WRITING ? '/tmp' : tmpdir(), '2048-lab-'))
    const data = await makeData(home)
    fill(home)
    if (!IS_WRITING) await usedWindow.open(data)
    const opened = IS_WRITING ? await openWindow({ home }) : usedWindow // the data's folder is in a picture
    const { page } = opened
    if (GALLERY) windowTest.setTimeout(600_000)
    await page.setViewportSize(USUAL)
    await page.emulateMedia({ colorScheme: 'light', ...(IS_WRITING && { reducedMotion: null }) })
    const lab = new LabPage(page)
    await page.evaluate(seed => window.lab!.newGame({ seed }), SEED)
    await expect(lab.state).toHaveText('Idle')
    const outlines: Record<string, Outline> = {}
    for (const [name, prepare] of Object.entries(PICTURES)) {
      await prepare(lab)
      await page.mouse.move(0, 0)
      outlines[name] = await outlineOf(page.locator('body'))
      if (GALLERY) await takeGallery(page, join(GALLERY, name))
      else if (IS_WRITING) await takePicture(page, name)
      else
        for (const colorScheme of ['dark', 'light'] as const) {
          await page.emulateMedia({ colorScheme })
          await expectNoFindings(page, `${name}, ${colorScheme}`)
        }
    }
    expect(lab.complaints).toEqual([])
    if (IS_WRITING && !GALLERY) writeFileSync(OUTLINES, `${JSON.stringify(outlines, undefined, 2)}\n`)
    if (!IS_WRITING) expect(outlines).toEqual(JSON.parse(readFileSync(OUTLINES, 'utf8')))
    if (IS_WRITING) await opened.app.close()
    rmSync(home, { recursive: true, force: true })
  },
)

/** A run and a game of an engine, from fixed seeds. */
function fill(home: string): void {
  const lab = (...args: string[]) =>
    execFileSync(process.execPath, [join(ROOT, 'out/main/cli.js'), ...args], { env: { ...process.env, LAB_HOME: home } })
  const preset = JSON.parse(String(lab('tune', '--preset', 'thesis-1', '--print-config'))) as TuningConfig
  const config = {
    ...preset,
    title: 'Thesis, experiment 1, made smaller',
    optimizer: { ...preset.optimizer, particles: 20 },
    budget: { kind: 'iterations', count: IS_WRITING ? 25 : 10 },
    objective: { ...preset.objective, games: IS_WRITING ? 10 : 1 }, // 200 evaluations, enough for a model
    validation: { ...preset.validation, games: IS_WRITING ? 100 : 20 },
  }
  const file = join(home, 'config.json')
  writeFileSync(file, JSON.stringify(config))
  lab('tune', '--config', file, '--json')
  rmSync(file)
  lab('play', '--json', '--profile', 'positional', '--depth', '0', '--seed', String(SEED))
}

/** In this order: later ones build upon what earlier ones left. */
const PICTURES: Readonly<Record<string, (lab: LabPage) => Promise<void>>> = {
  async play(lab) {
    await lab.openScreen('Play')
    await lab.page.getByRole('combobox', { name: 'Profile' }).selectOption('power')
    if (IS_WRITING) await playOn(lab, MOVES)
    else {
      // the same board at once, with a move in its graph
      await lab.page.evaluate(text => window.lab!.setPosition({ text }), AFTER_MOVES)
      await playOn(lab, 1)
      await lab.press('u')
    }
    await lab.showsBoard(parseBoard(AFTER_MOVES))
    await lab.page.getByRole('combobox', { name: 'Limit' }).selectOption('Depth')
    await lab.page.getByRole('combobox', { name: 'Depth rule' }).selectOption('fixed')
    await lab.page.getByLabel('Depth, in pairs of tile and move').fill('3')
    await lab.startAnalysis()
    await expect(lab.page.getByRole('region', { name: 'Tree of this move' })).toContainText(/of 27,380 nodes/)
    await expect(lab.bestBars).toHaveCount(1)
    await expect(lab.state).toHaveText('Idle')
    await expect(lab.page.getByText(/^2,000 games, depth/)).toBeVisible({ timeout: 60_000 })
    // the graph is asked for once it is seen
    await lab.page.getByRole('heading', { name: 'The game so far' }).evaluate(heading => heading.scrollIntoView())
    await expect(lab.page.getByRole('combobox', { name: 'Scale' })).toBeVisible()
    await lab.bestBars.first().evaluate(bar => bar.scrollIntoView({ block: 'end' }))
  },

  async tree(lab) {
    await lab.press('t')
    const drawn = lab.page.getByRole('tree', { name: 'Search tree' })
    await expect(lab.page.locator('.tabs').getByRole('status')).toContainText('recorded')
    await drawn.focus()
    const active = drawn.getByRole('treeitem', { selected: true })
    for (const [key, level] of [
      ['Home', '1'],
      ['ArrowRight', '2'],
    ] as const) {
      await lab.press(key)
      await expect(active).toHaveAttribute('aria-level', level)
    }
    await expect(lab.page.getByRole('heading', { name: 'Chance node' })).toBeVisible()
    await expect(lab.page.getByRole('columnheader', { name: 'p · v' }).last()).toBeVisible()
  },

  async lecture(lab) {
    const drawn = lab.page.getByRole('tree', { name: 'Search tree' })
    await drawn.focus()
    await lab.press('r')
    const dialog = lab.page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Game' }).selectOption({ label: 'Example tree' })
    await dialog.getByRole('textbox', { name: 'Position', exact: true }).fill('(max (min 3 12 8) (min 2 4 6) (min 14 5 2))')
    await dialog.getByRole('button', { name: 'Search' }).click()
    await expect(drawn.getByRole('treeitem', { name: /^MAX's node, root, value 3/ })).toBeAttached()
    await drawn.focus()
    await lab.press('Home')
    await lab.button('Lecture').click()
    const lit = lab.page.getByRole('region', { name: 'Pseudo-code' }).locator('[aria-current="step"]')
    await expect(lit).toContainText('AlphaBeta')
    await drawn.focus()
    for (let event = 2; event <= 31; event++) {
      await lab.press('i')
      await expect(lab.page.getByText(`event ${event} of`)).toBeVisible()
    }
  },

  async tune(lab) {
    await lab.openScreen('Tune')
    await expect(lab.page.getByRole('region', { name: 'Result' })).toContainText('unseen games')
    await expect(lab.page.getByRole('region', { name: 'Throughput' })).toBeAttached() // the last chart: they appear one by one
    // and what is computed for them comes after them
    await expect(lab.page.getByRole('button', { name: 'More for Importance' })).toBeAttached({ timeout: 30_000 })
    await expect(lab.page.getByRole('button', { name: 'More for Two weights' })).toBeAttached({ timeout: 30_000 })
    const charts = lab.page.getByRole('region', { name: 'Progress' })
    await expect(charts.locator('canvas')).toBeVisible()
  },

  async arena(lab) {
    await lab.press('Escape')
    await lab.openScreen('Arena')
    await lab.button('Choose game and players …').click()
    const dialog = lab.page.getByRole('dialog', { name: 'New match' })
    await dialog.getByRole('combobox', { name: 'Game' }).selectOption({ label: 'Warehouse' })
    for (const [agent, player] of [
      ['Robot A', 'alphaBeta:improved:depth=3'],
      ['Robot B', 'greedy'],
    ] as const) {
      const seat = dialog.getByRole('group', { name: agent, exact: true })
      await seat.getByText('More settings').click()
      await seat.getByRole('textbox', { name: 'As text' }).fill(player)
    }
    await dialog.getByRole('textbox', { name: 'Seed' }).fill(String(SEED))
    await dialog.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(dialog).toBeHidden()
    await lab.button('Pause').click()
    const moves = lab.page.getByRole('listbox', { name: 'Moves', exact: true }).getByRole('option')
    while ((await moves.count()) <= PLIES) {
      const before = await moves.count()
      await lab.button('One move').click()
      await expect.poll(() => moves.count()).toBeGreaterThan(before)
    }
    await expect(lab.state).toHaveText('Idle')
  },

  async profiles(lab) {
    await lab.openScreen('Profiles')
    const rows = lab.page.getByRole('listbox', { name: /^Profiles/ }).getByRole('option')
    await rows.filter({ hasText: 'Tuned here, for depth 1' }).click()
    await lab.button('Duplicate it to change it').click()
    await lab.page.getByRole('textbox', { name: 'Name', exact: true }).fill('mine')
    await lab.press('Enter')
    await expect(rows.filter({ hasText: 'mine' })).toHaveAttribute('aria-selected', 'true')
    await rows.filter({ hasText: 'mine' }).click()
    const tried = lab.page.getByRole('group', { name: 'Boards to try it on' })
    await expect(
      tried.getByRole('button', { name: /^(Opening|Middle|Crowded|Off corner|Late) (Up|Down|Left|Right)/ }),
    ).toHaveCount(5)
  },

  async replays(lab) {
    const replays = new ReplaysPage(lab)
    await replays.open(1)
    await lab.button('Watch').click()
    await expect(lab.page.getByRole('heading', { name: 'Analysis' })).toBeVisible()
    await lab.page.getByRole('combobox', { name: 'Depth rule' }).selectOption('fixed')
    await lab.page.getByLabel('Depth, in pairs of tile and move').fill('1')
    await lab.button('Analyse the game').click()
    // until then the order of the list changes
    await expect(lab.page.getByText(/^\d+ of \d+ moves · finished$/)).toBeVisible()
    const rows = lab.page.getByRole('grid', { name: 'Mistakes' }).getByRole('row')
    await expect(rows.nth(1)).toBeVisible()
    await lab.page.getByRole('combobox', { name: 'Order' }).selectOption('by loss')
    await lab.page.getByRole('combobox', { name: 'Order' }).blur()
    for (let mistake = 0; mistake < 4; mistake++) {
      await lab.press('n')
      await expect(rows.nth(mistake)).toHaveAttribute('aria-selected', 'true')
    }
  },

  async settings(lab) {
    await lab.openScreen('Settings')
    await expect(lab.page.getByRole('button', { name: 'Back up', exact: true })).toBeEnabled()
  },
}

/** Moves of the engine at depth 0, with their values in the graph of the game. */
async function playOn({ page }: LabPage, moves: number): Promise<void> {
  const { evaluator, settings } = profileByNameOrFile('power')
  const player: Player = { evaluator, settings, limits: { depth: 0 } }
  await page.evaluate(
    async ([asked, count]) => {
      for (let made = 0; made < count; made++) await window.lab!.engineMove({ player: asked })
    },
    [player, moves] as const,
  )
}

async function takePicture(page: Page, name: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  writeFileSync(join(FOLDER, `${name}.png`), withPalette(picture))
}

async function takeGallery(page: Page, path: string): Promise<void> {
  for (const size of SIZES) {
    const [width, height] = size.split('x').map(Number) as [number, number]
    await page.setViewportSize({ width, height })
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${path}-${size}-${colorScheme}.png`, animations: 'disabled', caret: 'hide' })
    }
  }
  await page.setViewportSize(USUAL)
}
