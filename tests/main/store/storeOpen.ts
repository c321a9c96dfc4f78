/** Opens the data folder it is told, without a thread, writes, and prints what comes of it. Started by tests as another user. */
import type { LabError } from '../../../src/core/errors'
import { openForWriting } from '../../../src/main/store/opening'

try {
  const { db, close } = await openForWriting({ folder: process.argv[2]!, program: 'a test' })
  try {
    db.run(`INSERT INTO settings (name, json) VALUES ('a', '1')`)
  } finally {
    close()
  }
  console.log('{}')
} catch (error) {
  console.log(JSON.stringify((error as LabError).toData()))
}
