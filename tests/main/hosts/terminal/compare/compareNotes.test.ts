import { expect, test } from 'vitest'
import { compareTable } from '../../../../../src/main/hosts/terminal/compare/compareTable'
import { heldLines } from '../../../../../src/main/hosts/terminal/tune/tuneView'
import { styleFor } from '../../../../../src/main/hosts/terminal/output/style'
import { PRESETS } from '../../../../../src/core/contract/tuning/presets'

const style = styleFor({ isTTY: false } as NodeJS.WriteStream, { COLUMNS: '400' })

/** Two or three players of 200 games, with the p of their first pair. */
function shown(p: number, holm: number, verdict: 'open' | 'better', names = ['a', 'b']): string {
  const players = names.map(name => ({ name, games: 200, mean: 100, interval: [90, 110], always: [80, 120], median: 100, max: 900, msPerMove: { mean: 1 }, reproducible: true })) // oxfmt-ignore
  const pairs = names.flatMap((a, i) => names.slice(i + 1).map(b => ({ a, b })))
  const differences = pairs.map((pair, i) => ({ ...pair, mean: 5, interval: [1, 9], always: [-2, 12], level: 0.95, looks: 1, p: i === 0 ? p : 0.5, holm: i === 0 ? holm : 1, verdict })) // oxfmt-ignore
  const result = { players, differences, correlation: { pairs: pairs.map(pair => ({ ...pair, r: 0 })) }, games: 200, looks: 1, ended: 'games' } // oxfmt-ignore
  const player = { limits: { depth: 1 }, settings: { leaf: 'afterstate', points: 'ignored', dead: 0, floor: 'none', cut: 0, table: 'off', tableBits: 16 } } // oxfmt-ignore
  const plan = { seed: 1, players: names.map(name => ({ name, player })), rule: { games: 200, margin: 0 } }
  const outcome = { plan, provenances: [{ threads: 1, hardware: { cpu: 'a cpu' } }], id: null, seconds: 1 }
  return compareTable(result as never, outcome as never, style)
    .join(' ')
    .replaceAll(/\s+/g, ' ')
}

test('a verdict that is open beside a small p says why', () => {
  expect(shown(0.005, 0.033, 'open', ['a', 'b', 'c'])).toMatch(/p \(Holm\) is below 0[.]05 beside "open": .* still contains 0[.]/)
  expect(shown(0.026, 0.026, 'open')).toMatch(/p is below 0[.]05 beside "open"/)
  // p of a pair is small by itself, and not by Holm
  expect(shown(0.03, 0.09, 'open', ['a', 'b', 'c'])).not.toContain('beside "open"')
  expect(shown(0.001, 0.001, 'better')).not.toContain('beside "open"')
})

test('a run says which weights it holds', () => {
  expect(heldLines(PRESETS['noisy-smart'].config.objective, style).join(' ')).toContain('Held, not searched: h3 at 1.000.')
  expect(heldLines(PRESETS['thesis-1'].config.objective, style)).toEqual([])
})
