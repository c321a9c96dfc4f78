/** Files of JSON lines of every kind: what a kill leaves, and what an earlier lab wrote. */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import {
  ARENA_LINES,
  CALIBRATION_LINES,
  RESULT_LINES,
  TRAINING_LINES,
  WALL_LINES,
  type LineKind,
} from '../../../src/core/contract/files'
import { z } from '../../../src/core/contract/zod'
import { LineFile } from '../../../src/main/files/lineFile'
import { openTournament } from '../../../src/main/lab/arena/arenaFiles'
import { readResults } from '../../../src/main/lab/reproduce/results'
import { studyRows } from '../../../src/main/lab/reproduce/rows'
import { readStudy } from '../../../src/main/lab/reproduce/studyFiles'
import { earlierTraining } from '../../../src/main/lab/training/earlierTrainings'
import { SWEEP_LINES } from '../../../src/main/lab/sweeps/sweepsFeature'
import { readWallFile } from '../../../src/main/lab/wallTest/wallRuns'
import { runs } from '../../setup/extent'

vi.setConfig({ testTimeout: 300_000 }) // every cut of every file takes minutes on a busy machine

const root = mkdtempSync(join(tmpdir(), 'lab-lines-'))
afterAll(() => rmSync(root, { recursive: true }))

const golden = (name: string) => fileURLToPath(new URL(`../../golden/lines/${name}`, import.meta.url))

const KINDS: readonly (readonly [file: string, kind: LineKind<object, object>])[] = [
  ['tournament', ARENA_LINES],
  ['walls', WALL_LINES],
  ['study', RESULT_LINES],
  ['training', TRAINING_LINES],
  ['calibration', CALIBRATION_LINES],
  // which the lab only writes
  ['sweep', { ...SWEEP_LINES, parts: 'games', line: z.looseObject({ game: z.number(), score: z.number() }), longest: 2 ** 20 }],
]
/** Bytes at the end of a file where a kill may have cut it. */
const CUT = 4096
/** Cuts after which a file is completed: that flushes it to disk, which takes a while. */
const COMPLETED_EACH = runs(5, 37)
/** The last lines, before and after whose ends a file is always cut. */
const ENDS = 3

/** How many bytes a kill left. */
function cutsOf(bytes: Buffer): readonly number[] {
  const ends: number[] = []
  for (let at = bytes.length; ends.length < 2 * ENDS && at > 0;) {
    at = bytes.lastIndexOf('\n', at - 1)
    ends.push(at + 1, Math.max(0, at))
  }
  const first = Math.max(0, bytes.length - CUT)
  const step = runs(31, 1)
  const others = Array.from({ length: Math.floor((bytes.length - first) / step) + 1 }, (_, i) => bytes.length - i * step)
  return [...new Set([...ends, ...others])]
}

test.each(KINDS)(
  'the file of a %s, cut at any byte of its last 4 kB, opens without the line that was cut, names it, and is completed to the same bytes',
  async (name, kind) => {
    // a character of several bytes may be cut too
    const text = readFileSync(golden(`${name}.jsonl`), 'utf8').replace('AMD EPYC', 'ÄMD €PYC')
    const bytes = Buffer.from(text)
    const lines = text.trimEnd().split('\n').map(line => JSON.parse(line) as object) // oxfmt-ignore
    const path = join(root, `${name}.jsonl`)
    const open = async () => {
      const read: object[] = []
      const take = (part: object) => void read.push(part)
      const file = await LineFile.open(path, kind, { mayBeNew: true, onHead: take, onLine: take })
      return { file, read }
    }
    writeFileSync(path, bytes)
    const whole = (await open()).read
    expect(whole).toHaveLength(lines.length)

    let cuts = 0
    for (const length of cutsOf(bytes)) {
      writeFileSync(path, bytes.subarray(0, length))
      const { file, read } = await open()
      const complete = bytes.subarray(0, length).filter(byte => byte === 0x0a).length
      expect(JSON.stringify(read)).toBe(JSON.stringify(whole.slice(0, complete)))
      const rest = length - (bytes.subarray(0, length).lastIndexOf('\n') + 1)
      if (rest === 0) expect(file.cutOff).toBeUndefined()
      else
        expect(file.cutOff).toBe(`${path}: line ${complete + 1} was cut off, as a kill leaves it; its ${rest} bytes are dropped`)
      if (cuts++ % COMPLETED_EACH !== 0) continue
      const isAnew = kind.head && complete === 0
      const { format: _, version: __, ...head } = lines[0] as Record<string, unknown>
      if (isAnew) file.begin(head)
      file.add(...lines.slice(isAnew ? 1 : complete))
      file.close()
      expect(readFileSync(path, 'utf8')).toBe(text)
    }
  },
)

