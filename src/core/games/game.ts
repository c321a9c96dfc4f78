/**
 * What a game is to the textbook searchers. States are values: no method changes its argument.
 * Hidden information and more than one player fit the same interface; see each game's own file for its rules.
 */

/** The agent to act: 0 … agents − 1, or nature, whose act is drawn by known chances. */
type Turn = number | 'chance'

export interface Step<State> {
  readonly state: State
  /** What the acting agent earns by the act, in the game's own points; 0 in games that score at the end. */
  readonly reward: number
}

/**
 * One result of a chance node. Its probability is `chance / draws`: one of `draws` equally likely draws, then a
 * `chance` within it. The two are kept apart because cumulative probabilities are compared to the last bit.
 */
export interface Outcome<State> {
  readonly state: State
  readonly draws: number
  readonly chance: number
  /** What the outcome goes by in a recorded tree, 0 … 65535: no other outcome of this node has the same. */
  readonly edge: number
}

export interface Game<State, Action> {
  readonly name: string
  readonly agents: number
  turn(state: State): Turn
  /** Acts worth trying at an agent's node, in the order of search and of ties; some may turn out illegal. */
  candidates(state: State): readonly Action[]
  /** `undefined` when the rules forbid the act. */
  apply(state: State, action: Action): Step<State> | undefined
  /** All results of a chance node, in the order of search. Probabilities sum to 1. */
  outcomes(state: State): readonly Outcome<State>[]
  isTerminal(state: State): boolean
  /** What the final state is worth to an agent, on top of rewards earned on the way. */
  utility(state: State, agent: number): number
  /** Text that `decode` reads back; equal states give equal text. */
  encode(state: State): string
  /** @throws {LabError} `BAD_POSITION` */
  decode(text: string): State
}
