/**
 * What the packager would make of a packaged folder for Linux, without its tools, as JSON: the desktop file of the AppImage; the
 * arguments of the deb, with the texts of its desktop file and of its scripts. A process of its own, because the packager listens
 * for signals.
 * Use: node packagerOptions.mjs FOLDER OUTPUT, which writes OUTPUT/options.json.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Arch, build, Platform } from 'electron-builder'
import config from '../../electron-builder.config.mjs'

const [prepackaged = '', output = ''] = process.argv.slice(2)
/** @type {Record<string, unknown>} */
const made = {}
await build({
  projectDir: join(import.meta.dirname, '../..'),
  prepackaged,
  targets: Platform.LINUX.createTarget(['AppImage', 'deb'], Arch[/** @type {'x64'} */ (process.arch)]),
  config: { ...config, directories: { ...config.directories, output } },
  effectiveOptionComputed: async options => {
    if (!Array.isArray(options)) made['appImage'] = options.desktop
    else {
      const [args, desktop] = options
      const textOf = (/** @type {string} */ name) => readFileSync(args[args.indexOf(name) + 1], 'utf8')
      made['deb'] = {
        args,
        desktop: readFileSync(desktop, 'utf8'),
        scripts: [textOf('--after-install'), textOf('--after-remove')],
      }
    }
    return true
  },
})
mkdirSync(output, { recursive: true })
writeFileSync(join(output, 'options.json'), JSON.stringify(made))
