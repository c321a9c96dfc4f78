import { shallowRef } from 'vue'
import type { TreeView } from '../../../../core/contract/calls'
import type { FILE_PART_BYTES } from '../../../../core/contract/calls/tree'
import { makePosition } from '../../../../core/games/twenty48/notation'
import { attemptWith } from '../../bridge/attempt'
import { useLab } from '../../bridge/lab'
import { downloadBlob } from '../../ui/download'
import { useFailureToast } from '../../ui/toasts/failureToast'
import type { TreeDesk } from './useTreeDesk'

/** As the lab takes them. */
const PART: typeof FILE_PART_BYTES = 524_288

/** Files of trees, which may have hundreds of MiB: part by part, with how far it is and a way to end it. */
export function useTreeFile(desk: TreeDesk) {
  const lab = useLab()
  const attempt = attemptWith(useFailureToast())
  /** 0 … 1 while a file is read. */
  const reading = shallowRef<number>()
  /** 0 … 1 while a tree is saved. */
  const saving = shallowRef<number>()
  /** The file that is read; 0: none, whatever was begun is to end. */
  let file = 0
  let stopsSaving = false

  async function open(chosen: File): Promise<void> {
    await stopReading()
    reading.value = 0
    let mine = 0
    await desk.open(async keep => {
      mine = file = (await lab.call('openTreeFile', { name: chosen.name, size: Math.max(1, chosen.size), keep })).file
      return send(chosen, mine)
    })
    if (file !== mine) return // another was begun meanwhile
    file = 0
    reading.value = undefined
  }

  async function send(chosen: File, number: number): Promise<TreeView | undefined> {
    for (let at = 0; file === number; at += PART) {
      const part = await base64(chosen.slice(at, at + PART))
      if (part === '' || file !== number) return undefined
      let opened: TreeView | null
      try {
        opened = await lab.call('putTreePart', { file: number, part })
      } catch (error) {
        if (file !== number) return undefined // it was given up meanwhile
        throw error
      }
      if (opened || file !== number) return opened ?? undefined
      reading.value = Math.min(1, (at + PART) / chosen.size)
    }
    return undefined
  }

  async function stopReading(): Promise<void> {
    const given = file
    file = 0
    reading.value = undefined
    if (given !== 0) await attempt(lab.call('giveUpTreeFile', { file: given }))
  }

  /** The file that `lab tree show` and this screen open. */
  async function save(): Promise<void> {
    const tree = desk.view.value
    if (!tree || saving.value !== undefined) return
    stopsSaving = false
    saving.value = 0
    const parts = await attempt(receive(tree))
    saving.value = undefined
    if (parts) downloadBlob(`tree-${makePosition(tree.root.board)}.trace`, new Blob(parts))
  }

  /** Each part is handed to the browser at once, which keeps it outside the page's memory. */
  async function receive({ id, bytes }: TreeView): Promise<Blob[] | undefined> {
    const parts: Blob[] = []
    for (let at = 0; !stopsSaving;) {
      const { part } = await lab.call('treePart', { tree: id, at })
      if (part === '') return parts
      const blob = new Blob([bytesOf(part)])
      parts.push(blob)
      at += blob.size
      saving.value = Math.min(1, at / bytes)
    }
    return undefined
  }

  return { reading, saving, open, stopReading, save, stopSaving: () => void (stopsSaving = true) }
}

function base64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,?/, ''))
    reader.onerror = () => reject(reader.error!)
    reader.readAsDataURL(blob)
  })
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}
