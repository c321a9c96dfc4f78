import { useI18n } from 'vue-i18n'

const MINUTE = 60_000

/** A time as on a clock: "0.4 s", "59.9 s", "2:05". */
export function useClockText(): (ms: number) => string {
  const { t, n } = useI18n()
  return ms => {
    if (ms < MINUTE)
      return t('duration.seconds', {
        seconds: n(Math.floor(ms / 100) / 10, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
      })
    const seconds = Math.floor(ms / 1000)
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  }
}
