import { shallowRef } from 'vue'
import type { TreeId, TreeView } from '../../../../../core/contract/calls'
import { FILE_PART_BYTES } from '../../../../../core/contract/calls/tree'
import { GivenUp, type Ask } from '../../../bridge/guarded'
import { useMutation } from '../../../bridge/useMutation'
import { downloadBlob } from '../../../ui/exchange/files'
import { useFailureToast } from '../../../ui/toasts/failureToast'
import type { OpenTrees } from '../useOpenTrees'
import { treeFileName } from './useExport'

/** Tree files, which may have hundreds of MiB: transferred in parts, with progress and cancellation. */
export function useTreeFile(openTrees: OpenTrees) {
  const onFailure = useFailureToast()
  const change = useMutation(onFailure)
  const reads = useMutation(onFailure, 'instead')
  const saves = useMutation(onFailure, 'ignore')
  /** 0 … 1 while a file is read. */
  const reading = shallowRef<number>()
  /** 0 … 1 while a tree is saved. */
  const saving = shallowRef<number>()
  /** Id of the file that is being read. */
  let file: number | undefined

  async function open(chosen: File): Promise<void> {
    await stopReading()
    reading.value = 0
    await openTrees.open((_, keep) => reads(ask => read(ask, chosen, keep)))
  }

  async function read(ask: Ask, chosen: File, keep: TreeId[]): Promise<TreeView | undefined> {
    // even if it is cancelled meanwhile, because the lab must be informed
    const upload = await change(begin => begin('openTreeFile', { name: chosen.name, size: Math.max(1, chosen.size), keep }))
    file = upload?.file
    try {
      return upload && (await send(ask, chosen, upload.file))
    } catch (error) {
      if (file === upload?.file && error instanceof GivenUp) await giveUp()
      throw error
    } finally {
      if (file === upload?.file) file = reading.value = undefined
    }
  }

  async function send(ask: Ask, chosen: File, number: number): Promise<TreeView | undefined> {
    for (let at = 0; ; at += FILE_PART_BYTES) {
      const part = await base64(chosen.slice(at, at + FILE_PART_BYTES))
      if (part === '') return undefined
      const opened = await ask('putTreePart', { file: number, part })
      if (opened) return opened
      reading.value = Math.min(1, (at + FILE_PART_BYTES) / chosen.size)
    }
  }

  async function stopReading(): Promise<void> {
    reads.stop()
    reading.value = undefined
    await giveUp()
  }

  async function giveUp(): Promise<void> {
    const given = file
    file = undefined
    if (given !== undefined) await change(ask => ask('giveUpTreeFile', { file: given }))
  }

  /** Saves the file that `lab tree show` and this screen open. */
  async function save(): Promise<void> {
    const tree = openTrees.view.value
    if (!tree || saves.pending.value) return
    saving.value = 0
    const parts = await saves(ask => receive(ask, tree))
    if (!saves.pending.value) saving.value = undefined
    if (parts) downloadBlob(treeFileName(tree, 'trace'), new Blob(parts))
  }

  /** Passes each part to the browser immediately, which keeps it outside the page's memory. */
  async function receive(ask: Ask, { id, bytes }: TreeView): Promise<Blob[]> {
    const parts: Blob[] = []
    for (let at = 0; ;) {
      const { part } = await ask('treePart', { tree: id, at })
      if (part === '') return parts
      const blob = new Blob([bytesOf(part)])
      parts.push(blob)
      at += blob.size
      saving.value = Math.min(1, at / bytes)
    }
  }

  function stopSaving(): void {
    saves.stop()
    saving.value = undefined
  }

  return { reading, saving, open, stopReading, save, stopSaving }
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
