/** The `t` of vue-i18n, as far as titles need it. */
export type Translate = (key: string, named?: Record<string, unknown>) => string

/** The screen that a command belongs to; it is opened before the palette runs the command. */
export type CommandScreen = 'play' | 'tree' | 'tune' | 'arena' | 'profiles' | 'replays'

/** The part of a command that is data: the same on every screen and known before its screen was opened. */
export interface CommandSpec<Id extends string = string> {
  readonly id: Id
  /** In the imperative, for tooltip, palette and key list. Commands of a section with one title share a row of the key list. */
  readonly title: (t: Translate) => string
  /** In the notation of tinykeys; the first one is shown where there is room for one only. */
  readonly keys?: readonly string[]
  /** The key runs it again and again while it is held down. */
  readonly repeats?: true
  /** The palette leaves it out: it makes no sense away from the place where its key is pressed. */
  readonly keysOnly?: true
  /** The browser turns the key into an event of its own, which a screen listens to: copy and paste. */
  readonly byEvent?: true
  /** The key list leaves it out: its keys are listed for every screen. */
  readonly unlisted?: true
}

/** What a screen adds to a command while it offers it. */
export interface Action {
  /** Whether it can run now; absent: always. The key of a shown command never does anything else, even when it cannot run. */
  readonly when?: () => boolean
  /** Whether it would do nothing, as far as the page knows: buttons and palette are disabled then, but the key asks all the same. */
  readonly isIdle?: () => boolean
  readonly run: () => unknown
  /** Its keys work only while this element has the focus. */
  readonly focus?: () => Element | null | undefined
}

/** A command that some screen offers. */
export interface Command<Id extends string = string> extends CommandSpec<Id>, Action {
  readonly screen: CommandScreen | undefined
  readonly when: () => boolean
  /** Whether its screen is on the screen: one that is kept alive out of sight hears no key. */
  readonly isShown: () => boolean
}
