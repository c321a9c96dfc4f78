/** `npm run check`: everything that can be known about the code without running it. One line a step; the output of a failed one. */
import { runTool } from './tool.mjs'

/** @type {readonly (readonly [name: string, tool: string, args: readonly string[]])[]} */
const STEPS = [
  ['format', 'prettier', ['--check', '--log-level', 'warn', '.']],
  ['types: core', 'typescript#tsc', ['-p', 'tsconfig.core.json']],
  ['types: main, preload', 'typescript#tsc', ['-p', 'tsconfig.node.json']],
  ['types: page', 'vue-tsc', ['-p', 'tsconfig.web.json']],
  ['types: tests', 'vue-tsc', ['-p', 'tsconfig.tests.json']],
  ['types: scripts', 'typescript#tsc', ['-p', 'tsconfig.scripts.json']],
  ['lint', 'eslint', ['--max-warnings', '0', '.']],
  ['who may import whom', 'dependency-cruiser#depcruise', ['--config', '.dependency-cruiser.cjs', 'src', 'tests']],
  ['dead code', 'knip', []],
]

let failures = 0
for (const [name, tool, args] of STEPS) {
  const started = performance.now()
  const { code, text } = await runTool(tool, args, 'pipe')
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
  if (code === 0) continue
  failures++
  console.log(text.trimEnd())
}
process.exitCode = failures > 0 ? 1 : 0
