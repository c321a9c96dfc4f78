/** A small disk of its own, to fill up; only root may make one. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  readonly folder: string
  /** Leaves no room at all. */
  fill(): void
  free(): void
  /** To be called when nothing on it is open any more. */
  remove(): void
}

/** @returns `undefined` where this user may make none, which is said: the tests that need it are skipped then */
export function smallDisk(): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'lab-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m,mode=700', 'tmpfs', folder], { stdio: 'pipe' })
  } catch (error) {
    rmSync(folder, { recursive: true })
    console.warn(`SKIPPED: tests of a full disk need root to mount a tmpfs (${(error as Error).message.trim()})`)
    return undefined
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    fill() {
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(filler, Buffer.alloc(bavail * bsize), { flag: 'a' })
    },
    free: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync('umount', [folder])
      rmSync(folder, { recursive: true })
    },
  }
}
