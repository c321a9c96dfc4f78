/** Puts `lab` on the PATH when the deb is installed, and takes it away with it; the packager's own scripts do the rest. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const TEMPLATES = join(dirname(createRequire(import.meta.url).resolve('app-builder-lib/package.json')), 'templates', 'linux')

/** The packager fills in its name. */
const PROGRAM = '/opt/${sanitizedProductName}/resources/bin/lab'
const LINK = '/usr/bin/lab'

/** A program of that name that is no link stays, and wins. */
const AFTER_INSTALL = `
if type update-alternatives >/dev/null 2>&1; then
    update-alternatives --install '${LINK}' lab '${PROGRAM}' 50 || true
elif [ ! -e '${LINK}' ]; then
    ln -s '${PROGRAM}' '${LINK}'
fi
`
const AFTER_REMOVE = `
if type update-alternatives >/dev/null 2>&1; then
    update-alternatives --remove lab '${PROGRAM}' || true
elif [ "$(readlink '${LINK}')" = '${PROGRAM}' ]; then
    rm -f '${LINK}'
fi
`

const FOLDER = join('out', 'deb')

/** Paths in the project, as electron-builder takes them. */
export const DEB_SCRIPTS = { afterInstall: join(FOLDER, 'after-install.sh'), afterRemove: join(FOLDER, 'after-remove.sh') }

/** Writes both, as templates of the packager. @param {string} root of the project */
export function writeDebScripts(root) {
  mkdirSync(join(root, FOLDER), { recursive: true })
  const write = (/** @type {string} */ file, /** @type {string} */ template, /** @type {string} */ more) =>
    writeFileSync(join(root, file), `${readFileSync(join(TEMPLATES, template), 'utf8').trimEnd()}\n${more}`)
  write(DEB_SCRIPTS.afterInstall, 'after-install.tpl', AFTER_INSTALL)
  write(DEB_SCRIPTS.afterRemove, 'after-remove.tpl', AFTER_REMOVE)
}
