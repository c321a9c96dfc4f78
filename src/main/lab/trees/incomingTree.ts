import type { TreeId } from '../../../core/contract/calls'
import type { ReadTree } from '../../../core/contract/trees'
import { LabError } from '../../../core/errors'
import type { TreeReader } from '../../compute/trees/treeReader'

/** A file as announced by the page that opens it. */
interface Announced {
  readonly file: number
  readonly name: string
  readonly size: number
  /** The trees that stay open beside it. */
  readonly keep: readonly TreeId[]
  /** The newest tree at that time. */
  readonly newest: TreeId
}

export type ArrivedTree = ReadTree & Pick<Announced, 'name' | 'keep' | 'newest'>

/** The file of a tree that arrives part by part. One at a time: a new one replaces it. */
export class IncomingTree {
  #announced: Announced | undefined
  #read = 0
  #lastFile = 0

  constructor(private readonly reader: Pick<TreeReader, 'read' | 'giveUp'>) {}

  begin(name: string, size: number, keep: readonly TreeId[], newest: TreeId): number {
    if (this.#announced) this.giveUp(this.#announced.file)
    this.#announced = { file: ++this.#lastFile, name, size, keep, newest }
    this.#read = 0
    return this.#lastFile
  }

  /**
   * Adds the next part.
   * @returns the tree after the last one
   * @throws {LabError} `BAD_FILE`, `NOT_FOUND` for an abandoned file, `CANCELLED` for one that is abandoned meanwhile
   */
  async put(file: number, part: Uint8Array): Promise<ArrivedTree | undefined> {
    const announced = this.#announced
    if (announced?.file !== file)
      throw new LabError('NOT_FOUND', 'The file was given up, or another one was opened meanwhile.', { file })
    this.#read += part.length
    const { name, size, keep, newest } = announced
    try {
      const tree = await this.reader.read({ file, name, size, part, last: this.#read >= size })
      if (!tree) return undefined
      if (this.#announced !== announced) throw new LabError('CANCELLED', 'The file was given up.', { file })
      this.#announced = undefined
      return { ...tree, name, keep, newest }
    } catch (error) {
      if (this.#announced === announced) this.#announced = undefined
      throw error
    }
  }

  giveUp(file: number): void {
    if (this.#announced?.file !== file) return
    this.#announced = undefined
    this.reader.giveUp(file)
  }
}
