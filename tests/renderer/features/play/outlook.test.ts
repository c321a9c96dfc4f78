import { describe, expect, test } from 'vitest'
import type { OutlookView } from '../../../../src/core/contract/calls'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import type { Chance } from '../../../../src/core/games/twenty48/scale/calibration'
import { Outlook } from '../../../../src/core/games/twenty48/outlook'
import OutlookPanel from '../../../../src/renderer/src/features/play/engine/OutlookPanel.vue'
import { usePlayerStore } from '../../../../src/renderer/src/features/play/engine/playerStore'
import { useProfiles } from '../../../../src/renderer/src/bridge/profiles'
import { fakeLab, flushPromises, mountWith, PROFILES } from '../../helpers'

const board = parseBoard('8321 2100 0000 0000')
const next = parseBoard('9321 2100 0000 0000')

/** A third of the games ends at each of three tiles. */
function view(of = board, games = 30): OutlookView {
  const outlook = new Outlook(of)
  for (let game = 0; game < games; game++) outlook.add(game, parseBoard(`${['8', '9', 'A'][game % 3]!}321 2100 0000 0000`))
  return { board: of, games, tiles: outlook.tiles, running: true, profile: 'positional', depth: 1 }
}

async function open(answer: OutlookView | null, chance?: Chance, by: 'calibration' | undefined = chance && 'calibration') {
  const fake = fakeLab(() => answer)
  const panel = mountWith(OutlookPanel, fake.lab, {
    props: { board, ...(chance && { chance }), ...(by && { by }) },
    slots: { default: 'Not calibrated: an offer' },
  })
  useProfiles().show([{ ...PROFILES[0]!, name: 'positional', title: 'Power with a snake' }])
  await flushPromises()
  const rows = () => panel.findAll('tbody tr').map(row => row.findAll('th, td').map(cell => cell.text()))
  const emit = async (payload: OutlookView | null) => {
    fake.emit('outlook', payload)
    await flushPromises()
  }
  return { ...fake, panel, rows, emit }
}

describe('how far from here', () => {
  test('asks once, and shows tiles with chances and intervals, whose bars are absolute', async () => {
    const { panel, rows, asked } = await open(view())
    expect(asked('outlook')).toHaveLength(1)
    expect(rows().map(([tile, , share]) => [tile, share])).toEqual([
      ['512', '67%'],
      ['1024', '33%'],
      ['2048', '0%'],
      ['4096', '0%'],
      ['8192', '0%'],
      ['16384', '0%'],
    ])
    const [low, high] = view().tiles[0]!.interval
    expect(rows()[0]![3]).toBe(`${Math.round(100 * low)}–${Math.round(100 * high)}`)
    expect(panel.text()).toContain('Power with a snake 30 games, depth 1')
    const bar = panel.get<HTMLElement>('.known').element
    expect(Number(bar.style.getPropertyValue('--share'))).toBeCloseTo(2 / 3)
  })

  test('rows stay, and are hatched, while nothing is known of the board', async () => {
    const { panel, rows, emit } = await open(null)
    const unknown = () => panel.findAll('tbody .unknown').length
    expect([rows().length, unknown()]).toEqual([6, 6])
    await emit(view(board, 0))
    expect(unknown()).toBe(6)
    await emit(view())
    expect([rows().length, unknown()]).toEqual([6, 0])
    await panel.setProps({ board: next })
    expect([rows()[0]![0], unknown()]).toEqual(['1024', 6])
    await emit(view(next))
    expect(unknown()).toBe(0)
    await emit(null)
    expect(unknown()).toBe(6)
  })

  test('has the chosen player’s own chance above, and says so where the quick games contradict it', async () => {
    const own = (share: number, rank = 9): Chance => ({ rank, share, interval: [share - 0.05, share + 0.05] })
    const { panel, rows } = await open(view(board, 300), own(0.9))
    const above = () => panel.findAll('.own > span').map(each => each.text())
    expect(above()).toEqual(['512', '', '90%', '85–95'])
    expect(panel.text()).not.toContain('uncertain')
    expect(rows()[0]![2]).toBe('67%')
    await panel.setProps({ chance: own(0.5) })
    expect(panel.text()).toContain('few such boards: uncertain')
    await panel.setProps({ chance: own(0.5, 11) }) // a tile further away is another question
    expect(panel.text()).not.toContain('uncertain')
    await panel.setProps({ chance: undefined })
    expect(above()).toEqual(['–', '', '', ''])
  })

  test('each block has the name of its player: the chosen one above, the quick one below', async () => {
    const { panel } = await open(view(), { rank: 9, share: 0.9, interval: [0.9, 0.9] })
    usePlayerStore().offer([{ ...PROFILES[0]!, title: 'Strongest' }], PROFILES[0]!.name)
    await flushPromises()
    const headings = panel.findAll('h3').map(each => each.get('b').text())
    expect(headings).toEqual(['Strongest', 'Power with a snake'])
  })

  test('says whose chance stands above, and calls a player calibrated only if it is', async () => {
    const chance = { rank: 10, share: 0.599, interval: [0.599, 0.599] } as const
    const { panel } = await open(view(), chance)
    const above = () => panel.findAll('.own > span').map(each => each.text())
    const first = () => panel.get('.caption').text()
    expect(first()).toMatch(/calibrated$/)
    await panel.setProps({ by: 'expert' })
    expect([first(), above()]).toEqual(['Wall expert', ['1024', '', '59.9%', '']])
    await panel.setProps({ by: 'unlike', chance: undefined })
    expect(first()).toMatch(/not calibrated for such a board$/)
    await panel.setProps({ by: 'none' })
    expect([panel.text().includes('Not calibrated: an offer'), panel.find('.own').exists()]).toEqual([true, false])
    await panel.setProps({ by: undefined })
    expect(panel.text()).not.toContain('alibrated')
  })
})
