import { expect, test } from 'vitest'
import { h, shallowRef } from 'vue'
import RunList from '../../../../src/renderer/src/ui/runs/RunList.vue'
import { fakeLab, flushPromises, mountScreen } from '../../helpers'

const line = (key: number) => ({ key, name: `run ${key}`, state: 'finished', look: 'finished', about: '' })

test('arrows move through a list of runs, Enter shows the reached one, and Space ticks it without showing it', async () => {
  const done: unknown[] = []
  const current = shallowRef(2)
  const page = mountScreen(fakeLab().lab, () =>
    h(RunList, {
      ...{ label: 'Runs', lines: [1, 2, 3].map(line), current: current.value, ticked: new Map([[2, 'blue']]) },
      onShow: (key: number) => done.push(['show', key]),
      onTick: (key: number) => done.push(['tick', key]),
    }),
  )
  const reached = () => document.activeElement?.querySelector('.run-name')?.textContent
  async function press(key: string): Promise<boolean> {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    document.activeElement!.dispatchEvent(event)
    await flushPromises()
    return event.defaultPrevented
  }

  expect(page.findAll('.row[tabindex="0"]').map(each => each.text())).toEqual([expect.stringContaining('run 2')])
  page.get<HTMLElement>('.row[tabindex="0"]').element.focus()
  await press('ArrowDown')
  await press('ArrowDown') // no further than the last
  expect(reached()).toBe('run 3')
  expect(await press(' ')).toBe(true)
  await press('Home')
  expect(reached()).toBe('run 1')
  expect(await press('Enter')).toBe(false) // it clicks the button
  page.get<HTMLElement>('.row[tabindex="0"]').element.click()
  expect(done).toEqual([
    ['tick', 3],
    ['show', 1],
  ])
  expect(page.findAll('.row[tabindex="0"]')).toHaveLength(1)
})
