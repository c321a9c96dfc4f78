/** The `t` of vue-i18n, as far as titles need it. */
type Translate = (key: string, named?: Record<string, unknown>) => string

/** The screen of a command; the palette opens it before it runs the command. */
type CommandScreen = 'play' | 'tree' | 'tune' | 'compare' | 'arena' | 'profiles' | 'replays'

/** The static part of a command: the same on every screen and known before its screen opens. */
interface CommandSpec<Id extends string = string> {
  readonly id: Id
  /** In the imperative, for tooltip, palette and key list. Commands of a section that share a title share a row of the key list. */
  readonly title: (t: Translate) => string
  /**
   * In the notation of tinykeys; where there is room for one, the first is shown. A letter is the printed one (see `latinKey`), `KeyW`
   * the place of W on a US keyboard, whatever is printed there.
   */
  readonly keys?: readonly string[]
  /** The key repeats the command while it is held down. */
  readonly repeats?: true
  /** The palette omits it: it makes no sense away from the place where its key is pressed. */
  readonly keysOnly?: true
  /** The browser turns the key into an event of its own, which a screen listens to: copy and paste. */
  readonly byEvent?: true
  /** The key list omits it: its keys are listed for every screen. */
  readonly unlisted?: true
}

/** What a screen adds to a command that it offers. */
export interface Action {
  /**
   * Whether it can run now; absent: always. The key of a shown command never does anything else, even when the command cannot
   * run.
   */
  readonly when?: () => boolean
  /** Whether it would have no effect, as far as the page knows: disables buttons and the palette's entry, but not the key. */
  readonly isIdle?: () => boolean
  readonly run: () => unknown
  /** The keys of the command work only while this element has the focus. */
  readonly focus?: () => Element | null | undefined
}

/** A command that a screen offers. */
export interface Command<Id extends string = string> extends CommandSpec<Id>, Action {
  readonly screen: CommandScreen | undefined
  readonly when: () => boolean
  /** Whether its screen is visible: a screen kept alive in the background receives no key. */
  readonly isShown: () => boolean
}

/** A browser keeps Ctrl and a digit for its tabs. The digits follow the order of the screens. */
const digit = (number: number) => [`$mod+${number}`, `Alt+${number}`]

const PASTE_KEYS = ['$mod+v'] as const

type Title = CommandSpec['title']
type Keys = readonly string[]

const REPEATED = { repeats: true, keysOnly: true } as const

/** The keys that step through a list: by rows, pages, and to its ends. */
const listKeys = <S extends string>(
  screen: S,
  [row, page, end]: readonly [row: Title, page: Title, end: Title],
  [up, down]: readonly [up: Keys, down: Keys],
) =>
  [
    { id: `${screen}.rowUp`, title: row, keys: up, ...REPEATED },
    { id: `${screen}.rowDown`, title: row, keys: down, ...REPEATED },
    { id: `${screen}.pageUp`, title: page, keys: ['PageUp'], ...REPEATED },
    { id: `${screen}.pageDown`, title: page, keys: ['PageDown'], ...REPEATED },
    { id: `${screen}.firstRow`, title: end, keys: ['Home'], keysOnly: true },
    { id: `${screen}.lastRow`, title: end, keys: ['End'], keysOnly: true },
  ] as const satisfies readonly CommandSpec[]

/** The keys that step through the positions of a game: by one, by ten, and to its ends. */
const gameKeys = <S extends string>(
  screen: S,
  [tenBack, oneBack, oneOn, tenOn]: readonly [tenBack: Title, oneBack: Title, oneOn: Title, tenOn: Title],
  [back, forward]: readonly [back: Keys, forward: Keys],
) =>
  [
    { id: `${screen}.first`, title: t => t('commands.firstPosition'), keys: ['Home'], keysOnly: true },
    { id: `${screen}.leapBack`, title: tenBack, keys: ['PageUp'], ...REPEATED },
    { id: `${screen}.back`, title: oneBack, keys: back, ...REPEATED },
    { id: `${screen}.forward`, title: oneOn, keys: forward, ...REPEATED },
    { id: `${screen}.leapForward`, title: tenOn, keys: ['PageDown'], ...REPEATED },
    { id: `${screen}.last`, title: t => t('commands.lastPosition'), keys: ['End'], keysOnly: true },
  ] as const satisfies readonly CommandSpec[]

