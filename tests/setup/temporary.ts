import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const PREFIX = 'lab-tests-'

/** Gives the tests, and the programs that they start, a place for temporary files that goes with them, whatever a failed one leaves there. */
export default function makeTemporaryFolder(): () => void {
  // each project of a run calls this: a folder in a folder would have paths that are too long for sockets
  if (basename(tmpdir()).startsWith(PREFIX)) return () => undefined
  const folder = mkdtempSync(join(tmpdir(), PREFIX))
  chmodSync(folder, 0o711) // a test opens data as somebody else
  process.env['TMPDIR'] = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}
