import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sameContent } from '../../../src/core/contentHash'
import {
  carryOut,
  CLASH_CHOICES,
  freeNameFor,
  makeProfile,
  makeProfiles,
  MAX_PROFILE_BYTES,
  MAX_PROFILES,
  MAX_PROFILES_BYTES,
  parseProfile,
  parseProfiles,
  planImport,
  PROFILE_VERSION,
  profileNameShape,
  type Profile,
} from '../../../src/core/contract/files'
import { refusal } from '../support/errors'
import { profile, profileName } from '../support/games'
import type { TermEvaluator } from '../../../src/core/games/twenty48/heuristics/family'

const goldenText = (name: string) => readFileSync(new URL(`../../golden/${name}`, import.meta.url), 'utf8')
const two = JSON.parse(goldenText('profile-v2.json')) as Record<string, unknown>

describe('a profile file', () => {
  test('profile → file → profile, alone and among others', () => {
    fc.assert(
      fc.property(fc.array(profile, { minLength: 1, maxLength: 4 }), profiles => {
        for (const each of profiles) expect(parseProfile(makeProfile(each), 'f')).toEqual(each)
        expect(parseProfiles(makeProfiles(profiles), 'f')).toEqual(profiles)
        expect(parseProfiles(makeProfile(profiles[0]!), 'f')).toEqual([profiles[0]])
      }),
    )
  })

  test('of version 1 is read, and written as the newest', () => {
    const old = parseProfile(goldenText('profile-v1.json'), 'old.json')
    expect(old).toMatchObject({ name: 'golden-one', depth: 'empty', notes: 'Kept so that it stays readable.' })
    expect(Object.keys(old)).not.toContain('tags')
    expect(JSON.parse(makeProfile(old))).toEqual({ ...JSON.parse(goldenText('profile-v1.json')), version: PROFILE_VERSION })
  })

  test('of version 2 is read with its tags, origin and statistics', () => {
    const { $schema: _schema, format: _format, version: _version, ...fields } = two
    expect(parseProfile(goldenText('profile-v2.json'), 'f')).toEqual(fields)
  })

  test('may begin with a byte order mark', () => {
    expect(parseProfile('\uFEFF' + goldenText('profile-v1.json'), 'f').name).toBe('golden-one')
  })

  test.each<[what: string, text: string, where: RegExp]>([
    ['nothing', '', /^f: it is empty$/],
    ['a brace', '{', /^f: .*(position 1|line 1)/],
    [
      'a title that turns round',
      JSON.stringify({ ...two, title: 'thesis\u202egnp' }),
      /^f: title: character 7 is U\+202E, which/,
    ],
    [
      'a newer version',
      JSON.stringify({ ...two, version: 3, more: 1 }),
      /^f: version 3 is newer than this lab reads \(2\); update the lab/,
    ],
    ['version 1 with tags', JSON.stringify({ ...two, version: 1 }), /^f: unknown fields "tags", "origin", "statistics"/],
    ['an unknown field', JSON.stringify({ ...two, extra: 1 }), /^f: unknown field "extra"/],
    ['a name in capitals', JSON.stringify({ ...two, name: 'Mine' }), /^f: name: use up to 40/],
    [
      'a weight too many',
      JSON.stringify({ ...two, evaluator: { ...(two.evaluator as object), parameters: { sum: 1 } } }),
      /^f: evaluator: offset: has no value/,
    ],
    ['an endless weight', JSON.stringify(two).replace('"empty":270', '"empty":1e999'), /^f: evaluator\.parameters\.empty: /],
    ['a cut above 1', JSON.stringify({ ...two, settings: { ...(two.settings as object), cut: 1.5 } }), /^f: settings: cut: 1\.5/],
    ['an origin of no kind', JSON.stringify({ ...two, origin: {} }), /^f: origin\.kind: /],
    [
      'an interval upside down',
      JSON.stringify({ ...two, statistics: { ...(two.statistics as object), interval: [2, 1] } }),
      /^f: statistics\.interval: the low end/,
    ],
    ['thousands of tags', JSON.stringify({ ...two, tags: Array(9000).fill(1) }), /^f: a list or object of 9000 entries/],
    [
      'hundreds of unknown fields',
      JSON.stringify({ ...two, ...Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`k${i}`, 1])) }),
      /^f: unknown fields .{1,300}…$/,
    ],
    [
      'a name of 50,000 characters',
      JSON.stringify({ ...two, evaluator: { ...(two.evaluator as object), variants: { ['x'.repeat(50_000)]: '' } } }),
      /^f: evaluator\.variants\.x{1,300}…: .{1,300}$/,
    ],
    ['too many bytes', ' '.repeat(MAX_PROFILE_BYTES + 1), /^f: at most 100000 characters are read, this has 100001/],
  ])('is refused: %s', (_, text, where) => {
    expect(refusal('BAD_FILE', () => parseProfile(text, 'f')).message).toMatch(where)
  })

  test('of several names the place of the faulty one', () => {
    const text = JSON.stringify([two, { ...two, title: '' }])
    expect(refusal('BAD_FILE', () => parseProfiles(text, 'f')).message).toMatch(/^f: profile 2: title: /)
    expect(refusal('BAD_FILE', () => parseProfiles('[1]', 'f')).message).toMatch(/^f: profile 1: /)
    expect(refusal('BAD_FILE', () => parseProfiles(`[${'1,'.repeat(MAX_PROFILES)}1]`, 'f')).message).toMatch(
      /at most 1000 profiles/,
    )
    expect(refusal('BAD_FILE', () => parseProfiles(' '.repeat(MAX_PROFILES_BYTES + 1), 'f')).message).toMatch(/at most 10000000/)
    const wide = JSON.stringify([{ ...two, tags: Array(1e6).fill(1) }])
    expect(refusal('BAD_FILE', () => parseProfiles(wide, 'f')).message).toMatch(
      /^f: profile 1: a list or object of 1000000 entries/,
    )
    expect(parseProfiles('[]', 'f')).toEqual([])
  })
})

