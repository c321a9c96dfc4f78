/** The terminal's messages about unsaved work. */
import type { Unstored, Unsubscribe } from '../../../../core/contract/calls'
import type { CommandGame } from '../../../lab/localLab'
import type { OpenedLab } from '../../../lab/openLab'
import { unsavedGameText, unsavedText, unstoredText } from '../../unsavedText'
import { EXIT, type Terminal } from '../terminal'

/** Reports once when saving starts to fail, and once when everything is saved; also faults that the lab found when it opened its data. */
export function reportSaving(terminal: Terminal, lab: Pick<OpenedLab, 'on' | 'unsaved' | 'rescued' | 'problems'>): Unsubscribe {
  const reported = new Set<string>()
  const reportOpening = (): void => {
    const lines = [
      ...lab.rescued.map(
        ({ file, games, drafts }) =>
          `took over from ${file} what an earlier lab could not save: games: ${games}, unsaved changes of profiles: ${drafts}`,
      ),
      ...lab.problems.map(({ message }) => message),
    ]
    for (const line of lines.filter(line => !reported.has(line))) terminal.complain(line)
    for (const line of lines) reported.add(line)
  }
  const report = problemReporter(terminal, unsavedText, 'every change is saved again')
  reportOpening()
  report(lab.unsaved)
  // the data may be opened only later
  const stops = [lab.on('reopened', reportOpening), lab.on('unsaved', view => report(view ?? undefined))]
  return () => stops.forEach(stop => stop())
}

/** Reports where the work is, and makes the process end as a failure. */
export function reportUnstored(terminal: Terminal, unstored: Unstored | undefined): void {
  if (!unstored) return
  terminal.complain(unstoredText(unstored))
  terminal.exitCode = EXIT.failure
}

/** Like `reportSaving`, for a game in the terminal. */
export const gameReporter = (terminal: Terminal) => problemReporter(terminal, unsavedGameText, 'this game is saved again')

function problemReporter<V>(terminal: Terminal, textOf: (view: V) => string, over: string): (view: V | undefined) => void {
  let isReported = false
  return view => {
    if (view && !isReported) terminal.complain(textOf(view))
    if (!view && isReported) terminal.complain(over)
    isReported = view !== undefined
  }
}

/** Shown below the board while saving fails. */
export function savingLine(view: CommandGame['unsaved']): string | undefined {
  return view && `NOT SAVED${view.retries ? ', trying again' : ''}: ${view.problem.message}`
}
