import { appendFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Figures of one soak test, in the order they are to be read: what was measured, with its unit, and the value. */
export type Facts = Readonly<Record<string, string | number | boolean>>

const FILE = fileURLToPath(new URL('../../test-results/soak-facts.jsonl', import.meta.url))

/**
 * States what a soak test found. `npm run soak` collects it for docs/soak.md; call it before the assertions,
 * so that a failed test leaves its figures too.
 */
export function record(name: string, facts: Facts): void {
  appendFileSync(FILE, `${JSON.stringify({ name, facts })}\n`)
}
