import { createI18n } from 'vue-i18n'
import { NUMBER_FORMS, numberText, type FixedDecimals, type NumberForm } from '../../../core/numberText'
import adversarial48 from './en/adversarial48.json'
import arena from './en/arena.json'
import cantGoBack from './en/cantGoBack.json'
import commands from './en/commands.json'
import compare from './en/compare.json'
import deleted from './en/deleted.json'
import incoming from './en/incoming.json'
import learn from './en/learn.json'
import mistakes from './en/mistakes.json'
import page from './en/page.json'
import play from './en/play.json'
import player from './en/player.json'
import profiles from './en/profiles.json'
import replays from './en/replays.json'
import settings from './en/settings.json'
import shared from './en/shared.json'
import tour from './en/tour.json'
import train from './en/train.json'
import tree from './en/tree.json'
import tune from './en/tune.json'
import warehouse from './en/warehouse.json'

/** Named forms of times; `d(milliseconds, 'moment')` in a component. */
const datetimeFormats = {
  en: {
    moment: { dateStyle: 'medium', timeStyle: 'short' },
    time: { timeStyle: 'medium' },
    day: { dateStyle: 'medium', timeZone: 'UTC' },
  },
} as const

/** One file per screen; texts that several screens use are in `shared`. */
const en = {
  ...shared,
  ...commands,
  ...compare,
  ...deleted,
  ...incoming,
  ...learn,
  ...mistakes,
  ...page,
  ...play,
  ...player,
  ...profiles,
  ...replays,
  ...settings,
  ...tour,
  ...train,
  ...tree,
  ...tune,
  ...warehouse,
  ...cantGoBack,
  ...adversarial48,
  ...arena,
}

/** Named forms of numbers, `n(value, 'compact')` in a component: `core/numberText.ts` writes them, as in the terminal. */
const numberFormats = { en: Object.fromEntries(Object.keys(NUMBER_FORMS).map(form => [form, {}])) as Record<NumberForm, object> }

const NO_BREAK = '\u00a0'

export function createTranslations() {
  const i18n = createI18n({ legacy: false, locale: 'en', messages: { en }, numberFormats, datetimeFormats })
  const { global } = i18n
  const write = (value: number, form: NumberForm | FixedDecimals = 'full'): string =>
    numberText(value, form).replace(' ', NO_BREAK)
  global.n = write
  return i18n
}
