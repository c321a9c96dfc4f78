import { readFileSync } from 'node:fs'

/** A file of tests/golden, trusted to have its shape. */
export function golden<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../../golden/${name}.json`, import.meta.url), 'utf8')) as T
}
