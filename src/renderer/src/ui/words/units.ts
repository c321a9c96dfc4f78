import { useI18n } from 'vue-i18n'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A measured time to three digits: "12.3 µs", "456 ms", "7.89 s"; from one minute on like `useDuration`. */
export function useMeasuredTime(): (ms: number) => string {
  const { t, n } = useI18n()
  const coarse = useDuration()
  return ms => {
    if (ms >= MINUTE - 500) return coarse(ms)
    if (ms >= 999.5) return t('duration.seconds', { seconds: n(ms / 1000, 'size') })
    if (ms >= 0.9995 || ms === 0) return t('duration.milliseconds', { milliseconds: n(ms, 'size') })
    return t('duration.microseconds', { microseconds: n(ms * 1000, 'size') })
  }
}

/** An estimate between two times: "2 min to 5 min", or one if both read the same. */
export function useDurationRange(): (lowMs: number, highMs: number) => string {
  const { t } = useI18n()
  const duration = useDuration()
  return (lowMs, highMs) => {
    const [low, high] = [duration(lowMs), duration(highMs)]
    return low === high ? low : t('duration.range', { low, high })
  }
}

/** A time in its two largest units, as coarse as an estimate: "40 s", "3 min", "2 h 10 min", "1 d 4 h". */
export function useDuration(): (ms: number) => string {
  const { t } = useI18n()
  return ms => {
    const seconds = Math.max(1, Math.round(ms / 1000))
    if (seconds < 60) return t('duration.seconds', { seconds })
    const minutes = Math.round(ms / MINUTE)
    if (minutes < 60) return t('duration.minutes', { minutes })
    if (ms < DAY) return t('duration.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
    const hours = Math.round(ms / HOUR)
    return t('duration.days', { days: Math.floor(hours / 24), hours: hours % 24 })
  }
}

const KIB = 2 ** 10
const MIB = 2 ** 20
const GIB = 2 ** 30

/** A size in a fitting unit: "40 KiB", "12.5 MiB", "1.25 GiB". */
export function useBytes(): (bytes: number) => string {
  const { t, n } = useI18n()
  return bytes => {
    if (bytes >= GIB) return t('bytes.gibibytes', { amount: n(bytes / GIB, 'size') })
    if (bytes >= MIB) return t('bytes.mebibytes', { amount: n(bytes / MIB, 'size') })
    return t('bytes.kibibytes', { amount: n(Math.ceil(bytes / KIB), 'integer') })
  }
}