const UP = ['ArrowUp', 'KeyW'] as const
const DOWN = ['ArrowDown', 'KeyS'] as const

const EVERYWHERE = [
  { id: 'go.play', title: t => t('commands.go', { screen: t('frame.play') }), keys: digit(1) },
  { id: 'go.tree', title: t => t('commands.go', { screen: t('frame.tree') }), keys: digit(2) },
  { id: 'go.tune', title: t => t('commands.go', { screen: t('frame.tune') }), keys: digit(3) },
  { id: 'go.compare', title: t => t('commands.go', { screen: t('frame.compare') }), keys: digit(4) },
  { id: 'go.arena', title: t => t('commands.go', { screen: t('frame.arena') }), keys: digit(5) },
  { id: 'go.profiles', title: t => t('commands.go', { screen: t('frame.profiles') }), keys: digit(6) },
  { id: 'go.replays', title: t => t('commands.go', { screen: t('frame.replays') }), keys: digit(7) },
  { id: 'go.settings', title: t => t('commands.go', { screen: t('frame.settings') }), keys: digit(8) },
  { id: 'scale.chance', title: t => t('commands.showValuesAs', { scale: t('scale.chance') }) },
  { id: 'scale.points', title: t => t('commands.showValuesAs', { scale: t('scale.points') }) },
  { id: 'scale.unit', title: t => t('commands.showValuesAs', { scale: t('scale.unit') }) },
  { id: 'theme.light', title: t => t('commands.lightTheme') },
  { id: 'theme.dark', title: t => t('commands.darkTheme') },
  { id: 'theme.system', title: t => t('commands.systemTheme') },
  { id: 'deleted.open', title: t => t('commands.deleted') },
  { id: 'palette.open', title: t => t('commands.palette'), keys: ['$mod+k'], keysOnly: true },
  { id: 'open', title: t => t('commands.open'), keys: ['$mod+o'] },
  { id: 'paste', title: t => t('commands.paste'), keys: PASTE_KEYS, byEvent: true, keysOnly: true },
  { id: 'keys.open', title: t => t('commands.keys'), keys: ['[Shift]+?'] },
  { id: 'about.open', title: t => t('commands.about') },
  { id: 'tour.start', title: t => t('tour.again') },
] as const satisfies readonly CommandSpec[]

const PLAY = [
  { id: 'play.newGame', title: t => t('commands.newGame') },
  { id: 'play.onPage', title: t => t('commands.playOnPage') },
  { id: 'play.slideUp', title: t => t('commands.slide'), keys: ['ArrowUp', 'KeyW'], repeats: true, keysOnly: true },
  { id: 'play.slideLeft', title: t => t('commands.slide'), keys: ['ArrowLeft', 'KeyA'], repeats: true, keysOnly: true },
  { id: 'play.slideDown', title: t => t('commands.slide'), keys: ['ArrowDown', 'KeyS'], repeats: true, keysOnly: true },
  { id: 'play.slideRight', title: t => t('commands.slide'), keys: ['ArrowRight', 'KeyD'], repeats: true, keysOnly: true },
  { id: 'play.engineMove', title: t => t('commands.engineMove'), keys: ['Space'], repeats: true },
  { id: 'play.autoplay', title: t => t('commands.autoplay'), keys: ['Shift+Space'] },
  { id: 'play.analysis', title: t => t('commands.analysis'), keys: ['l'] },
  { id: 'play.stop', title: t => t('commands.stop'), keys: ['Escape'] },
  { id: 'play.undo', title: t => t('commands.undo'), keys: ['u', '$mod+z'], repeats: true },
  { id: 'play.redo', title: t => t('commands.redo'), keys: ['$mod+y', '$mod+Shift+z'], repeats: true },
  { id: 'play.leapBack', title: t => t('commands.leap'), keys: ['PageUp'], repeats: true, keysOnly: true },
  { id: 'play.leapForward', title: t => t('commands.leap'), keys: ['PageDown'], repeats: true, keysOnly: true },
  { id: 'play.first', title: t => t('commands.ends'), keys: ['Home'], keysOnly: true },
  { id: 'play.last', title: t => t('commands.ends'), keys: ['End'], keysOnly: true },
  { id: 'play.edit', title: t => t('commands.edit'), keys: ['e'] },
  { id: 'play.endEdit', title: t => t('commands.endEdit'), keys: ['Escape'], keysOnly: true },
  { id: 'play.tree', title: t => t('commands.tree'), keys: ['t'] },
  { id: 'play.copy', title: t => t('commands.copyPosition'), keys: ['$mod+c'], byEvent: true },
  { id: 'play.paste', title: t => t('commands.pastePosition'), keys: PASTE_KEYS, byEvent: true, unlisted: true },
] as const satisfies readonly CommandSpec[]

