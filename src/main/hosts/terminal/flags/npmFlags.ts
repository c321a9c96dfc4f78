import type { Command } from 'commander'

/**
 * The flags of a command that npm has consumed: from `npm run lab bench --depth 1`, without `--` before the flags, the lab receives none.
 * npm puts the flags that it consumes, and the settings of its own files, into the environment.
 */
export function flagsTakenByNpm(command: Command, args: readonly string[], env: NodeJS.ProcessEnv): string[] {
  if (env['npm_lifecycle_event'] !== 'lab') return []
  const flags = new Set(optionsOf(command))
  return [...flags].filter(flag => !args.includes(flag) && env[`npm_config_${flag.slice(2).replaceAll('-', '_')}`] !== undefined)
}

function optionsOf(command: Command): string[] {
  const own = command.options.flatMap(({ long }) => long ?? [])
  return [...own, ...command.commands.flatMap(optionsOf)]
}
