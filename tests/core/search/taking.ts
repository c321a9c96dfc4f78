import type { Values } from '../../../src/core/game/game'

/** Which of some values an agent takes: the first that nothing beats. @param main the agent of the root */
export type Taking = (values: readonly Values[], agent: number, main: number) => number

const first = (values: readonly Values[], better: (one: Values, other: Values) => boolean) =>
  values.findIndex(each => !values.some(other => better(other, each)))

export const TAKING: Readonly<Record<string, Taking>> = {
  maxN: (values, agent) => first(values, (one, other) => one[agent]! > other[agent]!),
  helpNext: (values, agent) => {
    const next = agent + 1 < values[0]!.length ? agent + 1 : 0
    return first(values, (one, other) => one[next]! > other[next]!)
  },
  coalition: (values, agent, main) =>
    first(
      values,
      (one, other) =>
        one[agent]! > other[agent]! || (agent !== main && one[agent]! === other[agent]! && one[main]! < other[main]!),
    ),
  // one number counts, the main agent's
  paranoid: (values, agent, main) =>
    first(values, (one, other) => (agent === main ? one[main]! > other[main]! : one[main]! < other[main]!)),
}
