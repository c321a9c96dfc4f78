/**
 * The scripts of all Vue components in one TypeScript program, for the lint. By itself typescript-eslint makes a program anew for each
 * component, since what it is given to parse, the script, is not what the file holds: two thirds of the time of the whole lint.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import typescript from 'typescript-eslint'
import * as vueParser from 'vue-eslint-parser'
import { root } from './fresh.mjs'

/** The type omits the options. @type {any} */
const typescriptParser = typescript.parser

/** @type {import('typescript').Program | undefined} */
let program

/** For `parserOptions.parser` of vue-eslint-parser. Expressions of a template come without `project`, and have no types. */
export const parser = {
  /** @param {string} code @param {Record<string, unknown>} options */
  parseForESLint(code, { project, ...options }) {
    if (!project) return typescriptParser.parseForESLint(code, options)
    program ??= makeProgram(join(root, String(project)), options)
    // a file that is not on the disk, as in an editor or between two passes of --fix, is in no program
    if (program.getSourceFile(String(options['filePath']))?.text !== code)
      return typescriptParser.parseForESLint(code, { ...options, project, extraFileExtensions: ['.vue'] })
    return typescriptParser.parseForESLint(code, { ...options, programs: [program] })
  },
}

/** @param {string} configFile @param {Record<string, unknown>} options */
function makeProgram(configFile, options) {
  const { config } = ts.readConfigFile(configFile, ts.sys.readFile)
  const vue = [{ extension: '.vue', isMixedContent: true, scriptKind: ts.ScriptKind.Deferred }]
  const parsed = ts.parseJsonConfigFileContent(config, ts.sys, root, {}, configFile, undefined, vue)
  const host = ts.createCompilerHost(parsed.options, true)
  const read = host.getSourceFile
  host.getSourceFile = (file, ...rest) =>
    file.endsWith('.vue')
      ? ts.createSourceFile(file, scriptOf(file, options), rest[0], true, ts.ScriptKind.TS)
      : read(file, ...rest)
  return ts.createProgram(parsed.fileNames, { ...parsed.options, allowNonTsExtensions: true }, host)
}

/** As vue-eslint-parser hands it on. @param {string} file @param {Record<string, unknown>} options */
function scriptOf(file, options) {
  let script = ''
  const listening = {
    /** @param {string} code @param {Record<string, unknown>} its */
    parseForESLint(code, { project, ...its }) {
      if (project) script = code
      return typescriptParser.parseForESLint(code, its)
    },
  }
  vueParser.parseForESLint(readFileSync(file, 'utf8'), { ...options, filePath: file, project: 'any', parser: listening })
  return script
}
