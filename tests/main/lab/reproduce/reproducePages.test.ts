import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { REPRODUCTIONS } from '../../../../src/core/contract/files'
import { MARK, PLAYED_AGAIN } from '../../../../src/main/lab/reproduce/reproduce'
import { ResultsFile } from '../../../../src/main/lab/reproduce/resultsFile'

const file = (name: string) => fileURLToPath(new URL(`../../../../docs/results/${name}`, import.meta.url))

test.each(REPRODUCTIONS)('the page of %s in docs/results says what its rows do', name => {
  const page = readFileSync(file(`${name}.md`), 'utf8')
  const command = /^Made by `(.+?)` with/m.exec(page)![1]!
  const results = ResultsFile.read(file(`${name}.jsonl`), name)
  const { page: makePage, picture } = PLAYED_AGAIN[name]
  expect(page).toBe(`${MARK}\n\n${makePage(results, command, Infinity)}\n`)
  if (picture) expect(readFileSync(file(`${name}.svg`), 'utf8')).toBe(`${MARK}\n${picture(results, Infinity)}\n`)
  for (const [, linked] of page.matchAll(/\]\(([\w-]+\.\w+)\)/g)) expect(existsSync(file(linked!)), linked).toBe(true)
})
