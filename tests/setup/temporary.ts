import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Gives the tests, and the programs that they start, a place for temporary files that goes with them, whatever a failed one leaves there. */
export default function makeTemporaryFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'lab-tests-'))
  chmodSync(folder, 0o711) // a test opens data as somebody else
  process.env['TMPDIR'] = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}
