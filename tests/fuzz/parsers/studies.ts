import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { parseStudy, rowsOf, STUDY_FORMAT, STUDY_VERSION } from '../../../src/core/contract/files'
import { harness, refusedOr } from '../support/harness'
import { mutatedJsonText } from '../support/jsonText'
import { expectSame } from '../support/same'

const FOLDER = new URL('../../../resources/studies/', import.meta.url)
const STUDIES = readdirSync(FOLDER).map(name => readFileSync(new URL(name, FOLDER), 'utf8'))

export const studies = harness({
  name: 'studies',
  inputs: mutatedJsonText(fc.constantFrom(...STUDIES)),
  examine: (text: string) =>
    refusedOr(
      () => {
        const study = parseStudy(text, 'a file')
        return { study, rows: rowsOf(study) }
      },
      ({ study, rows }) =>
        expectSame(rowsOf(parseStudy(JSON.stringify({ format: STUDY_FORMAT, version: STUDY_VERSION, ...study }), 'again')), rows),
    ),
})