const TREE = [
  { id: 'tree.record', title: t => t('commands.record'), keys: ['r'] },
  ...listKeys('tree', [t => t('commands.rows'), t => t('commands.rowPages'), t => t('commands.rowEnds')], [UP, DOWN]),
  { id: 'tree.goIn', title: t => t('commands.unfold'), keys: ['ArrowRight', 'KeyD'], repeats: true, keysOnly: true },
  { id: 'tree.goOut', title: t => t('commands.unfold'), keys: ['ArrowLeft', 'KeyA'], repeats: true, keysOnly: true },
  { id: 'tree.toggle', title: t => t('commands.toggleRow'), keys: ['Enter', 'Space'], keysOnly: true },
  { id: 'tree.asRoot', title: t => t('commands.asRoot'), keys: ['Shift+Enter'] },
  { id: 'tree.wholeTree', title: t => t('commands.wholeTree'), keys: ['Backspace'] },
  { id: 'tree.fit', title: t => t('commands.fitDrawing'), keys: ['0'] },
  { id: 'tree.zoomIn', title: t => t('commands.zoomDrawing'), keys: ['=', '[Shift]++'], repeats: true },
  { id: 'tree.zoomOut', title: t => t('commands.zoomDrawing'), keys: ['-'], repeats: true },
  { id: 'tree.unfoldSiblings', title: t => t('commands.unfoldSiblings'), keys: ['[Shift]+*'] },
  { id: 'tree.unfoldAll', title: t => t('commands.unfoldAll'), keys: ['e'] },
  { id: 'tree.toSource', title: t => t('commands.toSource'), keys: ['g'] },
  { id: 'tree.jumpBack', title: t => t('commands.jumpBack'), keys: ['b'] },
  { id: 'tree.nextHit', title: t => t('commands.nextHit'), keys: ['n'], repeats: true },
  { id: 'tree.previousHit', title: t => t('commands.previousHit'), keys: ['Shift+n'], repeats: true },
  { id: 'tree.openInPlay', title: t => t('commands.openNode'), keys: ['p'] },
  { id: 'tree.strategy', title: t => t('tree.strategy.heading'), keys: ['t'] },
  { id: 'tree.strategyMove', title: t => t('tree.strategy.take'), keys: ['m'] },
  { id: 'tree.ucb', title: t => t('tree.ucb.heading'), keys: ['c'] },
  { id: 'tree.share', title: t => t('share.heading'), keys: ['Shift+s'] },
  { id: 'tree.lecture', title: t => t('tree.lecture.heading'), keys: ['l'] },
  { id: 'lecture.into', title: t => t('commands.stepInto'), keys: ['i', 'ArrowRight'], repeats: true },
  { id: 'lecture.over', title: t => t('commands.stepOver'), keys: ['o'], repeats: true },
  { id: 'lecture.out', title: t => t('commands.stepOut'), keys: ['u'], repeats: true },
  { id: 'lecture.back', title: t => t('commands.stepBack'), keys: ['ArrowLeft', 'j'], repeats: true },
  { id: 'lecture.runTo', title: t => t('commands.runTo'), keys: ['h'] },
  { id: 'lecture.play', title: t => t('commands.stepByItself'), keys: ['k'] },
  { id: 'lecture.predict', title: t => t('commands.predict'), keys: ['y'] },
  { id: 'lecture.answer', title: t => t('commands.answer'), keys: ['x'] },
  { id: 'lecture.projector', title: t => t('commands.projector'), keys: ['z'] },
  { id: 'lecture.end', title: t => t('commands.endLecture'), keys: ['Escape'] },
] as const satisfies readonly CommandSpec[]

