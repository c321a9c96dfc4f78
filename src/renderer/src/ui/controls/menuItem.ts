import type { CommandId } from '../../commands/list'

/** An item of a menu: a command, or a label with what it does. */
export type MenuItem =
  | { readonly command: CommandId; readonly label?: string }
  | { readonly command?: never; readonly label: string; readonly disabled?: boolean; run(): unknown }
