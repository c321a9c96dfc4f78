import { Script } from 'node:vm'
import { parsePageFile } from '../../../src/core/contract/files/pageFile'
import { readExpression } from '../../../src/main/lab/remote/pageScript'
import { harness, refusedOr } from '../support/harness'
import { mutatedJsonText } from '../support/jsonText'
import { expectSame } from '../support/same'
import { pageText } from '../support/samples'

export const pages = harness({
  name: 'selector files of web pages',
  inputs: mutatedJsonText(pageText, 2),
  examine: (text: string) =>
    refusedOr(
      () => parsePageFile(text, 'a file'),
      page => {
        expectSame(parsePageFile(JSON.stringify({ format: '2048-lab-page', version: 1, ...page }), 'again'), page)
        new Script(readExpression(page)) // no text of the file leaves the literal that it stands in
      },
    ),
})