describe('an import', () => {
  const base = parseProfile(goldenText('profile-v2.json'), 'f')
  const named = (name: string, notes = ''): Profile => ({ ...base, name, notes })

  test('adds what is new, passes over what is there, asks where names clash', () => {
    const plan = planImport([named('a'), named('b')], [named('b'), named('a', 'changed'), named('c')])
    expect(plan).toEqual([
      { kind: 'same', profile: named('b') },
      { kind: 'clash', profile: named('a', 'changed'), existing: named('a'), freeName: 'a-2' },
      { kind: 'add', profile: named('c') },
    ])
  })

  test('two of one name in one import clash with each other', () => {
    expect(planImport([], [named('a'), named('a'), named('a', 'x'), named('a', 'y')])).toEqual([
      { kind: 'add', profile: named('a') },
      { kind: 'same', profile: named('a') },
      { kind: 'clash', profile: named('a', 'x'), existing: named('a'), freeName: 'a-2' },
      { kind: 'clash', profile: named('a', 'y'), existing: named('a'), freeName: 'a-3' },
    ])
  })

  test('writes nothing, the profile itself, or the profile under the free name', () => {
    const [step] = planImport([named('a')], [named('a', 'x')])
    expect(CLASH_CHOICES.map(choice => carryOut(step!, choice))).toEqual([undefined, named('a', 'x'), named('a-2', 'x')])
    const [add, same] = planImport([named('b')], [named('c'), named('b')])
    expect(CLASH_CHOICES.map(choice => carryOut(add!, choice))).toEqual(Array(3).fill(named('c')))
    expect(CLASH_CHOICES.map(choice => carryOut(same!, choice))).toEqual(Array(3).fill(undefined))
  })

  test('with every clash renamed loses nothing and gives every name once', () => {
    const few = fc.array(fc.tuple(fc.constantFrom('a', 'a-2', 'b'), fc.constantFrom('x', 'y')), { maxLength: 6 })
    fc.assert(
      fc.property(few, few, (there, coming) => {
        const existing = [...new Map(there.map(([name, notes]) => [name, named(name, notes)])).values()]
        const incoming = coming.map(([name, notes]) => named(name, notes))
        const steps = planImport(existing, incoming)
        const all = [...existing, ...steps.flatMap(step => carryOut(step, 'rename') ?? [])]
        expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
        for (const each of incoming)
          expect(
            all.some(kept => kept.notes === each.notes && (kept.name === each.name || kept.name.startsWith(`${each.name}-`))),
          ).toBe(true)
      }),
    )
  })

  test('the order of fields makes no difference between profiles, any value does', () => {
    fc.assert(
      fc.property(profile, each => {
        const shuffled = Object.fromEntries(Object.entries(each).reverse()) as unknown as Profile
        const evaluator = {
          ...each.evaluator,
          parameters: Object.fromEntries(Object.entries((each.evaluator as TermEvaluator).parameters).reverse()),
        }
        expect(sameContent(each, { ...shuffled, evaluator })).toBe(true)
        expect(sameContent(each, { ...each, notes: each.notes + '.' })).toBe(false)
        expect(sameContent(each, { ...each, tags: [...(each.tags ?? []), 'more'] })).toBe(false)
      }),
    )
  })

  test('a free name is a name, and free', () => {
    fc.assert(
      fc.property(profileName, fc.nat(12), (name, n) => {
        const taken = new Set([name])
        for (let i = 0; i < n; i++) taken.add(freeNameFor(name, taken))
        expect(taken.size).toBe(n + 1)
        for (const each of taken) expect(profileNameShape.safeParse(each).success).toBe(true)
      }),
    )
  })
})
