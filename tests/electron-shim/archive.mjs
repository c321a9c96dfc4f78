import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Sizes of https://github.com/electron/asar#format: two numbers of 4 bytes for the size of the header, two for that of its text. */
const [SIZE_AT, TEXT_SIZE_AT, TEXT_AT, FILES_AFTER] = [4, 12, 16, 8]

/**
 * Node cannot read inside an archive of Electron: its files are laid out in a temporary folder, until this process ends.
 * @param {string} path of the archive
 * @returns {string} the folder
 */
export function layOut(path) {
  const bytes = readFileSync(path)
  const start = FILES_AFTER + bytes.readUInt32LE(SIZE_AT)
  const header = JSON.parse(bytes.toString('utf8', TEXT_AT, TEXT_AT + bytes.readUInt32LE(TEXT_SIZE_AT)))
  const folder = mkdtempSync(join(tmpdir(), 'electron-shim-app-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  lay(header, folder)
  return folder

  function lay({ files, offset, size }, at) {
    if (!files) return writeFileSync(at, bytes.subarray(start + Number(offset), start + Number(offset) + size))
    mkdirSync(at, { recursive: true })
    for (const [name, entry] of Object.entries(files)) lay(entry, join(at, name))
  }
}
