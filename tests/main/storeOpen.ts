/** Opens the data folder it is told, without a thread, and prints what comes of it. Started by tests as another user. */
import type { LabError } from '../../src/core/errors'
import { openForWriting } from '../../src/main/store/opening'

try {
  ;(await openForWriting({ folder: process.argv[2]!, program: 'a test' })).close()
  console.log('{}')
} catch (error) {
  console.log(JSON.stringify((error as LabError).toData()))
}
