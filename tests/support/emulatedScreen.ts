/** What a terminal of so many columns shows: the control sequences that the lab uses, and long lines that wrap. */
export class EmulatedScreen {
  #rows: string[][] = [[]]
  /** Whether the row goes on in the next one. */
  #wraps: boolean[] = [false]
  #x = 0
  #y = 0
  isCursorVisible = true

  constructor(private columns: number) {}

  get text(): string {
    return this.#rows.map(row => row.join('').trimEnd()).join('\n').trimEnd() // oxfmt-ignore
  }

  write(text: string): void {
    for (const [piece, , parameter = '', command] of text.matchAll(/(\u001b\[([?\d;]*)([A-Za-z]))|[^]/gu))
      if (command === undefined) this.#put(piece)
      else this.#control(command, parameter)
  }

  /** As most terminals do it: what wrapped is one line again, and wraps anew; the cursor stays on its character. */
  resize(columns: number): void {
    const [rows, wraps, x, y] = [this.#rows, this.#wraps, this.#x, this.#y]
    this.#rows = []
    this.#wraps = []
    this.columns = columns
    let line: string[] = []
    let cursor: number | undefined
    rows.forEach((row, i) => {
      if (i === y) cursor = line.length + x
      line.push(...row)
      if (wraps[i]) return
      const first = this.#rows.length
      const count = Math.max(1, Math.ceil(line.length / columns))
      for (let j = 0; j < count; j++) {
        this.#rows.push(line.slice(j * columns, (j + 1) * columns))
        this.#wraps.push(j < count - 1)
      }
      if (cursor !== undefined) {
        this.#y = Math.min(first + Math.floor(cursor / columns), first + count - 1)
        this.#x = cursor - (this.#y - first) * columns
      }
      line = []
      cursor = undefined
    })
  }

  #put(character: string): void {
    if (character === '\r') this.#x = 0
    else if (character === '\n') this.#down(false)
    else {
      if (this.#x >= this.columns) {
        this.#down(true)
        this.#x = 0
      }
      const row = this.#rows[this.#y]!
      while (row.length < this.#x) row.push(' ')
      row[this.#x++] = character
    }
  }

  #down(wraps: boolean): void {
    this.#wraps[this.#y] = wraps
    this.#y++
    this.#rows[this.#y] ??= []
    this.#wraps[this.#y] ??= false
  }

  #control(command: string, parameter: string): void {
    if (command === 'K' && parameter === '') this.#rows[this.#y]!.length = Math.min(this.#rows[this.#y]!.length, this.#x)
    else if (command === 'J' && parameter === '') {
      this.#rows.length = this.#wraps.length = this.#y + 1
      this.#wraps[this.#y] = false
      this.#control('K', '')
    } else if (parameter === '?25' && 'hl'.includes(command)) this.isCursorVisible = command === 'h'
    else if (command === 'A') this.#y = Math.max(0, this.#y - Number(parameter || 1))
    else if (command !== 'm') throw new Error(`the screen does not know ESC[${parameter}${command}`)
  }
}
