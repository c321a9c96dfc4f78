/** The lint that keeps bare calls out of the screens, by the configuration as it is. */
import { ESLint, Linter } from 'eslint'
import ts from 'typescript-eslint'
import { expect, test } from 'vitest'
import vueParser from 'vue-eslint-parser'

const SCREEN = 'src/renderer/src/features/tree/TreeScreen.vue'
const COMPOSABLE = 'src/renderer/src/features/tree/useOpenTrees.ts'

/** What a component would look like in which the answer is shown of whatever is looked at by then. */
const LATE = `<script setup lang="ts">
const lab = useLab()
async function look() {
  const found = await lab.call('treeNode', { tree: 1, node: '0' })
  node.value = found
}
</script>`

async function faults(text: string, file: string): Promise<number> {
  const { rules } = (await new ESLint().calculateConfigForFile(file)) as Linter.Config
  const rule = rules!['no-restricted-syntax']!
  const parser = file.endsWith('.vue') ? vueParser : ts.parser
  const languageOptions = { parser, parserOptions: { parser: ts.parser } } as Linter.LanguageOptions
  const found = new Linter().verify(
    text,
    { files: ['**/*.{ts,vue}'], languageOptions, rules: { 'no-restricted-syntax': rule } },
    file,
  )
  // a text that cannot be read, or a file that no configuration is for, is a fault of this test
  expect(found.filter(({ ruleId }) => ruleId !== 'no-restricted-syntax')).toEqual([])
  return found.length
}

test('a bare call in a component or a composable of a screen is a fault', async () => {
  expect(await faults(LATE, SCREEN)).toBe(1)
  expect(await faults('async () => { await other(); return useLab().call("runs", undefined) }', COMPOSABLE)).toBe(1)
  expect(await faults('const { call } = useLab()', COMPOSABLE)).toBe(1)
})

test('a question through a primitive is none', async () => {
  expect(await faults('const change = useMutation(tell); void change(ask => ask("runs", undefined))', COMPOSABLE)).toBe(0)
})