const TUNE = [
  { id: 'tune.new', title: t => t('commands.newRun') },
  { id: 'tune.pause', title: t => t('commands.pauseRun') },
  { id: 'tune.resume', title: t => t('commands.resumeRun') },
  { id: 'tune.stop', title: t => t('commands.stopRun') },
  { id: 'tune.validate', title: t => t('commands.validateRun') },
  { id: 'tune.promote', title: t => t('commands.promoteRun') },
  { id: 'tune.share', title: t => t('share.heading'), keys: ['Shift+s'] },
  { id: 'tune.clone', title: t => t('commands.cloneRun') },
  { id: 'tune.again', title: t => t('commands.runAgain') },
  { id: 'tune.deleted', title: t => t('deleted.openRuns') },
  { id: 'tune.save', title: t => t('commands.saveRun') },
  ...listKeys(
    'tune',
    [t => t('commands.evaluations'), t => t('commands.evaluationPages'), t => t('commands.evaluationEnds')],
    [['ArrowUp'], ['ArrowDown']],
  ),
  { id: 'tune.watch', title: t => t('commands.watchEvaluation'), keys: ['Enter'], keysOnly: true },
] as const satisfies readonly CommandSpec[]

const COMPARE = [
  { id: 'compare.new', title: t => t('compare.new'), keys: ['n'] },
  { id: 'compare.toggle', title: t => t('commands.toggleComparison'), keys: ['Space'] },
  { id: 'compare.extend', title: t => t('commands.extendComparison') },
  { id: 'compare.copy', title: t => t('commands.copyTable'), keys: ['$mod+c'], byEvent: true },
  { id: 'compare.latex', title: t => t('compare.copyLatex') },
  { id: 'compare.delete', title: t => t('commands.deleteComparison') },
] as const satisfies readonly CommandSpec[]

const ARENA = [
  { id: 'arena.new', title: t => t('arena.newMatch') },
  { id: 'arena.tournament', title: t => t('arena.newTournament') },
  { id: 'arena.step', title: t => t('commands.matchStep'), keys: ['Space'] },
  { id: 'arena.run', title: t => t('commands.matchRun'), keys: ['Shift+Space'] },
  { id: 'arena.stop', title: t => t('commands.matchStop'), keys: ['Escape'], keysOnly: true },
  { id: 'arena.takeBack', title: t => t('commands.takeBack'), keys: ['u', '$mod+z'] },
  { id: 'arena.up', title: t => t('commands.arrowMove'), keys: ['KeyW', 'ArrowUp'], keysOnly: true },
  { id: 'arena.left', title: t => t('commands.arrowMove'), keys: ['KeyA'], keysOnly: true },
  { id: 'arena.down', title: t => t('commands.arrowMove'), keys: ['KeyS', 'ArrowDown'], keysOnly: true },
  { id: 'arena.right', title: t => t('commands.arrowMove'), keys: ['KeyD'], keysOnly: true },
  { id: 'arena.moves', title: t => t('commands.legalMoves'), keys: ['m'], keysOnly: true },
  { id: 'arena.tree', title: t => t('commands.matchTree'), keys: ['t'] },
  ...gameKeys(
    'arena',
    [t => t('commands.tenPliesBack'), t => t('commands.onePlyBack'), t => t('commands.onePlyOn'), t => t('commands.tenPliesOn')],
    [['ArrowLeft'], ['ArrowRight']],
  ),
] as const satisfies readonly CommandSpec[]

