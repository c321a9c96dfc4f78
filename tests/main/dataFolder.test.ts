import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { APP_FOLDER, dataFolder } from '../../src/main/store/dataFolder'

test('--home comes before LAB_HOME, and that before the folder of the system', () => {
  const env = { LAB_HOME: '/from/env', XDG_CONFIG_HOME: '/config' }
  expect(dataFolder({ home: '/from/flag', env, platform: 'linux' })).toBe(resolve('/from/flag'))
  expect(dataFolder({ env, platform: 'linux' })).toBe(resolve('/from/env'))
  expect(dataFolder({ home: 'beside', env, platform: 'linux' })).toBe(resolve('beside'))
  expect(dataFolder({ env: { ...env, LAB_HOME: '' }, platform: 'linux' })).toBe(join('/config', APP_FOLDER))
})

test('without either it is the folder that Electron takes', () => {
  expect(dataFolder({ env: {}, platform: 'linux' })).toBe(join(homedir(), '.config', APP_FOLDER))
  expect(dataFolder({ env: {}, platform: 'darwin' })).toBe(join(homedir(), 'Library', 'Application Support', APP_FOLDER))
  expect(dataFolder({ env: { APPDATA: '/roaming' }, platform: 'win32' })).toBe(join('/roaming', APP_FOLDER))
})

test('its name is the one that Electron finds in package.json', () => {
  const file = fileURLToPath(new URL('../../package.json', import.meta.url))
  expect((JSON.parse(readFileSync(file, 'utf8')) as { productName: string }).productName).toBe(APP_FOLDER)
})
