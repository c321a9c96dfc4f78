/** `lab tree GAME POSITION`: recorded searches of any game. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { NodeJson } from '../../../../src/core/tree/treeJson'
import { lab } from '../../../support/terminalHere'
import { jsonLines } from '../../../support/terminalProcess'

const tree = (...args: string[]) => lab(['tree', ...args])
const recorded = async (...args: string[]) => jsonLines<NodeJson>(await tree(...args, '--json'))[0]!

describe('lab tree GAME --json', () => {
  test('has the value and the node count of lab think, and every node once', async () => {
    for (const asked of [
      ['ticTacToe', 'X.O/.../..X', '--searcher', 'pvs', '--table', '10', '--order', 'static'],
      ['ticTacToe', 'start', '--searcher', 'alphaBeta', '--depth', '4'],
      ['exampleTree', 'start', '--searcher', 'expectimax'],
      ['twenty48', 'EDC1BA9187611110', '--searcher', 'expectimax', '--depth', '3'],
    ]) {
      const [thought] = jsonLines<{ value: number; nodes: number }>(await lab(['think', ...asked, '--json']))
      const root = await recorded(...asked)
      expect([root.value, root.subtree]).toEqual([thought!.value, thought!.nodes])
      const nodes = flat(root)
      expect(new Set(nodes.map(({ node }) => node)).size).toBe(nodes.length)
      expect(nodes.every(({ more }) => more === 0)).toBe(true)
    }
  })

  test('has windows, bounds, and what was not visited', async () => {
    const root = await recorded('exampleTree', '(max 3 (min 2 9))', '--searcher', 'alphaBeta')
    expect(root).toMatchObject({ kind: 'max', state: '(max 3 (min 2 9))', value: 3, bound: 'exact', window: [null, null] })
    const [, cut] = root.children
    expect(cut).toMatchObject({ kind: 'min', edge: '2', value: 2, bound: 'upper', flags: ['alpha-cut'] })
    expect(cut!.window![0]).toBeCloseTo(3, 6)
    expect(cut!.children[1]).toMatchObject({ value: null, bound: null, flags: ['not-visited'], subtree: 0 })
  })

  test('says why a chance node was cut, and keeps its tree in a file that opens again', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'lab-star-')), 'star.trace')
    const text = '(max (min 2 (chance 0.4:(max 6 1) 0.3:(max 4 0) 0.3:(max 1 -5))) 0)'
    for (const searcher of ['star1', 'star2']) {
      rmSync(file, { force: true })
      const saved = await tree('exampleTree', text, '--searcher', searcher, '--save', file)
      expect([saved.code, saved.stderr]).toEqual([0, expect.anything()])
      const { stdout } = await tree('show', file)
      expect(stdout).toMatch(/○ 2 +≥ 2\.1 .*α = −∞, β = 2, pruned: 2\.1 ≥ β = 2/)
    }
  })

  test('has a value for each player, and says whose node it is, also from a file', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'lab-many-')), 'many.trace')
    const text = '(p1 [3,1,2] (p2 [0,4,1] [2,2,2]))'
    expect((await tree('exampleTree', text, '--searcher', 'helpNext', '--save', file)).code).toBe(0)
    const { stdout } = await tree('show', file)
    expect(stdout).toMatch(/◇₁ root +2 2 2 .*\n +▪ 1 +3 1 2 .*\n +◇₂ 2 \* +2 2 2 .*\n +▪ 1 +0 4 1 .*\n +▪ 2 \* +2 2 2 /)
    const [root] = flat(await recorded('exampleTree', text, '--searcher', 'maxN'))
    expect(root).toMatchObject({ kind: 'agent', value: 3, values: [3, 1, 2] })
  })

  test('of a sampling has its worlds, also from a file; Monte-Carlo tree search in them is refused', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'lab-worlds-')), 'worlds.trace')
    const hidden = ['warehouse', 'start', '--rule', 'hidden=true', '--searcher', 'sampling', '--set', 'worlds=3', '--depth', '2']
    expect((await tree(...hidden, '--save', file)).code).toBe(0)
    const { stdout } = await tree('show', file)
    expect(stdout).toMatch(/○ root.*\n +△ world 1 .* p 0\.333333 .*\n +▽ /)
    const again = JSON.parse((await tree('show', file, '--json')).stdout) as NodeJson
    expect(again.children.map(({ edge }) => edge)).toEqual(['world 1', 'world 2', 'world 3'])
    // they differ in what is hidden alone
    expect(new Set(again.children.map(({ state }) => state)).size).toBeGreaterThan(1)
    const { code, stderr } = await tree(...hidden, '--set', 'inner=mcts', '--set', 'inner.iterations=9')
    expect([code, stderr]).toEqual([2, expect.stringContaining('inner: trees of sampling are not recorded where mcts searches')])
  })

  test('calls the mean of visits or of drawn worlds an estimate, and knows no depth of visits', async () => {
    const root = await recorded('exampleTree', '(max (min 3 1) 2)', '--searcher', 'mcts', '--set', 'iterations=9')
    expect(root).toMatchObject({ bound: 'estimate', depthLeft: null, visits: 9 })
    expect(root.children[0]).toMatchObject({ kind: 'min', bound: 'estimate', depthLeft: null })
    expect(root.children[1]).toMatchObject({ kind: 'leaf', value: 2, bound: 'exact' })
    const sampled = ['warehouse', 'start', '--searcher', 'sampling', '--set', 'worlds=2', '--depth', '1']
    const hidden = await recorded(...sampled, '--rule', 'hidden=true')
    expect([hidden.bound, hidden.depthLeft, hidden.children[0]!.bound]).toEqual(['estimate', 2, 'exact'])
    expect(await recorded(...sampled)).toMatchObject({ bound: 'exact' }) // nothing is hidden: one world, the position itself
  })

  test('down to a number of levels says how many children it leaves out; the end of the game has no depth', async () => {
    const root = await recorded('ticTacToe', 'XX./OO./...', '--searcher', 'minimax', '--levels', '0')
    expect(root).toMatchObject({ children: [], more: 5, depthLeft: null })
  })
})

test('people get △ and ▽, windows, cuts with their reason, and levels', async () => {
  const { code, stdout } = await tree('exampleTree', '(max 3 (min 2 9) (min 8 6))', '--searcher', 'alphaBeta')
  expect(code).toBe(0)
  expect(stdout).toMatch(/△ root/)
  expect(stdout).toMatch(/▽ 2 +≤ 2 .*α = 3, β = ∞, pruned: 2 ≤ α = 3/)
  expect(stdout).toMatch(/▪ 2 +– +not visited/)
  expect(stdout).toMatch(/▽ 3 \* +6 /)
  expect(stdout).toMatch(/level +nodes .* time\n/)
  const maximised = await tree('exampleTree', '(min 4 (max 5 9))', '--searcher', 'alphaBeta')
  expect(maximised.stdout).toMatch(/△ 2 +≥ 5 .*pruned: 5 ≥ β = 4/)
  const { stdout: svg } = await tree('ticTacToe', 'X.O/.../..X', '--searcher', 'alphaBeta', '--svg')
  expect(svg).toMatch(/^<svg [\s\S]*▽[\s\S]*pruned: [\s\S]*<\/svg>\n$/)
})

test('only a search that was stopped says so', async () => {
  const shown = async (...args: string[]) => (await tree(...args)).stdout
  const random = await shown('exampleTree', '(max 1 (min 2 9))', '--searcher', 'random')
  expect(random).toMatch(/▪ 1 +– +not visited/)
  for (const whole of [random, await shown('exampleTree', '(chance 0.5:1 0.5:(min 2 9))', '--searcher', 'greedy')])
    expect(whole).not.toContain('stopped')
  expect(await shown('ticTacToe', 'start', '--searcher', 'alphaBeta', '--nodes', '2')).toMatch(/root .*stopped/)
})

describe('wrong usage ends with 2 and names the place', () => {
  test.each([
    [['EDC1BA9187611110', 'start'], 'game: "EDC1BA9187611110" is none of ticTacToe'],
    [['ticTacToe', 'start'], "required option '--searcher <id>' not specified"],
    [['exampleTree', '(p1 [1,2,3])', '--searcher', 'greedy'], 'trees of greedy are recorded of games of one or two agents'],
    [['twenty48', 'start', '--searcher', 'expectimax'], 'depth: twenty48 is searched within a limit'],
    [['ticTacToe', 'start', '--searcher', 'minimax', '--json', '--svg'], '--svg'],
  ])('%j', async (args, message) => {
    const { code, stdout, stderr } = await tree(...args)
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)])
  })
})

function flat(node: NodeJson): NodeJson[] {
  return [node, ...node.children.flatMap(flat)]
}