const PROFILES = [
  { id: 'profiles.new', title: t => t('profiles.new.heading') },
  { id: 'profiles.import', title: t => t('profiles.import.heading') },
  { id: 'profiles.paste', title: t => t('commands.pasteProfiles'), keys: PASTE_KEYS, byEvent: true, unlisted: true },
  { id: 'profiles.save', title: t => t('commands.saveProfile'), keys: ['$mod+s'] },
  { id: 'profiles.undo', title: t => t('commands.undoEdit'), keys: ['$mod+z'], repeats: true, keysOnly: true },
  { id: 'profiles.redo', title: t => t('commands.redo'), keys: ['$mod+y', '$mod+Shift+z'], repeats: true, keysOnly: true },
  { id: 'profiles.rename', title: t => t('commands.renameProfile'), keys: ['F2'], keysOnly: true },
  { id: 'profiles.duplicate', title: t => t('commands.duplicateProfiles') },
  { id: 'profiles.export', title: t => t('commands.exportProfiles') },
  { id: 'profiles.delete', title: t => t('commands.deleteProfiles'), keys: ['Delete'] },
  { id: 'profiles.deleted', title: t => t('deleted.openProfiles') },
  { id: 'profiles.calibrate', title: t => t('commands.calibrate') },
  { id: 'profiles.measure', title: t => t('commands.measureProfile') },
  { id: 'profiles.play', title: t => t('commands.playProfile') },
  { id: 'profiles.copy', title: t => t('commands.copyProfiles'), keys: ['$mod+c'], byEvent: true, keysOnly: true },
] as const satisfies readonly CommandSpec[]

const LIBRARY = [
  { id: 'library.import', title: t => t('commands.importGames') },
  { id: 'library.paste', title: t => t('commands.pasteGames'), keys: PASTE_KEYS, byEvent: true, unlisted: true },
  { id: 'library.export', title: t => t('exchange.export') },
  ...listKeys('library', [t => t('commands.games'), t => t('commands.gamePages'), t => t('commands.gameEnds')], [UP, DOWN]),
  { id: 'library.toggle', title: t => t('commands.toggleGame'), keys: ['Space'], keysOnly: true },
  {
    id: 'library.extendUp',
    title: t => t('commands.extend'),
    keys: ['Shift+ArrowUp', 'Shift+KeyW'],
    repeats: true,
    keysOnly: true,
  },
  {
    id: 'library.extendDown',
    title: t => t('commands.extend'),
    keys: ['Shift+ArrowDown', 'Shift+KeyS'],
    repeats: true,
    keysOnly: true,
  },
  { id: 'library.extendPageUp', title: t => t('commands.extendFar'), keys: ['Shift+PageUp'], repeats: true, keysOnly: true },
  { id: 'library.extendPageDown', title: t => t('commands.extendFar'), keys: ['Shift+PageDown'], repeats: true, keysOnly: true },
  { id: 'library.extendFirst', title: t => t('commands.extendFar'), keys: ['Shift+Home'], keysOnly: true },
  { id: 'library.extendLast', title: t => t('commands.extendFar'), keys: ['Shift+End'], keysOnly: true },
  { id: 'library.all', title: t => t('commands.allGames'), keys: ['$mod+a'], keysOnly: true },
  { id: 'library.clear', title: t => t('commands.noGame'), keys: ['Escape'], keysOnly: true },
  { id: 'library.watch', title: t => t('commands.watchGame'), keys: ['Enter'] },
  { id: 'library.play', title: t => t('commands.playGame') },
  { id: 'library.delete', title: t => t('commands.deleteGames'), keys: ['Delete'] },
  { id: 'library.undo', title: t => t('commands.restoreGames'), keys: ['$mod+z'], keysOnly: true },
  { id: 'library.deleted', title: t => t('deleted.openGames') },
  { id: 'library.learn', title: t => t('commands.learn'), keys: ['l'] },
  { id: 'library.copy', title: t => t('commands.copyGame'), keys: ['$mod+c'], byEvent: true, keysOnly: true },
] as const satisfies readonly CommandSpec[]

