import { shallowRef } from 'vue'
import type { TreeId, TreeView } from '../../../../core/contract/calls'
import type { FILE_PART_BYTES } from '../../../../core/contract/calls/tree'
import { useLab } from '../../bridge/lab'
import type { TreeDesk } from './useTreeDesk'

/** As the lab takes them. */
const PART: typeof FILE_PART_BYTES = 524_288

/** Opens the file of a tree: hands it to the lab part by part. */
export function useTreeFile(desk: TreeDesk) {
  const lab = useLab()
  /** 0 … 1 while a file is read. */
  const progress = shallowRef<number>()

  async function open(chosen: File): Promise<void> {
    progress.value = 0
    await desk.open(keep => send(chosen, keep))
    progress.value = undefined
  }

  async function send(chosen: File, keep: TreeId[]): Promise<TreeView | undefined> {
    const { file } = await lab.call('openTreeFile', { name: chosen.name, size: Math.max(1, chosen.size), keep })
    for (let at = 0; ; at += PART) {
      const part = await base64(chosen.slice(at, at + PART))
      if (part === '') return undefined
      const opened = await lab.call('putTreePart', { file, part })
      progress.value = Math.min(1, (at + PART) / chosen.size)
      if (opened) return opened
    }
  }

  return { progress, open }
}

function base64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,?/, ''))
    reader.onerror = () => reject(reader.error!)
    reader.readAsDataURL(blob)
  })
}
