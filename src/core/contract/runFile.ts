import type { RunFilePart } from './calls'

/** The texts of a run's file, one request after the other. @param ask for the part from `next` on; `undefined`: the first one */
export async function* runFileTexts(ask: (from: { from?: number }) => Promise<RunFilePart>): AsyncGenerator<string> {
  for (let from: number | null | undefined; from !== null;) {
    const part = await ask(from === undefined ? {} : { from })
    yield part.text
    from = part.next
  }
}
