/** The texts of a source file that people read: comments, docstrings, string literals, and the text of a component's template. */
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import ts from 'typescript'

/** @typedef {{ line: number, text: string }} Text */

const SCRIPT = /(<script[^>]*>)([\s\S]*?)<\/script>/g
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*/g

/** The TypeScript files, scripts and components below a folder. @param {string} folder */
export function sourceFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && ['.ts', '.vue', '.mjs'].includes(extname(entry.name)))
    .map(({ parentPath, name }) => join(parentPath, name))
}

/** The texts of one file, with the line each begins on. @param {string} file @returns {Text[]} */
export function textsOfSource(file) {
  const code = readFileSync(file, 'utf8')
  if (extname(file) !== '.vue') return textsOfScript(code)
  const texts = [...code.matchAll(SCRIPT)].flatMap(({ index, 1: tag = '', 2: script = '' }) =>
    textsOfScript(script, lineAt(code, index + tag.length)),
  )
  const rest = code.replaceAll(SCRIPT, blank)
  const styles = rest.replaceAll(/<template>[\s\S]*<\/template>/g, blank)
  const template = rest.replaceAll(/<style[\s\S]*?<\/style>/g, blank).replaceAll(/\{\{[\s\S]*?\}\}/g, blank)
  const shown = template.matchAll(/<!--[\s\S]*?-->|(?<=>)[^<>]+(?=<)/g)
  return [...texts, ...textsAt(template, shown), ...textsAt(styles, styles.matchAll(/\/\*[\s\S]*?\*\//g))]
}

/** @param {string} code @returns {Text[]} */
function textsOfScript(code, firstLine = 1) {
  const source = ts.createSourceFile('source.ts', code, ts.ScriptTarget.Latest, true)
  /** @type {Text[]} */
  const texts = []
  /** The code without its literals: slashes are left in comments only. */
  let bare = ''
  let end = 0
  const leaveOut = (/** @type {ts.Node} */ node) => {
    const start = node.getStart(source)
    bare += code.slice(end, start) + blank(code.slice(start, node.end))
    end = node.end
  }
  const add = (/** @type {ts.Node} */ node, /** @type {string} */ text) => {
    // a single word is a key or a value of the code
    if (/\s/.test(text.trim())) texts.push({ line: firstLine - 1 + lineAt(code, node.getStart(source)), text: flat(text) })
  }
  /** @param {ts.Node} node */
  function visit(node) {
    if (ts.isTemplateExpression(node)) {
      add(node, node.head.text + node.templateSpans.map(({ literal }) => `X${literal.text}`).join(''))
      leaveOut(node.head)
      for (const span of node.templateSpans) {
        visit(span.expression)
        leaveOut(span.literal)
      }
      return
    }
    if (ts.isStringLiteralLike(node)) {
      if (!ts.isImportDeclaration(node.parent) && !ts.isExportDeclaration(node.parent)) add(node, node.text)
      leaveOut(node)
    } else if (ts.isRegularExpressionLiteral(node)) leaveOut(node)
    ts.forEachChild(node, visit)
  }
  visit(source)
  bare += code.slice(end)
  return [...texts, ...textsAt(bare, bare.matchAll(COMMENT), firstLine)]
}

/** @param {string} code @param {Iterable<RegExpMatchArray>} matches @returns {Text[]} */
function textsAt(code, matches, firstLine = 1) {
  return [...matches].flatMap(({ index = 0, 0: text }) =>
    /\w/.test(text) ? [{ line: firstLine - 1 + lineAt(code, index), text: flat(text) }] : [],
  )
}

/** Without the marks of a comment, code spans, links and names of parameters: a code span is a word. @param {string} text */
function flat(text) {
  return text
    .replaceAll(/^\s*(?:\/\*+|\*+\/|\*|\/\/+|<!--)|\*+\/$|-->$/gm, '')
    .replaceAll(/`[^`]*`|\{@link [^}]*\}|@\w+ \{[^}]*\}|@param \w+/g, 'X')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Spaces of the same length and lines. @param {string} text */
function blank(text) {
  return text.replaceAll(/\S/g, ' ')
}

/** @param {string} code @param {number} at */
function lineAt(code, at) {
  return code.slice(0, at).split('\n').length
}
