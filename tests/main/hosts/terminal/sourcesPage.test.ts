/** docs/sources.md: what it names is there, and its commands print the worked numbers of the sources. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { GAMES } from '../../../../src/core/games/registry'
import { parsePlayerText } from '../../../../src/core/contract/playerText'
import { root } from '../../../../scripts/fresh.mjs'
import { localeTexts } from '../../../../scripts/locales.mjs'
import { builtInStudies } from '../../../../src/main/lab/reproduce/studyFiles'
import { inTables } from '../../../support/commandsInTables'
import { lab } from '../../../support/terminalHere'

const docs = join(root, 'docs')
const page = readFileSync(join(docs, 'sources.md'), 'utf8')
const rows = page
  .split('\n')
  .filter(line => line.startsWith('|') && !/^\| (?:source|in the source|-+) +\|/.test(line))
  .map(line =>
    line
      .slice(2, -2)
      .split(' | ')
      .map(cell => cell.trim()),
  )
const codes = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!)
/** As a shell cuts it. */
const wordsOf = (command: string) =>
  [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!).slice(1)
const single = (text: string) => text.replaceAll(/\s+/g, ' ')

const worked = rows.filter(row => row.length === 4)
const listed = rows.filter(row => row.length === 2)

test('the page has the worked numbers, and what each of the five sources has', () => {
  expect(worked.length).toBeGreaterThan(10)
  expect(listed.length).toBeGreaterThan(90)
  expect([...page.matchAll(/^## (S\d)/gm)].map(([, source]) => source)).toEqual(['S1', 'S2', 'S3', 'S4', 'S5'])
})

test.each(worked)('%s: %s', async (_source, _what, command, printed) => {
  const { code, stdout } = await lab(wordsOf(codes(command)[0]!))
  expect(code).toBe(0)
  for (const text of codes(printed)) expect(single(stdout)).toContain(text)
})

test('each row has a command, a page, a screen or a test, or says that there is none', () => {
  const empty = listed.filter(([, here]) => !/`(?:lab|tests)[ /]|\]\(|\*\*|\bnot yet\b|\bonly said\b/.test(here!))
  expect(empty).toEqual([])
})

test('the screens and buttons of the page are in the window', () => {
  const shown = new Set(localeTexts().map(({ text }) => text))
  const bold = [...page.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name]) => name!).filter(name => !MARKS.includes(name))
  expect(bold.filter(name => !shown.has(name))).toEqual([])
})

const MARKS = ['assumed', 'not yet', 'only said']

test('the pages that it links have these headings', () => {
  const slug = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-')
  const isThere = (link: string) => {
    const [file, anchor] = link.split('#')
    if (!existsSync(join(docs, file!))) return false
    const headings = readFileSync(join(docs, file!), 'utf8').matchAll(/^#+ (.+)$/gm)
    return anchor === undefined || [...headings].some(([, heading]) => slug(heading!) === anchor)
  }
  const links = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!)
  expect(links.filter(link => !isThere(link))).toEqual([])
})

describe('names that a command is not read for', () => {
  const commands = [...new Set(listed.flatMap(([, here]) => inTables(here!)))].map(wordsOf)
  const of = (...names: string[]) => commands.filter(([name]) => names.includes(name!))

  test('its studies ship', () => {
    expect(of('reproduce').filter(([, study]) => !builtInStudies().includes(study!))).toEqual([])
    expect(of('reproduce').map(([, study]) => study)).toEqual(expect.arrayContaining(SOURCES_STUDIES))
  })

  test('its players can be read, and have heuristics of their game', () => {
    for (const args of of('arena')) {
      const [, game] = args
      const players = args[args.indexOf('--players') + 1]
      const families = Object.keys(GAMES[game as keyof typeof GAMES].heuristics)
      for (const text of players!.split(/,(?![^(]*\))/)) {
        const { heuristic } = parsePlayerText(text)
        if (heuristic !== undefined) expect(families).toContain(typeof heuristic === 'string' ? heuristic : heuristic.family)
      }
    }
  })

  test.each(of('think').map(args => args.filter(word => word !== '--json')))('think %s %s %s %s', async (...args) => {
    const at = args.indexOf('--strategy')
    const asked = at < 0 ? args : args.slice(0, at)
    expect(await lab([...asked, '--share'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^lab2048:/) as string })
  })

  test.each(of('bench', 'compare', 'tune'))('%s %s %s', async (...args) => {
    expect(await lab([...args, '--print-config'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"format"') as string,
    })
  })

  test.each(of('eval'))('eval %s %s %s', async (...args) => {
    expect(await lab(args)).toMatchObject({ code: 0 })
  })
})

/** Studies of what a source does. */
const SOURCES_STUDIES = builtInStudies().filter(name => !['tuning', 'walls'].includes(name))
