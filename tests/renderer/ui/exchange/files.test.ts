import { expect, test } from 'vitest'
import { pickedFiles } from '../../../../src/renderer/src/ui/exchange/files'

test('the files of a field are taken out of it, so that the same can be chosen again', () => {
  const files = [new File(['1'], 'one.json'), new File(['2'], 'two.json')]
  // as a browser has it: a list that is empty again once the field is
  const field = { list: files, value: 'C:\\fakepath\\one.json' }
  const target = {
    get files() {
      return field.list
    },
    set value(text: string) {
      field.value = text
      if (text === '') field.list = []
    },
  }
  expect(pickedFiles({ target } as unknown as Event)).toEqual(files)
  expect([field.value, field.list]).toEqual(['', []])
})
