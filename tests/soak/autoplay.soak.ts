import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { launchWindow } from '../e2e/electronApp'
import { growthDuringAutoplay } from './memory'
import { record } from './record'

const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 10)
const MAX_GROWTH_MB = 5

test(`memory stays flat over ${MINUTES} minutes of autoplay in the window`, async () => {
  const home = mkdtempSync(join(tmpdir(), 'lab-soak-'))
  const window = await launchWindow({ home })
  try {
    const { page, main, games, samples } = await growthDuringAutoplay(window, MINUTES)
    record('Autoplay in the window', {
      'minutes of autoplay at full speed': MINUTES,
      'games begun': games,
      'growth of the page’s heap in the last 80 %, MB': page.toFixed(2),
      'growth of the main process’s heap in the last 80 %, MB': main.toFixed(2),
      'page’s heap after collection, MB': samples.page.join(' '),
      'main process’s heap after collection, MB': samples.main.join(' '),
    })
    expect(page).toBeLessThan(MAX_GROWTH_MB)
    expect(main).toBeLessThan(MAX_GROWTH_MB)
  } finally {
    await window.app.close()
    rmSync(home, { recursive: true, force: true })
  }
})
