import { describe, expect, test } from 'vitest'
import { loopbackUrl, Permissions } from '../../../../src/main/hosts/window/permissions'

const OURS = { isOurWindow: true, isMainFrame: true, url: 'app://lab/' }
const OTHERS = [
  { ...OURS, isOurWindow: false },
  { ...OURS, isMainFrame: false },
  { ...OURS, url: 'https://example.org/' },
]

describe('permissions of the page', () => {
  function permissions() {
    let now = 1_000_000
    const asked = new Permissions(
      url => url === OURS.url,
      () => now,
    )
    return { asked, pass: (ms: number) => (now += ms) }
  }

  test('the clipboard is read only for a user who has just pressed something', () => {
    const { asked, pass } = permissions()
    expect(asked.allows('clipboard-read', OURS)).toBe(false)
    for (const type of ['mouseMove', 'mouseWheel', 'gestureScrollUpdate']) asked.onInput(type)
    expect(asked.allows('clipboard-read', OURS)).toBe(false)
    for (const type of ['mouseDown', 'rawKeyDown', 'touchEnd']) {
      asked.onInput(type)
      pass(5_000)
      expect(asked.allows('clipboard-read', OURS)).toBe(true)
      for (const other of OTHERS) expect(asked.allows('clipboard-read', other)).toBe(false)
      pass(1)
      expect(asked.allows('clipboard-read', OURS)).toBe(false)
    }
  })

  test('the clipboard is written by our own page, and nothing else is allowed', () => {
    const { asked } = permissions()
    asked.onInput('mouseDown')
    expect(asked.allows('clipboard-sanitized-write', OURS)).toBe(true)
    for (const other of OTHERS) expect(asked.allows('clipboard-sanitized-write', other)).toBe(false)
    for (const permission of [
      'media',
      'geolocation',
      'notifications',
      'fileSystem',
      'deprecated-sync-clipboard-read',
      'toString',
    ])
      expect(asked.allows(permission, OURS)).toBe(false)
  })
})

describe('the address of the page in development', () => {
  test.each(['http://localhost:5173/', 'http://127.0.0.1:5173', 'http://[::1]:5173/'])('is one of this machine: %s', url => {
    expect(loopbackUrl(url)).toBe(url)
  })

  test.each([
    'http://example.org/',
    'https://127.0.0.1/',
    'http://127.0.0.1.example.org/',
    'http://localhost@example.org/',
    'file:///etc/passwd',
    'data:text/html,x',
  ])('is no other: %s', url => {
    expect(() => loopbackUrl(url)).toThrow('ELECTRON_RENDERER_URL')
  })
})
