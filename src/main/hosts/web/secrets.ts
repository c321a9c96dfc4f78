/** Keys of pages: a nonce that is valid for one exchange, and the secret that the page receives for it. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Admission, Admitted } from '../../../core/contract/admission'

/** Validity of a printed address. */
export const NONCE_MINUTES = 10
const NONCE_MS = NONCE_MINUTES * 60_000

/** Limit of unused printed addresses; beyond that the oldest becomes invalid. */
const MOST_NONCES = 16

/**
 * Maximum number of wrong keys of one kind in a minute; further ones are refused as too many. With 128 random bits each, guessing is hopeless anyway.
 */
const MOST_WRONG_TRIES = 30
const TRIES_MS = 60_000

interface Nonce {
  readonly digest: Buffer
  readonly expires: number
}

/**
 * `wrong`: a nonce that is unknown, used or too old, or another wrong key. `tooMany`: also wrong, after too many wrong ones of its kind.
 */
export type Refusal = 'wrong' | 'tooMany'

/** A right key always counts: wrong keys of another program cannot lock out the owner of the lab. */
export class WebKeys {
  /** New for each run, so that it is worthless to a program that takes over the port later. */
  readonly #secret = randomKey(32)
  readonly #isSecret = comparison(this.#secret)
  readonly #addressKey = randomKey(32)
  readonly #isAddressKey = comparison(this.#addressKey)
  #nonces: readonly Nonce[] = []
  readonly #wrong: Readonly<Record<'nonce' | 'secret' | 'addressKey', WrongTries>>

  /** @param now a clock that never goes back, in ms */
  constructor(private readonly now: () => number) {
    this.#wrong = { nonce: new WrongTries(now), secret: new WrongTries(now), addressKey: new WrongTries(now) }
  }

  issueNonce(): string {
    const nonce = randomKey(16)
    const fresh = { digest: hash(nonce), expires: this.now() + NONCE_MS }
    this.#nonces = [...this.#living(), fresh].slice(-MOST_NONCES)
    return nonce
  }

  /** Grants nonces to the program that sends it; must be stored in a file that only this user can read. */
  get addressKey(): string {
    return this.#addressKey
  }

  /** Consumes a right nonce. */
  admit(credentials: Admission): Admitted | Refusal {
    const kind = 'nonce' in credentials ? 'nonce' : 'secret'
    const isRight = 'nonce' in credentials ? this.#spend(credentials.nonce) : this.#isSecret(credentials.secret)
    return isRight ? { secret: this.#secret } : this.#wrong[kind].add()
  }

  /** @returns why `key` gets no address; `undefined` if it does */
  refuseAddress(key: string): Refusal | undefined {
    return this.#isAddressKey(key) ? undefined : this.#wrong.addressKey.add()
  }

  #spend(nonce: string): boolean {
    const digest = hash(nonce)
    const living = this.#living()
    this.#nonces = living.filter(known => !timingSafeEqual(known.digest, digest))
    return this.#nonces.length < living.length
  }

  #living(): readonly Nonce[] {
    const now = this.now()
    return this.#nonces.filter(({ expires }) => expires > now)
  }
}

/** Wrong keys of one kind in the last minute. Those beyond the limit are not counted, so that the minute ends. */
class WrongTries {
  #times: readonly number[] = []

  constructor(private readonly now: () => number) {}

  add(): Refusal {
    const now = this.now()
    this.#times = this.#times.filter(time => time > now - TRIES_MS)
    if (this.#times.length >= MOST_WRONG_TRIES) return 'tooMany'
    this.#times = [...this.#times, now]
    return 'wrong'
  }
}

function randomKey(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}

/** In constant time. */
function comparison(key: string): (text: string) => boolean {
  const digest = hash(key)
  return text => timingSafeEqual(hash(text), digest)
}

/** Gives equal lengths for a comparison in constant time, whatever was sent. */
function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
