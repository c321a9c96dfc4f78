import { afterAll, expect } from 'vitest'
import { countFile } from './counts'

const save = countFile()

// after the hooks of the file itself
afterAll(() => save(expect.getState().testPath!))
