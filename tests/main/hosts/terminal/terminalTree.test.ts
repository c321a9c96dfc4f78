import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { NodeJson } from '../../../../src/core/tree/treeJson'
import { readTrace, writeTrace } from '../../../../src/main/lab/trees/recordings'
import { lab } from '../../../support/terminalHere'
import { ending, jsonLines, startLab } from '../../../support/terminalProcess'

const POSITION = 'EDC1BA9187611110'

interface Answer {
  readonly values: Readonly<Record<string, number | null>>
  readonly nodes: number
}

describe('lab tree --json', () => {
  test('begins with the expert’s verdict where it was asked, and has the tree of the evaluator', async () => {
    const tree = async (...flags: string[]) =>
      jsonLines<NodeJson>(
        await lab(['tree', 'EDCB121231234142', '--profile', 'strongest', '--depth', '1', '--json', ...flags]),
      )[0]!
    const { expert, ...rest } = (await tree()) as NodeJson & { readonly expert: unknown }
    expect(expert).toMatchObject({ decides: true, tile: 1024, walls: 4, chances: { left: null } })
    expect(rest).toEqual(await tree('--no-expert'))
  })

  test('has the values and the node count of lab search, and every node once', async () => {
    const flags = ['--depth', '2', '--table', 'exact', '--json']
    const [searched, recorded] = [await lab(['search', POSITION, ...flags]), await lab(['tree', POSITION, ...flags])]
    expect(recorded).toMatchObject({ code: 0, stderr: '' })
    const [answer] = jsonLines<Answer>(searched)
    const [root, ...others] = jsonLines<NodeJson>(recorded)
    expect(others).toEqual([])
    expect(root).toMatchObject({ node: 0, kind: 'max', edge: null, board: POSITION, flags: [], source: null })
    expect(root!.subtree).toBe(answer!.nodes)
    for (const { edge, value } of root!.children) expect(value).toBeCloseTo(answer!.values[edge!]!, 9)
    const nodes = flat(root!)
    expect(new Set(nodes.map(({ node }) => node)).size).toBe(nodes.length)
    expect(nodes.every(({ more }) => more === 0)).toBe(true)
    const hit = nodes.find(({ flags }) => flags.includes('table-hit'))!
    const source = nodes.find(({ node }) => node === hit.source)!
    expect([source.board, source.value]).toEqual([hit.board, hit.value])
  })
})

test('lab tree --save keeps a tree that lab tree show reads back the same, and refuses when damaged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lab-tree-'))
  const file = join(folder, 'a.trace')
  const saved = await lab(['tree', POSITION, '--depth', '2', '--save', file, '--json'])
  const shown = await lab(['tree', 'show', file, '--json'])
  expect(shown.stdout).toBe(saved.stdout)
  const few = jsonLines<NodeJson>(await lab(['tree', 'show', file, '--json', '--levels', '0']))
  expect(few[0]).toMatchObject({ children: [], more: 4 })
  expect(await lab(['tree', POSITION, '--save', file])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('it is there already') as string,
  })

  const bytes = readFileSync(file)
  bytes[bytes.length - 100]! ^= 1
  writeFileSync(file, bytes)
  expect(await lab(['tree', 'show', file])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('a.trace: the column "') as string,
  })
  writeFileSync(file, bytes.subarray(0, 5000))
  expect(await lab(['tree', 'show', file])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('ends after 5000 of') as string,
  })
  rmSync(folder, { recursive: true })
})

test('lab tree --save is refused before the search where no file can be written', async () => {
  for (const place of [join(tmpdir(), 'no-such-folder', 'a.trace'), join(import.meta.filename, 'a.trace')])
    // a search that would take for ever
    expect(await lab(['tree', POSITION, '--depth', '60', '--cut', '0', '--save', place])).toMatchObject({ code: 1, stdout: '' })
})

test('two saves to one name at once do not meet: one file is there in the end, and whole', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lab-tree-'))
  const file = join(folder, 'a.trace')
  const [small, large] = await Promise.all(
    [0, 1].map(async depth => {
      const one = join(folder, `depth-${depth}`)
      expect(await lab(['tree', POSITION, '--depth', String(depth), '--save', one])).toMatchObject({ code: 0 })
      return readTrace(one)
    }),
  )
  const saves = await Promise.allSettled([writeTrace(file, large!), writeTrace(file, small!)])
  expect(saves.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect(readdirSync(folder)).toEqual(['a.trace', 'depth-0', 'depth-1'])
  expect([small, large]).toContainEqual(await readTrace(file))
  rmSync(folder, { recursive: true })
})

test('a save that is killed leaves nothing under the name, and the next one is not in its way', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lab-tree-'))
  const file = join(folder, 'a.trace')
  const dying = { NODE_OPTIONS: `--require ${join(import.meta.dirname, '../../../support/dyingAtSave.cjs')}` }
  expect((await ending(startLab(['tree', POSITION, '--depth', '1', '--save', file], dying))).code).toBeNull()
  const left = [expect.stringMatching(/^a\.trace\.part-\d+-[0-9a-f]{8}$/) as string]
  expect(readdirSync(folder)).toEqual(left)
  expect(await lab(['tree', POSITION, '--save', file])).toMatchObject({ code: 0 })
  expect(readdirSync(folder)).toEqual(['a.trace', ...left])
  expect(await lab(['tree', 'show', file])).toMatchObject({ code: 0, stderr: '' })
  // after a while the next save removes it
  const drafts = readdirSync(folder).filter(name => name !== 'a.trace')
  for (const draft of drafts) utimesSync(join(folder, draft), 0, 0)
  rmSync(file)
  expect(await lab(['tree', POSITION, '--depth', '0', '--save', file])).toMatchObject({ code: 0 })
  expect(readdirSync(folder)).toEqual(['a.trace'])
  rmSync(folder, { recursive: true })
})

test.each([
  [['tree', 'show', 'a.trace', '--svg', '--json'], 2],
  [['tree', 'show', '/nowhere/a.trace'], 1],
])('%j is refused', async (args, code) => {
  const ended = await lab(args)
  expect(ended.code).toBe(code)
  expect(ended.stdout).toBe('')
})

function flat(node: NodeJson): NodeJson[] {
  return [node, ...node.children.flatMap(flat)]
}