test.each(KINDS.filter(([, { head }]) => head))(
  'the file of a %s is refused as another kind, and of a newer version',
  async (name, kind) => {
    const [head = '', ...others] = readFileSync(golden(`${name}.jsonl`), 'utf8').split('\n')
    const path = join(root, 'other.jsonl')
    const open = (of = kind) => LineFile.open(path, of, {})
    const { version } = kind.head!
    for (const [text, message] of [
      [head.replace(`"version":${version}`, `"version":${version + 1}`), `version ${version + 1} is newer than this lab reads`],
      [head.replace(`"version":${version}`, '"version":0'), 'an older lab wrote this'],
      [others[0]!, 'this is not the file of a'],
      ['{"my":"precious data"}', 'this is not the file of a'],
      ['my precious data', 'line 1: '],
      [`${head}\n{"my":"precious data"}`, 'line 2: '],
    ] as const) {
      writeFileSync(path, `${text}\n`)
      await expect(open(), text).rejects.toMatchObject({ code: 'BAD_FILE', message: expect.stringContaining(message) as string })
    }
    writeFileSync(path, 'no JSON and no line end')
    await expect(open()).rejects.toThrow('this is not the file of a')
    copyFileSync(golden(`${name}.jsonl`), path)
    for (const [, other] of KINDS)
      if (other.head && other !== kind) await expect(open(other)).rejects.toThrow('this is not the file of a')
  },
)

test('a line longer than its kind has, without an end, is refused and not taken for one that was cut', async () => {
  const path = join(root, 'long.jsonl')
  const [head = ''] = readFileSync(golden('walls.jsonl'), 'utf8').split('\n')
  writeFileSync(path, `${head}\n${'x'.repeat(4 * head.length)}`)
  const kind = { ...WALL_LINES, longest: head.length }
  await expect(LineFile.open(path, kind, {})).rejects.toThrow(`line 2 has more than ${head.length} characters`)
})

test('a line that is not UTF-8 is named, and not read with other characters', async () => {
  const path = join(root, 'bytes.jsonl')
  const bytes = readFileSync(golden('walls.jsonl'))
  bytes[bytes.lastIndexOf('"') - 1] = 0xff
  writeFileSync(path, bytes)
  await expect(LineFile.open(path, WALL_LINES, {})).rejects.toMatchObject({
    code: 'BAD_FILE',
    message: expect.stringMatching(/line \d+: .*UTF-8/) as string,
  })
})

test('a flush that fails between two additions fails the next one, and the end', async () => {
  vi.useFakeTimers()
  try {
    const path = join(root, 'flushed.jsonl')
    const file = await LineFile.open<object, object>(path, TRAINING_LINES, { mayBeNew: true })
    file.add({ moves: 1 })
    rmSync(path)
    vi.advanceTimersByTime(1000)
    writeFileSync(path, '')
    const lost = 'this file was deleted, replaced or emptied while'
    expect(() => file.add({ moves: 2 })).toThrow(lost)
    expect(() => file.close()).toThrow(lost)
    const emptied = await LineFile.open<object, object>(path, TRAINING_LINES, { mayBeNew: true })
    emptied.add({ moves: 1 }, { moves: 2 })
    writeFileSync(path, '')
    emptied.add({ moves: 3 })
    expect(() => emptied.close()).toThrow(lost)
  } finally {
    vi.useRealTimers()
  }
})

test('files that a lab wrote before all kinds were read by one piece of code have what they had', async () => {
  const tournament = await openTournament(undefined, golden('tournament.jsonl'))
  expect(tournament.standings.players.map(({ name, points }) => [name, points])).toEqual([
    ['greedy', 3],
    ['random', 1],
    ['alphaBeta:depth=2', 2],
  ])
  const { games, phases } = await readWallFile(golden('walls.jsonl'))
  expect([games.length, phases.length, phases.filter(({ survived }) => survived).length]).toEqual([4, 12, 9])
  const rows = studyRows(readStudy(golden('study.json')))
  const results = await readResults(golden('study.jsonl'), 'study')
  const found = rows.map(row => [row.name, results.games(row).length, results.counts(row).length, results.runs(row).length])
  expect(found).toEqual([
    ['duels random', 4, 0, 0],
    ['duels greedy', 4, 0, 0],
    ['games', 3, 0, 0],
    ['trees', 0, 1, 0],
    ['phases', 33, 0, 0],
    ['runs', 0, 0, 1],
  ])
  mkdirSync(join(root, '1'))
  copyFileSync(golden('training.json'), join(root, '1', 'run.json'))
  copyFileSync(golden('training.jsonl'), join(root, '1', 'progress.jsonl'))
  const { lines, problems } = await earlierTraining(join(root, '1'))
  const measured = lines.map(({ text }) => (JSON.parse(text) as { moves: number }).moves)
  expect([measured, problems]).toEqual([[100_092, 200_197, 100_149], []])
})
