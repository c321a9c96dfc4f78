import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, test } from 'vitest'
import type { UnsavedView } from '../../../src/core/contract/calls'
import { useSaving } from '../../../src/renderer/src/bridge/saving'
import SavingState from '../../../src/renderer/src/ui/shell/SavingState.vue'
import { fakeLab, flushPromises, mountWith, until, withSetup } from '../helpers'

const unsaved: UnsavedView = {
  things: ['game', 'preferences'],
  problem: { code: 'STORE_FULL', message: 'There is no room in /data.' },
  since: 0,
  canWriteAnew: false,
  retries: true,
}

function mount(view: UnsavedView | undefined) {
  return mountWith(SavingState, fakeLab().lab, { props: { unsaved: view, busy: false, tries: 0 } })
}

beforeEach(() => setActivePinia(createPinia()))

describe('what is not saved', () => {
  test('is read out with its reason, in a region that was there before', async () => {
    const wrapper = mount(undefined)
    const region = wrapper.get('[role=status]')
    expect(region.text()).toBe('')
    await wrapper.setProps({ unsaved })
    expect(wrapper.get('[role=status]').element).toBe(region.element)
    expect(region.text()).toContain('Not saved: the game, preferences')
    expect(region.text()).toContain('There is no room in /data.')
    await wrapper.setProps({ unsaved: undefined })
    expect(region.text()).toBe('')
  })

  test('is everything where the folder cannot be used, and only then it can be written anew', async () => {
    const wrapper = mount({ ...unsaved, things: ['data', 'game'], canWriteAnew: true })
    expect(wrapper.text()).toContain('Not saved: everything')
    const buttons = async () => {
      await wrapper.get('button').trigger('click')
      await flushPromises()
      return [...document.querySelectorAll<HTMLElement>('.saving-popover button')]
    }
    const [now, anew] = await buttons()
    expect([now?.innerText, anew?.innerText].map(text => text?.trim())).toEqual(['Try now', 'Write the database anew'])
    anew!.click()
    expect(wrapper.emitted('writeAnew')).toHaveLength(1)
    await wrapper.setProps({ unsaved })
    expect(document.querySelectorAll('.saving-popover button')).toHaveLength(1)
  })

  const popover = () => document.querySelector('.saving-popover')!

  test('says that the lab tries again where it does, and only there', async () => {
    const wrapper = mount(unsaved)
    await wrapper.get('button').trigger('click')
    await flushPromises()
    expect(popover().textContent).toMatch(/There is no room in \/data[.].*The lab tries again automatically[.]/)
    expect(popover().textContent).not.toContain('do it again')
    await wrapper.setProps({ unsaved: { ...unsaved, retries: false } })
    expect(popover().textContent).toContain('The lab does not try again automatically.')
  })

  test('a try that saves everything leaves the focus on the screen', async () => {
    const screen = document.body.appendChild(document.createElement('main'))
    const wrapper = mount(unsaved)
    await wrapper.get('button').trigger('click')
    await flushPromises()
    popover().querySelector('button')!.focus()
    await wrapper.setProps({ unsaved: undefined })
    await until(() => expect(document.activeElement).toBe(screen))
    screen.remove()
  })

  test('follows the lab, and counts the tries of a person until everything is saved', async () => {
    const { lab, emit } = fakeLab(name => (name === 'saveNow' ? unsaved : undefined))
    const saving = withSetup(lab, () => useSaving())
    emit('unsaved', unsaved)
    expect(saving.unsaved).toEqual(unsaved)
    for (let i = 0; i < 2; i++) await saving.saveNow(() => {})
    expect(saving.tries).toBe(2)
    emit('unsaved', null)
    expect([saving.tries, saving.unsaved]).toEqual([0, undefined])
  })
})
