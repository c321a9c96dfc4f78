/**
 * The code of the pages "Add a …": what a block says of its file in its first line, applied to a copy of the sources. The step "types: page"
 * of `npm run check` compiles that copy, so the pages stay true; `npm run soak -- examples` also runs their commands in a copy.
 *
 * A block is a whole file, or with `diff` lines to add and to remove between lines that stand in the file once.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { pages } from './rooms.mjs'
import { root } from './fresh.mjs'
import { runTool } from './tool.mjs'

const BLOCK = /^```(\w+) (\S+)\n([\s\S]*?)^```$/gm

/**
 * Applies the blocks to a tree. Blocks that are applied already change nothing.
 * @param {string} tree
 * @param {readonly string[]} [of] the pages
 * @returns the changed files, relative to the tree
 */
export function applyExamples(tree, of = pages()) {
  /** @type {Set<string>} */
  const files = new Set()
  for (const page of of)
    for (const [, language, file = '', code = ''] of readFileSync(page, 'utf8').matchAll(BLOCK)) {
      const path = join(tree, file)
      mkdirSync(dirname(path), { recursive: true })
      const text = language === 'diff' ? edited(readFileSync(path, 'utf8'), code, `${relative(root, page)}: ${file}`) : code
      writeFileSync(path, text)
      files.add(file)
    }
  return [...files]
}

/** @param {string} text @param {string} diff @param {string} where for errors */
export function edited(text, diff, where) {
  let result = `\n${text}` // so that each line begins with its end
  for (const hunk of diff.split(/^@@.*\n/m)) {
    const lines = hunk.split('\n').slice(0, -1)
    const odd = lines.find(line => line !== '' && !' +-'.includes(line[0] ?? ''))
    if (odd !== undefined) throw new Error(`${where}: a line of a diff begins with a blank, + or -, but not this: ${odd}`)
    const [before = '', after = ''] = ['-', '+'].map(
      sign =>
        lines.flatMap(line => (line === '' || ` ${sign}`.includes(line[0] ?? '') ? [`\n${line.slice(1)}`] : [])).join('') + '\n',
    )
    if (result.includes(after)) continue
    const parts = result.split(before)
    if (parts.length !== 2) throw new Error(`${where} has these lines ${parts.length - 1} times, not once:${before}`)
    result = parts.join(after)
  }
  return result.slice(1)
}

/** Checks the page's types and the format of the examples, in a copy of the sources with them. */
export async function checkExamples() {
  const copy = mkdtempSync(join(tmpdir(), 'lab-examples-'))
  try {
    for (const name of [
      'src',
      'resources',
      'tests/oracle',
      'tsconfig.core.json',
      'tsconfig.web.json',
      '.oxfmtrc.jsonc',
      'package.json',
    ])
      cpSync(join(root, name), join(copy, name), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
    const formatted = applyExamples(copy).filter(file => /\.(?:ts|vue|json)$/.test(file))
    const checks = await Promise.all([
      runTool('vue-tsc', ['-p', 'tsconfig.web.json'], 'pipe', copy),
      runTool('oxfmt', ['--check', ...formatted], 'pipe', copy),
    ])
    return {
      code: Math.max(...checks.map(({ code }) => code)),
      text: checks.map(({ text, code }) => (code === 0 ? '' : text)).join(''),
    }
  } catch (error) {
    return { code: 1, text: String(error) }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
