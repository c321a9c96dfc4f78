import { useI18n } from 'vue-i18n'

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
