import { createI18n } from 'vue-i18n'
import deleted from './en/deleted.json'
import mistakes from './en/mistakes.json'
import play from './en/play.json'
import player from './en/player.json'
import profiles from './en/profiles.json'
import replays from './en/replays.json'
import settings from './en/settings.json'
import shared from './en/shared.json'
import tour from './en/tour.json'
import tree from './en/tree.json'
import tune from './en/tune.json'

/** Named forms of numbers; `n(value, 'compact')` in a component. */
export const NUMBER_FORMATS = {
  en: {
    integer: { maximumFractionDigits: 0 },
    compact: { notation: 'compact', maximumSignificantDigits: 4, signDisplay: 'negative' },
    /** Neighbours on an axis must differ, as 1.6075M and 1.608M do. */
    tick: { notation: 'compact', maximumSignificantDigits: 6, signDisplay: 'negative' },
    /** A value as exact as six digits say it: 1.387 M and 1.386 M must not look alike when they differ. */
    value: { maximumSignificantDigits: 6, signDisplay: 'negative' },
    /** The number itself: more digits than a sum of so many is good for would be noise. */
    full: { maximumSignificantDigits: 12, signDisplay: 'negative' },
    loss: { notation: 'compact', maximumSignificantDigits: 3, signDisplay: 'exceptZero' },
    points: { maximumFractionDigits: 0, signDisplay: 'exceptZero' },
    size: { maximumSignificantDigits: 3 },
    wholePercent: { style: 'percent', maximumFractionDigits: 0 },
    percent: { style: 'percent', maximumFractionDigits: 1 },
  },
} as const

/** Named forms of times; `d(milliseconds, 'moment')` in a component. */
const datetimeFormats = { en: { moment: { dateStyle: 'medium', timeStyle: 'short' } } } as const

/** A file a screen, so that a newcomer finds its words; what several screens say is in `shared`. */
const en = {
  ...shared,
  ...deleted,
  ...mistakes,
  ...play,
  ...player,
  ...profiles,
  ...replays,
  ...settings,
  ...tour,
  ...tree,
  ...tune,
}

export function createTranslations() {
  return createI18n({ legacy: false, locale: 'en', messages: { en }, numberFormats: NUMBER_FORMATS, datetimeFormats })
}
