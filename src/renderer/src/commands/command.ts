/** The `t` of vue-i18n, as far as titles need it. */
export type Translate = (key: string, named?: Record<string, unknown>) => string

/** The screen of a command; the palette opens it before it runs the command. */
export type CommandScreen = 'play' | 'tree' | 'tune' | 'arena' | 'profiles' | 'replays'

/** The static part of a command: the same on every screen and known before its screen opens. */
export interface CommandSpec<Id extends string = string> {
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
  /** Its keys work only while this element has the focus. */
  readonly focus?: () => Element | null | undefined
}

/** A command that a screen offers. */
export interface Command<Id extends string = string> extends CommandSpec<Id>, Action {
  readonly screen: CommandScreen | undefined
  readonly when: () => boolean
  /** Whether its screen is visible: a screen kept alive in the background receives no key. */
  readonly isShown: () => boolean
}
