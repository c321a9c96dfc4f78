/** Puts `lab` on the PATH when the deb is installed, and takes it away with it; the packager's own scripts do the rest. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const TEMPLATES = join(dirname(createRequire(import.meta.url).resolve('app-builder-lib/package.json')), 'templates', 'linux')

/** The packager fills in its name. */
const PROGRAM = '/opt/${sanitizedProductName}/resources/bin/lab'
const LINK = '/usr/bin/lab'
const ALTERNATIVE = '/etc/alternatives/lab'

/** A program or a link of that name that is not ours stays, and wins: update-alternatives would replace a link. */
const AFTER_INSTALL = `
case "$(readlink '${LINK}')" in
'${ALTERNATIVE}' | '${PROGRAM}') lab=ours ;;
*) if [ -e '${LINK}' ] || [ -L '${LINK}' ]; then lab=theirs; else lab=none; fi ;;
esac
if [ "$lab" != theirs ]; then
    if type update-alternatives >/dev/null 2>&1; then
        update-alternatives --install '${LINK}' lab '${PROGRAM}' 50 || true
    elif [ "$lab" = none ]; then
        ln -s '${PROGRAM}' '${LINK}'
    fi
fi
`
/** The script of the older version also runs in an update, and would take the user's choice of update-alternatives with it. */
const BEFORE_REMOVE = `
case "$1" in upgrade | failed-upgrade) exit 0 ;; esac
`
/** update-alternatives removes the link whatever it leads to: a user's own is put back. */
const AFTER_REMOVE = `
lab=$(readlink '${LINK}')
if type update-alternatives >/dev/null 2>&1; then
    update-alternatives --remove lab '${PROGRAM}' || true
fi
case "$lab" in
'' | '${ALTERNATIVE}') ;;
'${PROGRAM}') rm -f '${LINK}' ;;
*) ln -sfn "$lab" '${LINK}' ;;
esac
`

const FOLDER = join('out', 'deb')

/** Paths in the project, as electron-builder takes them. */
export const DEB_SCRIPTS = { afterInstall: join(FOLDER, 'after-install.sh'), afterRemove: join(FOLDER, 'after-remove.sh') }

/** Texts of both, as templates of the packager. */
export function debScripts() {
  const template = (/** @type {string} */ name) => readFileSync(join(TEMPLATES, name), 'utf8').trimEnd()
  const [shell, ...rest] = template('after-remove.tpl').split('\n')
  return {
    afterInstall: `${template('after-install.tpl')}\n${AFTER_INSTALL}`,
    afterRemove: `${shell}\n${BEFORE_REMOVE}${rest.join('\n')}\n${AFTER_REMOVE}`,
  }
}

/** @param {string} root of the project */
export function writeDebScripts(root) {
  mkdirSync(join(root, FOLDER), { recursive: true })
  const { afterInstall, afterRemove } = debScripts()
  writeFileSync(join(root, DEB_SCRIPTS.afterInstall), afterInstall)
  writeFileSync(join(root, DEB_SCRIPTS.afterRemove), afterRemove)
}
