import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './fresh.mjs'

/**
 * Runs one of the project's own command-line tools on this Node, without a shell, so that it works alike on every system.
 * @param {string} tool the package's name, or `package#command` for a command with another name
 * @param {readonly string[]} args
 * @param {'inherit' | 'pipe'} output `pipe` collects stdout and stderr in the order they arrive
 * @param {string} [folder] where it runs
 * @returns {Promise<{ code: number, text: string }>}
 */
export function runTool(tool, args, output, folder) {
  return ending(startNode([commandFile(tool), ...args], output, folder))
}

/**
 * Starts a program of the project on this Node.
 *
 * @param {readonly string[]} args
 * @param {'inherit' | 'pipe'} output
 * @param {string} [folder] where it runs
 */
export function startNode(args, output, folder = root) {
  return spawn(process.execPath, args, { cwd: folder, stdio: ['inherit', output, output] })
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<{ code: number, text: string }>} its output, if that is a pipe
 */
export function ending(child) {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', chunk => (text += chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', code => resolve({ code: code ?? 1, text }))
  })
}

/** @param {string} tool */
function commandFile(tool) {
  const [name = tool, command = name] = tool.split('#')
  const folder = join(root, 'node_modules', name)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[command])
}
