import { expect, test } from 'vitest'
import { fileWord, labCommand } from '../../src/core/labCommand'

test('a command names the data folder that the lab has', () => {
  expect(labCommand('npx lab', 'serve')).toBe('npx lab serve')
  expect(labCommand('lab', 'serve', '/my data')).toBe("lab serve --home '/my data'")
})

test.each([
  ['depth.json', 'depth.json', 'depth.json'],
  ['my study.json', "'my study.json'", '"my study.json"'],
  ['Übung №1.json', "'Übung №1.json'", 'FILE'],
  ['Größe.json', "'Größe.json'", '"Größe.json"'],
  ['--out.json', './--out.json', '"./--out.json"'],
  ['~user', './~user', 'FILE'],
  ['$(reboot).json', "'./$(reboot).json'", 'FILE'],
  ["it's `id` & !1 %PATH%.json", "'it'\\''s `id` & !1 %PATH%.json'", 'FILE'],
  ['two\nlines.json', 'FILE', 'FILE'],
  ['\u202Enosj.json', 'FILE', 'FILE'],
])('a shell reads the name %j as that file, and runs nothing in it', (name, posix, windows) => {
  expect([fileWord(name, false), fileWord(name, true)]).toEqual([posix, windows])
})
