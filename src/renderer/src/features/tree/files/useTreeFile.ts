import { shallowRef } from 'vue'
import type { TreeId, TreeView } from '../../../../../core/contract/calls'
import { FILE_PART_BYTES } from '../../../../../core/contract/calls/tree'
import { MAX_SHARED_TREE, type SharedSearch } from '../../../../../core/contract/files'
import { GivenUp, type Ask } from '../../../bridge/guarded'
import { useMutation } from '../../../bridge/useMutation'
import { download, downloadBlob } from '../../../ui/exchange/files'
import { useFailureToast } from '../../../ui/toasts/failureToast'
import { type OpenTrees, useOpenTrees } from '../useOpenTrees'
import { useI18n } from 'vue-i18n'
import { expertAnswer } from '../../../../../core/games/twenty48/search/report'
import { useToasts } from '../../../ui/toasts/toasts'
import { ROOT, useSelection } from '../useSelection'
import { gameView } from '../../../games/gameViews'

/** Tree files, which may have hundreds of MiB: transferred in parts, with progress and cancellation. */
export function useTreeFile(openTrees: OpenTrees) {
  const onFailure = useFailureToast(undefined, 'any')
  const change = useMutation(onFailure)
  const reads = useMutation(onFailure, 'instead')
  const saves = useMutation(onFailure, 'ignore')
  const toasts = useToasts()
  const { t, n } = useI18n()
  /** 0 … 1 while a file is read. */
  const reading = shallowRef<number>()
  /** 0 … 1 while a tree is saved. */
  const saving = shallowRef<number>()
  /** Id of the file that is being read. */
  let file: number | undefined
  /** How often reading began or was stopped. */
  let turns = 0

  /** @returns false after a failure, which is reported; true if the user stops it */
  async function open(chosen: File): Promise<boolean> {
    await stopReading()
    const turn = turns
    reading.value = 0
    const opened = await openTrees.open((_, keep) => reads(ask => read(ask, chosen, keep)))
    return opened !== undefined || turn !== turns
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
    turns++
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
    if (parts) downloadBlob(treeFileName(tree, '2048trace'), new Blob(parts))
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

  /** The shown tree as a part of a shared file; `undefined` after a failure, or if it is too large. */
  async function inFull(): Promise<SharedSearch | undefined> {
    const tree = openTrees.view.value
    if (!tree) return undefined
    if (tree.bytes > MAX_SHARED_TREE) {
      const [bytes, most] = [n(tree.bytes / 1e6, 'value'), n(MAX_SHARED_TREE / 1e6, 'value')]
      toasts.show({ kind: 'failure', title: t('share.tooLarge', { bytes, most }), advice: t('share.tooLargeNow') })
      return undefined
    }
    const parts = await saves(ask => receive(ask, tree))
    if (!saves.pending.value) saving.value = undefined
    return parts && { by: 'trace', name: treeFileName(tree, '2048trace'), bytes: await base64(new Blob(parts)) }
  }

  function stopSaving(): void {
    saves.stop()
    saving.value = undefined
  }

  return { reading, saving, open, stopReading, save, stopSaving, inFull }
}

/** The tree in a shared file. */
export function fileOf({ name, bytes }: Extract<SharedSearch, { by: 'trace' }>): File {
  return new File([bytesOf(bytes)], name)
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

/** Exports trees: the outline as it is unfolded, or a subtree. */
export function useExport() {
  const openTrees = useOpenTrees()
  const selection = useSelection()
  const change = useMutation(useFailureToast())
  const toasts = useToasts()
  const { t } = useI18n()

  const name = (end: string) => treeFileName(openTrees.view.value!, end)

  async function taken(format: 'json' | 'text' | 'svg', levels = 0) {
    const tree = openTrees.view.value
    return tree && change(ask => ask('exportTree', { tree: tree.id, node: selection.active.value, levels, format }))
  }

  async function picture(form: 'svg' | 'png'): Promise<void> {
    const exported = await taken('svg')
    if (!exported) return
    if (form === 'svg') return download(name('svg'), 'image/svg+xml', exported.text)
    const png = await pictureOf(exported.text)
    if (png) downloadBlob(name('png'), png)
    else
      toasts.show({
        kind: 'failure',
        title: t('tree.picture.what'),
        detail: t('tree.picture.why'),
        advice: t('tree.picture.now'),
      })
  }

  async function text(): Promise<void> {
    const exported = await taken('text')
    if (exported) download(name('txt'), 'text/plain', exported.text)
  }

  /** The values are the evaluator's: of the whole tree, what the player's expert found begins the object, as in `lab tree --json`. */
  async function json(levels: number): Promise<void> {
    const fields = selection.active.value === ROOT ? expertAnswer(openTrees.view.value?.expert) : {}
    const exported = await taken('json', levels)
    if (exported) download(name('json'), 'application/json', withFields(fields, exported.text))
  }

  return { picture, text, json }
}

/** Adds fields in front of those of an object that is written already. */
function withFields(fields: object, text: string): string {
  const front = JSON.stringify(fields).slice(0, -1)
  return front === '{' ? text : `${front},${text.slice(1)}`
}

const LONGEST = 40

/** File name of a tree, from its root. */
function treeFileName({ game, root }: TreeView, end: string): string {
  const position = gameView(game)
    .title(root.state)
    .replaceAll(/[^\w.-]+/g, '-')
  return `tree-${position.slice(0, LONGEST)}.${end}`
}

/** Maximum pixels per side, the limit of browsers. */
const MOST_PIXELS = 16_000

/** An SVG as a PNG at twice its size, or as large as possible; `undefined` if it cannot be drawn. */
async function pictureOf(svg: string): Promise<Blob | undefined> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  try {
    await image.decode()
  } catch {
    return undefined
  }
  const scale = Math.min(2, MOST_PIXELS / Math.max(image.naturalWidth, image.naturalHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.naturalWidth * scale)
  canvas.height = Math.round(image.naturalHeight * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise(resolve => canvas.toBlob(blob => resolve(blob ?? undefined), 'image/png'))
}
