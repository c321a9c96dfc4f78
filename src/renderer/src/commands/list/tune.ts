import type { CommandSpec } from '../command'

export const TUNE = [
  { id: 'tune.new', title: t => t('commands.newRun') },
  { id: 'tune.pause', title: t => t('commands.pauseRun') },
  { id: 'tune.resume', title: t => t('commands.resumeRun') },
  { id: 'tune.stop', title: t => t('commands.stopRun') },
  { id: 'tune.validate', title: t => t('commands.validateRun') },
  { id: 'tune.promote', title: t => t('commands.promoteRun') },
  { id: 'tune.clone', title: t => t('commands.cloneRun') },
  { id: 'tune.again', title: t => t('commands.runAgain') },
  { id: 'tune.deleted', title: t => t('deleted.openRuns') },
  { id: 'tune.save', title: t => t('commands.saveRun') },
  { id: 'tune.rowUp', title: t => t('commands.evaluations'), keys: ['ArrowUp'], repeats: true, keysOnly: true },
  { id: 'tune.rowDown', title: t => t('commands.evaluations'), keys: ['ArrowDown'], repeats: true, keysOnly: true },
  { id: 'tune.pageUp', title: t => t('commands.evaluationPages'), keys: ['PageUp'], repeats: true, keysOnly: true },
  { id: 'tune.pageDown', title: t => t('commands.evaluationPages'), keys: ['PageDown'], repeats: true, keysOnly: true },
  { id: 'tune.firstRow', title: t => t('commands.evaluationEnds'), keys: ['Home'], keysOnly: true },
  { id: 'tune.lastRow', title: t => t('commands.evaluationEnds'), keys: ['End'], keysOnly: true },
  { id: 'tune.watch', title: t => t('commands.watchEvaluation'), keys: ['Enter'], keysOnly: true },
] as const satisfies readonly CommandSpec[]
