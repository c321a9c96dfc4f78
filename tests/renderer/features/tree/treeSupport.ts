/** A lab that answers about real recorded trees, without threads. */
import type { CallName, TreeView } from '../../../../src/core/contract/calls'
import type { TreeQuestion } from '../../../../src/core/contract/trees'
import type { Board } from '../../../../src/core/games/twenty48/board'
import { makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import { neverStop } from '../../../../src/core/games/twenty48/search/engine'
import { PLAIN_SETTINGS, type SearchSettings } from '../../../../src/core/search/settings'
import { searchSubject } from '../../../../src/core/search/subject'
import { boardSubject, isBoardHead } from '../../../../src/core/games/twenty48/tree/head'
import type { Calibration } from '../../../../src/core/games/twenty48/scale/calibration'
import type { Trace } from '../../../../src/core/trace/trace'
import { levelStatistics } from '../../../../src/core/tree/levels'
import { TREE_ANSWERS } from '../../../../src/main/compute/trees/treeAnswers'
import { OutlinedTree } from '../../../../src/main/compute/trees/outlinedTree'
import { TooltipProvider } from 'reka-ui'
import { defineComponent, h } from 'vue'
import { useProfiles } from '../../../../src/renderer/src/bridge/profiles'
import TreeScreen from '../../../../src/renderer/src/features/tree/TreeScreen.vue'
import { useToasts } from '../../../../src/renderer/src/ui/toasts/toasts'
import { fakeLab, flushPromises, hello, mountWith, press } from '../../helpers'
import { traceTextbook } from '../../../support/textbook'

const EVALUATOR = makeEvaluator('thesis')

export function recordedTrace(board: Board, change: Partial<SearchSettings>, depth: number, mebibytes = 16): Trace {
  const tracer = traceTextbook(EVALUATOR, { ...PLAIN_SETTINGS, ...change })
  return tracer({ root: { board, kind: 'max' }, depth, reach: 1, nodes: Infinity, mebibytes }, neverStop).trace
}

function madeBy({ head }: Trace): Pick<TreeView, 'player' | 'search'> {
  if (!isBoardHead(head)) return { search: searchSubject(head) }
  const { evaluator, settings } = boardSubject(head)
  return { player: { evaluator, settings, limits: { depth: head.depth } } }
}

function viewOf(trace: Trace, id = 1, change: Partial<TreeView> = {}): TreeView {
  const { game, searcher, depth, reach, nodes } = trace.head
  const root = { state: trace.head.root, kind: trace.head.rootKind }
  return {
    ...{
      id,
      from: 'search',
      game,
      searcher,
      hasLog: trace.data.log !== undefined,
      root,
      reach,
      depth,
      nodes,
      values: trace.data.space.values ?? 1,
      hasVisits: trace.data.space.hasVisits ?? false,
      ...madeBy(trace),
    },
    ...{ state: 'done', version: 1, newer: false, entries: trace.entries, bytes: 32 * trace.entries, ms: 5, complete: true },
    ...{ levels: levelStatistics(trace), iterations: [{ depth, nodes, ms: 5 }], working: {} },
    ...change,
  }
}

/** Trees by their numbers, from 1. */
export function labWithTrees(traces: readonly Trace[], change: Partial<TreeView> = {}, calibration: Calibration | null = null) {
  const answers = new Map<CallName, unknown>()
  const desks = traces.map(trace => new OutlinedTree(trace.data))
  const views = traces.map((trace, i) => viewOf(trace, i + 1, change))
  const fake = fakeLab(
    (name: CallName, arg: unknown) => {
      if (name === 'trees') return views
      if (answers.has(name)) return answers.get(name)
      if (!(name in TREE_ANSWERS)) return undefined
      const desk = desks[(arg as { tree: number }).tree - 1]!
      const value: unknown = TREE_ANSWERS[name as TreeQuestion](desk, arg as never)
      if (typeof value !== 'object' || value === null || !('next' in value)) return structuredClone(value)
      const work = value as unknown as Generator<undefined, unknown, undefined>
      let step = work.next()
      while (!step.done) step = work.next()
      return step.value
    },
    () => calibration,
  )
  /** The search of a tree comes to another iteration, which is shown. */
  function deepen(id: number, trace: Trace): void {
    desks[id - 1]!.replace(trace.data)
    views[id - 1] = viewOf(trace, id, { ...change, version: views[id - 1]!.version + 1, newer: false })
    fake.emit('trees', [...views])
  }
  return { ...fake, desks, views, answers, deepen }
}

const Screen = defineComponent(() => () => h(TooltipProvider, () => h(TreeScreen, { hello: hello() })))

/** Shows the tree in one of its views: at the start it is drawn. */
export async function showView(name: 'Drawn' | 'Outline' | 'Icicle'): Promise<void> {
  const views = document.querySelector('[role="group"][aria-label="View"]')
  const button = [...(views?.querySelectorAll('button') ?? [])].find(each => each.textContent.trim() === name)
  button?.click()
  for (let i = 0; i < 3; i++) await flushPromises()
}

/** The Tree screen over real trees: what a person sees of it and does to it. */
export class TreePage {
  readonly lab: ReturnType<typeof labWithTrees>
  readonly #mounted: ReturnType<typeof mountWith>

  private constructor(traces: readonly Trace[], change: Partial<TreeView>, calibration?: Calibration) {
    this.lab = labWithTrees(traces, change, calibration)
    this.#mounted = mountWith(Screen, this.lab.lab)
    useProfiles().greet(hello())
  }

  static async of(traces: readonly Trace[], change: Partial<TreeView> = {}, calibration?: Calibration): Promise<TreePage> {
    const page = new TreePage(traces, change, calibration)
    await page.settle()
    await showView('Outline')
    await page.settle()
    return page
  }

  async settle(): Promise<void> {
    for (let i = 0; i < 8; i++) await flushPromises()
  }

  get outline(): HTMLElement {
    return document.querySelector<HTMLElement>('[role="tree"]')!
  }

  get rows(): HTMLElement[] {
    return [...this.outline.querySelectorAll<HTMLElement>('[role="treeitem"]')]
  }

  get active(): HTMLElement {
    return this.outline.querySelector<HTMLElement>('[aria-selected="true"]')!
  }

  get panel(): HTMLElement {
    return document.querySelector<HTMLElement>('section[aria-label="Node"]')!
  }

  /** What the trees are called where no position stands beside them. */
  get names(): string[] {
    return [...document.querySelectorAll('.tab [aria-label^="Close "]')].map(each => each.getAttribute('aria-label')!.slice(6))
  }

  get toasts() {
    return useToasts().list
  }

  button(name: string, within: ParentNode = document): HTMLButtonElement {
    const found = [...within.querySelectorAll('button')].find(
      each => each.getAttribute('aria-label') === name || each.textContent.trim() === name,
    )
    if (!found) throw new Error(`no button ${name}`)
    return found
  }

  async click(name: string, within?: ParentNode): Promise<void> {
    this.button(name, within).click()
    await this.settle()
  }

  async chooseTab(index: number): Promise<void> {
    document.querySelectorAll<HTMLElement>('.tab > button')[index]!.click()
    await this.settle()
  }

  /** A press on the outline. */
  async key(name: string): Promise<void> {
    press(name, {}, this.outline)
    await this.settle()
  }

  async pick(select: HTMLSelectElement, value: string): Promise<void> {
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
    await this.settle()
  }

  async type(field: HTMLInputElement, value: string): Promise<void> {
    field.value = value
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
    await this.settle()
  }

  leave(): void {
    this.#mounted.unmount()
    document.body.innerHTML = ''
  }
}
