/** What lets a page in: a nonce that is good for one exchange, and the secret that the page gets for it. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Admission, Admitted } from '../../../core/contract/admission'

/** How long a printed address can be opened. */
export const NONCE_MINUTES = 10
const NONCE_MS = NONCE_MINUTES * 60_000

/** Printed addresses that wait to be opened; the oldest of more is void. */
const MOST_NONCES = 16

/** Wrong tries of one kind of key in a minute. More are turned away as such; with 128 random bits each, guessing is hopeless anyway. */
const MOST_WRONG_TRIES = 30
const TRIES_MS = 60_000

interface Nonce {
  readonly digest: Buffer
  readonly expires: number
}

/** `wrong`: a nonce that is unknown, used or too old, or another wrong key. `tooMany`: wrong too, after too many wrong ones of its kind. */
export type Refusal = 'wrong' | 'tooMany'

/** A right key always counts: wrong tries of another program cannot keep the owner of the lab out. */
export class WebKeys {
  /** Made anew for each run, so that it is worth nothing to a program that takes the port over later. */
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

  /** Gives nonces to the program that shows it: it is for a file that only this user can read. */
  get addressKey(): string {
    return this.#addressKey
  }

  /** Spends a nonce that is right. */
  admit(shown: Admission): Admitted | Refusal {
    const kind = 'nonce' in shown ? 'nonce' : 'secret'
    const isRight = 'nonce' in shown ? this.#spend(shown.nonce) : this.#isSecret(shown.secret)
    return isRight ? { secret: this.#secret } : this.#wrong[kind].add()
  }

  /** @returns why `key` gives no address; `undefined` where it does */
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

/** The wrong tries of the last minute, of one kind of key. Those that are too many are not counted, so that the minute ends. */
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

/** Equal lengths for a comparison in constant time, whatever was sent. */
function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
