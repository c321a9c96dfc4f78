/** A line of input; `whole` is false where it was longer than allowed and `text` is only its beginning. */
export interface Line {
  readonly text: string
  readonly whole: boolean
}

/** Lines as they arrive, without those that are blank. Never holds more than `longest` characters of one. */
export async function* readLines(chunks: AsyncIterable<string>, longest: number): AsyncGenerator<Line> {
  let text = ''
  let whole = true
  for await (const chunk of chunks) {
    const pieces = chunk.split('\n')
    for (const [i, piece] of pieces.entries()) {
      whole &&= text.length + piece.length <= longest
      text = (text + piece).slice(0, longest)
      if (i === pieces.length - 1) break // its end has not come yet
      if (text.trim() !== '') yield { text: text.trim(), whole }
      text = ''
      whole = true
    }
  }
  if (text.trim() !== '') yield { text: text.trim(), whole }
}