const REPLAY = [
  ...gameKeys(
    'replay',
    [t => t('commands.tenBack'), t => t('commands.oneBack'), t => t('commands.oneForward'), t => t('commands.tenForward')],
    [
      ['KeyA', 'KeyW'],
      ['KeyD', 'KeyS'],
    ],
  ),
  { id: 'replay.tryUp', title: t => t('commands.tryMove'), keys: ['ArrowUp'], repeats: true, keysOnly: true },
  { id: 'replay.tryLeft', title: t => t('commands.tryMove'), keys: ['ArrowLeft'], repeats: true, keysOnly: true },
  { id: 'replay.tryDown', title: t => t('commands.tryMove'), keys: ['ArrowDown'], repeats: true, keysOnly: true },
  { id: 'replay.tryRight', title: t => t('commands.tryMove'), keys: ['ArrowRight'], repeats: true, keysOnly: true },
  { id: 'replay.previousLine', title: t => t('commands.previousLine'), keys: ['Shift+ArrowUp'], repeats: true },
  { id: 'replay.nextLine', title: t => t('commands.nextLine'), keys: ['Shift+ArrowDown'], repeats: true },
  { id: 'replay.deleteLine', title: t => t('commands.deleteLine'), keys: ['Delete'] },
  { id: 'replay.undo', title: t => t('commands.restoreLines'), keys: ['$mod+z'], keysOnly: true },
  { id: 'replay.toggle', title: t => t('commands.playback'), keys: ['Space'] },
  { id: 'replay.playFromHere', title: t => t('player.playFromHere') },
  { id: 'replay.openPosition', title: t => t('player.openPosition') },
  { id: 'replay.tree', title: t => t('player.openTree'), keys: ['t'] },
  { id: 'replay.analyse', title: t => t('mistakes.analyse') },
  { id: 'replay.nextMistake', title: t => t('commands.nextMistake'), keys: ['n'], repeats: true },
  { id: 'replay.previousMistake', title: t => t('commands.previousMistake'), keys: ['Shift+n'], repeats: true },
  { id: 'replay.learn', title: t => t('learn.fromGame'), keys: ['l'] },
  { id: 'replay.copy', title: t => t('commands.copyGame'), keys: ['$mod+c'], byEvent: true, keysOnly: true },
  { id: 'replay.leave', title: t => t('commands.leaveReplay'), keys: ['Escape'] },
] as const satisfies readonly CommandSpec[]

const LEARN = [
  { id: 'learn.up', title: t => t('commands.try'), keys: UP, keysOnly: true },
  { id: 'learn.left', title: t => t('commands.try'), keys: ['ArrowLeft', 'KeyA'], keysOnly: true },
  { id: 'learn.down', title: t => t('commands.try'), keys: DOWN, keysOnly: true },
  { id: 'learn.right', title: t => t('commands.try'), keys: ['ArrowRight', 'KeyD'], keysOnly: true },
  { id: 'learn.answer', title: t => t('commands.showAnswer'), keys: ['x'] },
  { id: 'learn.next', title: t => t('commands.nextExercise'), keys: ['n'] },
  { id: 'learn.show', title: t => t('commands.showMistake'), keys: ['g'] },
  { id: 'learn.exercises', title: t => t('commands.exercises'), keys: ['e'] },
  { id: 'learn.notebook', title: t => t('commands.notebook'), keys: ['b'] },
  { id: 'learn.leave', title: t => t('commands.leaveLearning'), keys: ['Escape'] },
] as const satisfies readonly CommandSpec[]

export type CommandId =
  | (typeof EVERYWHERE)[number]['id']
  | (typeof PLAY)[number]['id']
  | (typeof TREE)[number]['id']
  | (typeof TUNE)[number]['id']
  | (typeof COMPARE)[number]['id']
  | (typeof ARENA)[number]['id']
  | (typeof PROFILES)[number]['id']
  | (typeof LIBRARY)[number]['id']
  | (typeof REPLAY)[number]['id']
  | (typeof LEARN)[number]['id']

interface CommandSection {
  readonly heading: (t: Translate) => string
  /** Absent: on every screen. */
  readonly screen?: CommandScreen
  readonly commands: readonly CommandSpec<CommandId>[]
}

/** Every command of the window, in the order of the palette and the key list. Keys are defined here and nowhere else. */
export const SECTIONS: readonly CommandSection[] = [
  { heading: t => t('commands.everywhere'), commands: EVERYWHERE },
  { heading: t => t('frame.play'), screen: 'play', commands: PLAY },
  { heading: t => t('frame.tree'), screen: 'tree', commands: TREE },
  { heading: t => t('frame.tune'), screen: 'tune', commands: TUNE },
  { heading: t => t('frame.compare'), screen: 'compare', commands: COMPARE },
  { heading: t => t('frame.arena'), screen: 'arena', commands: ARENA },
  { heading: t => t('frame.profiles'), screen: 'profiles', commands: PROFILES },
  { heading: t => t('commands.library'), screen: 'replays', commands: LIBRARY },
  { heading: t => t('commands.replay'), screen: 'replays', commands: REPLAY },
  { heading: t => t('learn.heading'), screen: 'replays', commands: LEARN },
]
