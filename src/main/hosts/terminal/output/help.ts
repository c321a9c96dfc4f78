/** Help that fits the screen. */
import { Help, type AddHelpTextContext, type HelpConfiguration } from 'commander'
import { fitted, indented, INDENT, LEAST_BESIDE, labelled } from './layout'

/** Columns of a help, if the screen has them: longer lines are hard to read. */
export const MOST_COLUMNS = 100
/** Ends a line whose command continues on the next one. */
const MARK = ' \\'
/** Indentation of a command's further lines, in columns. */
const COMMAND_HANG = 4

/** Each description beside its term or, where too little room is left there, all of them below. */
export const HELP_FORM: HelpConfiguration = {
  minWidthToWrap: 1,
  formatItem(term, termWidth, description, { helpWidth: all = MOST_COLUMNS }) {
    const room = all - INDENT
    const wide = room - termWidth - 2 < LEAST_BESIDE ? 0 : termWidth
    return indented(labelled(term, wide, description, room)).join('\n')
  },
  formatHelp(command, helper) {
    const text = Help.prototype.formatHelp.call(helper, command, helper)
    return fittedLines(text, helper.helpWidth ?? MOST_COLUMNS)
  },
}

/**
 * The text below the options: prose, and commands as lines that begin with spaces. A command that is too long is split with a backslash,
 * as a shell reads it.
 */
export function helpNotes(text: string): (context: AddHelpTextContext) => string {
  return ({ command }) => fittedLines(text, command.configureOutput().getOutHelpWidth?.() ?? MOST_COLUMNS)
}

const COMMAND = /^ +(lab|echo|printf) /

function fittedLines(text: string, room: number): string {
  const lines = text.split('\n').flatMap(line => {
    if (COMMAND.test(line)) return brokenCommand(line, room)
    return fitted(line, room, line.startsWith(' ') ? INDENT : 0)
  })
  return lines.join('\n')
}

/** Between words that are not quoted; the value of a flag and the file behind ">" stay with it where there is room. */
function brokenCommand(line: string, room: number): string[] {
  if (line.length <= room) return [line]
  const [indent] = /^ */.exec(line)!
  const further = indent.length + COMMAND_HANG
  const lines: string[] = []
  for (const part of line.match(/(?:(?:--[\w-]+|[|>&]+) (?!-))?(?:"[^"]*"|'[^']*'|[^\s"'])+/g)!) {
    const words = further + part.length + MARK.length > room ? part.split(/(?<=^(?:--[\w-]+|[|>&]+)) /) : [part]
    for (const word of words) {
      const last = lines.at(-1)
      if (last !== undefined && last.length + 1 + word.length + MARK.length <= room) lines[lines.length - 1] = `${last} ${word}`
      else lines.push(' '.repeat(last === undefined ? indent.length : further) + word)
    }
  }
  return lines.map((each, i) => (i < lines.length - 1 ? each + MARK : each))
}
